import { get, post, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, int, longText, ref, text, time } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { words } from '../words.ts'
import { type RunStatus, runStatus } from './run-status.ts'

const out = { direction: 'out' } as const
const { waiting, sent, running, failed, done, cancelled, stopped } = runStatus

const runId = { id: ref('运行记录', 'Run', { required: true }) }

/** A line of the log of a run; `n` orders the lines of all attempts. */
export interface LogLine {
  readonly n: string
  readonly attempt: number
  /** 1 DEBUG, 2 INFO, 3 WARN, 4 ERROR. */
  readonly level: number
  readonly at: string
  readonly content: string
}

/** One attempt of a run; `outcome` is null while it runs, `lost` if its process stopped responding, `released` if it ended. */
export interface Attempt {
  readonly attempt: number
  readonly worker: string
  readonly startedAt: string
  readonly endedAt: string | null
  readonly outcome: 'done' | 'failed' | 'stopped' | 'lost' | 'released' | null
}

/** A round of a job that repeats by itself; only those that did something or failed are kept. */
export interface Round {
  readonly isFailed: boolean
  readonly startedAt: string
  readonly endedAt: string
  readonly result: string | null
}

/** A part of a run that several workers share. */
export interface Subtask {
  readonly id: string
  readonly name: string
  readonly status: RunStatus
  readonly worker: string | null
  readonly attempts: number
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly result: string | null
}

/** The subtasks of a run: how many there are, by their state, and a hundred of them: what failed first, then what goes on. */
export interface Subtasks {
  readonly total: number
  readonly open: number
  readonly done: number
  readonly failed: number
  readonly parts: readonly Subtask[]
}

/** What happened in a run. */
export interface RunHistory {
  readonly subtasks: Subtasks
  readonly attempts: readonly Attempt[]
  readonly rounds: readonly Round[]
  /** The job server that runs it, where alone its log can be read; null for a run of this platform. */
  readonly serverName: string | null
}

/** Lines of a log that one answer has at most. */
export const linesPerAnswer = 500

/** The lines after `after`, at most `linesPerAnswer`, oldest first; `isOver` if no more can come. */
export interface LogPart {
  readonly lines: readonly LogLine[]
  readonly isOver: boolean
}

/**
 * Runs of scheduled jobs: planned, manual and repeating ones. A run keeps its number over all attempts. They are kept for seven days.
 * Specification 001, section 9 (statuses), with the meaning of PowerJob.
 */
export const jobInstance = entity('job', 'jobInstance', ['运行记录', 'Runs'], {
  title: 'job',
  rowLabel: ['运行记录', 'run'],
  isView: true,
  shared: 'closed',
  fields: {
    job: ref('定时任务', 'Scheduled job', { of: 'jobInfo', ...out }),
    status: choice(...kitTerms.status, {
      ...out,
      required: true,
      choices: [
        [waiting, ['等待执行', 'Waiting']],
        [sent, ['已派发', 'Sent']],
        [running, ['执行中', 'Running']],
        [failed, ['执行失败', 'Failed']],
        [done, ['执行成功', 'Succeeded']],
        [cancelled, ['已取消', 'Cancelled']],
        [stopped, ['已停止', 'Stopped']],
      ],
    }),
    trigger: choice('触发方式', 'Trigger', {
      ...out,
      required: true,
      choices: [
        ['plan', ['按计划', 'Schedule']],
        ['manual', ['手动', 'Manual']],
        ['repeat', ['重复执行', 'Repeats by itself']],
        ['flow', ['流程', 'Process']],
      ],
    }),
    dueAt: time('计划时间', 'Planned for', out),
    startedAt: time('开始时间', 'Started at', out),
    endedAt: time('结束时间', 'Ended at', out),
    attempt: int('执行次数', 'Attempts', out),
    done: int('已处理', 'Processed', out),
    total: int('总数', 'Total', out),
    result: longText('结果', 'Result', out),
    jobParams: longText('任务参数', 'Parameters', out),
    instanceParams: longText('本次参数', 'Parameters of the run', out),
    worker: text('执行进程', 'Worker', out),
    /** The id of the instance at another job server; null for a run of this platform. */
    remoteId: text('远端实例编号', 'Instance at the job server', out),
  },
  search: ['job', 'status', 'trigger', 'startedAt'],
  list: ['job', 'status', 'trigger', 'dueAt', 'startedAt', 'endedAt', 'attempt', 'result'],
  essential: ['job', 'status', 'startedAt', 'result'],
  verbs: ['list', 'detail'],
  perms: { view: words.view },
  actions: {
    stop: post(runId, {
      button: {
        at: 'row',
        label: ['停止', 'Stop'],
        confirmText: [
          '运行立即标记为已停止，之后的结果不再计入；处理器已完成的操作不会撤销。是否继续？',
          'The run counts as stopped at once, and later results are ignored. What its processor has already done is not undone. Continue?',
        ],
        danger: true,
      },
    }),
    retry: post(runId, {
      button: {
        at: 'row',
        label: words.retry,
        confirmText: [
          '以同一编号再执行一次，各次日志分别保留。是否继续？',
          'It runs once more under the same number; the log of each attempt is kept. Continue?',
        ],
      },
    }),
    log: get(
      { ...runId, after: text('起始行', 'After line', { max: 20 }) },
      { label: ['日志', 'Log'], access: { perm: ['job_instance'] }, output: shaped<LogPart>() },
    ),
    history: get(runId, {
      label: ['运行经过', 'History'],
      access: { perm: ['job_instance'] },
      output: shaped<RunHistory>(),
    }),
  },
})
