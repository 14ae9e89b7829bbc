import { consoleWords } from '../console-words.ts'
import { get, post, row, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, decimal, flag, int, longText, ref, refs, text, time } from '../kit/field.ts'
import { base } from '../kit/verbs.ts'
import { staffOnly } from '../system/staff-only.ts'
import type { ExternalProcessors, JobAlert, JobPreview, NextRuns, ProcessorOption, WorkerState } from './job-answers.ts'
import { localWins, type ServerSync } from './sync.ts'
import { timing } from './timing.ts'

const out = { direction: 'out' } as const
const sync = { ...out, when: { syncState: [1, 2, 3] } } as const
/** What is not limited unless somebody limits it. */
const zero = { initial: 0 } as const

const timeExpressionType = choice('定时信息', 'Timing', {
  required: true,
  initial: timing.cron,
  message: ['请选择定时信息', 'Choose a kind of timing'],
  choices: [
    [timing.api, ['API', 'API']],
    [timing.cron, ['CRON', 'CRON']],
    [timing.fixedRate, ['固定频率', 'Fixed rate']],
    [timing.fixedDelay, ['固定延迟', 'Fixed delay']],
    [timing.workflow, ['工作流', 'Workflow']],
  ],
})

/** Kept if it does not apply, because the timing of a new job may be the initial one; the server then empties it. */
const timeExpression = text('时间表达式', 'Schedule', {
  required: true,
  max: 255,
  message: ['请输入时间表达式', 'Enter the schedule'],
  when: { timeExpressionType: [timing.cron, timing.fixedRate, timing.fixedDelay] },
  keepsUnused: true,
})

/** `start,end`, each yyyy-MM-dd HH:mm:ss or empty (contract/job/lifecycle.ts). */
const lifecycle = text('生命周期', 'Active period', { max: 39, joined: true })

const timeZone = text('时区', 'Time zone', { max: 64 })

/** How a job is executed: by one worker, by each, or divided between them. */
export const executions = { single: 1, broadcast: 2, mapReduce: 3 } as const

export const processorTypes = { builtIn: 1, external: 4 } as const

const fields = {
  jobServerId: ref('任务应用', 'Job server', {
    of: 'jobServer',
    required: true,
    message: ['请选择任务应用', 'Choose the job server'],
  }),
  /** The id at its job server; null until it is synchronised. */
  jobId: ref('远端编号', 'ID at the job server', out),
  jobName: text('任务名称', 'Job', {
    required: true,
    max: 50,
    message: ['请输入任务名称', 'Enter the name of the job'],
  }),
  jobDescription: longText('任务描述', 'Description', { max: 255 }),
  enable: flag('是否开启', 'Enabled', {
    required: true,
    initial: 1,
    message: ['请选择是否开启', 'Choose whether it is enabled'],
  }),
  timeExpressionType,
  timeExpression,
  executeType: choice('执行器类型', 'Execution', {
    required: true,
    initial: executions.single,
    message: ['请选择执行器类型', 'Choose the execution'],
    choices: [
      [executions.single, ['单机执行', 'Single']],
      [executions.broadcast, ['广播执行', 'Broadcast']],
      [executions.mapReduce, ['MapReduce', 'MapReduce']],
    ],
  }),
  processorType: choice('处理器类型', 'Processor type', {
    required: true,
    initial: processorTypes.builtIn,
    message: ['请选择处理器类型', 'Choose the type of processor'],
    choices: [
      [1, ['内建', 'Built-in']],
      [4, ['外部动态加载', 'External, loaded at run time']],
    ],
  }),
  processorInfo: text('处理器', 'Processor', {
    required: true,
    max: 255,
    message: ['请输入处理器参数', 'Enter the processor'],
  }),
  jobParams: longText('任务参数', 'Parameters', { max: 20_000 }),
  lifecycle,
  dispatchStrategy: choice('派发策略', 'Dispatch', {
    required: true,
    initial: 1,
    message: ['请选择运行时配置', 'Choose how runs are dispatched'],
    choices: [
      [1, ['健康度优先', 'Healthiest first']],
      [2, ['随机', 'Random']],
    ],
  }),
  maxInstanceNum: int('最大实例数', 'Maximum runs at once', zero),
  concurrency: int('单机并发数', 'Concurrency per worker', { initial: 5, min: 1 }),
  instanceTimeLimit: int('运行时限（毫秒）', 'Time limit (ms)', zero),
  instanceRetryNum: int('实例重试次数', 'Retries of a run', zero),
  taskRetryNum: int('子任务重试次数', 'Retries of a task', zero),
  minCpuCores: decimal('最低CPU核数', 'Minimum CPU cores', zero),
  minMemorySpace: decimal('最低内存（GB）', 'Minimum memory (GB)', zero),
  minDiskSpace: decimal('最低磁盘空间（GB）', 'Minimum disk space (GB)', zero),
  designatedWorkers: text('指定执行机器（以逗号分隔）', 'Designated workers (comma-separated)', {
    max: 255,
    joined: true,
  }),
  maxWorkerCount: int('最大执行机器数', 'Maximum workers', zero),
  notifyUserIds: refs('告警接收人', 'Alert recipients', { of: 'user', among: staffOnly }),
  alertThreshold: int('失败次数阈值', 'Failures before an alert', zero),
  statisticWindowLen: int('统计窗口（秒）', 'Counting window (s)', zero),
  silenceWindowLen: int('静默窗口（秒）', 'Silence after an alert (s)', zero),
  logType: choice('日志类型', 'Log', {
    initial: 1,
    choices: [
      [1, ['在线日志', 'Online']],
      [2, ['本地日志', 'Local file']],
      [3, ['标准输出', 'Standard output']],
      [4, ['在线和本地日志', 'Online and local file']],
      [999, ['不记录', 'None']],
    ],
  }),
  logLevel: choice('日志级别', 'Level', {
    initial: 2,
    choices: [
      [1, ['DEBUG', 'DEBUG']],
      [2, ['INFO', 'INFO']],
      [3, ['WARN', 'WARN']],
      [4, ['ERROR', 'ERROR']],
      [99, ['OFF', 'OFF']],
    ],
  }),
  extra: text('扩展字段', 'Extra', { max: 255 }),
  /** Readers in English see it instead of the name; clients of the family neither send nor show it. */
  jobNameEn: text(...consoleWords.englishName, { max: 100 }),
  timeZone: { ...timeZone, ...out, required: true, initial: 'Asia/Shanghai' },
  /** The next planned time; null while nothing is planned, and for jobs of other job servers. */
  nextAt: time('下次运行', 'Next run', out),
  lastAt: time('上次运行', 'Last run', out),
  isShipped: flag('平台自带', 'Shipped', { ...out, required: true, initial: 0 }),
  syncState: choice('同步状态', 'Synchronisation', {
    ...sync,
    choices: [
      [0, ['未同步', 'Not synchronised']],
      [1, ['已同步', 'Synchronised']],
      [2, ['有冲突', 'Conflict']],
      [3, ['同步失败', 'Failed']],
    ],
  }),
  syncHash: text('同步摘要', 'Hash of the last synchronisation', sync),
  remoteModified: time('远端修改时间', 'Changed at the server', sync),
} as const

export type JobField = keyof typeof fields

const jobId = { id: ref('定时任务', 'Scheduled job', { required: true }) }

/**
 * Work that runs by itself. Jobs of the platform's own job server are planned by it (`nextAt`); those that it ships can be paused,
 * rescheduled and given other alerts, but keep their processor and cannot be removed. Specification 001, sections 3 to 5 and 9.
 */
export const jobInfo = entity('job', 'jobInfo', ['任务配置', 'Scheduled jobs'], {
  title: 'jobName',
  rowLabel: ['定时任务', 'scheduled job'],
  code: 'jobinfo',
  screen: '/job/jobinfo',
  shared: 'closed',
  imports: { none: 'Jobs of other systems come from their job server.' },
  fields,
  groups: [
    {
      label: ['基本', 'Basic'],
      fields: [
        'jobServerId',
        'jobName',
        'jobDescription',
        'enable',
        'timeExpressionType',
        'timeExpression',
        'executeType',
        'processorType',
        'processorInfo',
        'jobParams',
        'lifecycle',
      ],
    },
    {
      label: ['高级', 'Advanced'],
      fields: [
        'dispatchStrategy',
        'maxInstanceNum',
        'concurrency',
        'instanceTimeLimit',
        'instanceRetryNum',
        'taskRetryNum',
        'minCpuCores',
        'minMemorySpace',
        'minDiskSpace',
        'maxWorkerCount',
        'designatedWorkers',
      ],
    },
    {
      label: ['其他', 'Other'],
      fields: [
        'notifyUserIds',
        'alertThreshold',
        'statisticWindowLen',
        'silenceWindowLen',
        'logType',
        'logLevel',
        'extra',
        'jobNameEn',
      ],
    },
  ],
  search: ['jobName', 'jobServerId', 'timeExpressionType', 'enable'],
  list: ['jobName', 'jobServerId', 'timeExpression', 'enable', 'nextAt', 'lastAt', 'processorInfo'],
  essential: ['jobName', 'timeExpression', 'enable', 'nextAt'],
  actions: {
    /** Enables or pauses a job at once. */
    change: post({ ...jobId, enable: fields.enable }, { label: ['开启或暂停', 'Enable or pause'] }),
    /** Runs a job now, whether or not it is enabled; `instanceParams` are of this run only. The answer has the id of the run. */
    run: post(
      { ...jobId, instanceParams: longText('本次参数', 'Parameters of the run', { max: 20_000 }) },
      {
        output: row({ id: base.id }),
        button: {
          at: 'row',
          label: ['运行', 'Run'],
          confirmText: ['运行后将创建一个实例执行，是否继续?', 'This creates a run at once. Continue?'],
          doneWord: ['运行成功!', 'Done'],
          successText: ['已创建 {0} 次运行', 'Runs created: {0}'],
        },
      },
    ),
    /** Synchronises the jobs of all job servers with them; without input nothing is overwritten. */
    sync: post({ localWins }, { label: ['同步', 'Synchronise'], output: shaped<readonly ServerSync[]>() }),
    /** The built-in processors of this platform. */
    processors: get(
      {},
      {
        label: ['内建处理器', 'Built-in processors'],
        access: { perm: ['jobinfo'] },
        output: shaped<readonly ProcessorOption[]>(),
      },
    ),
    externalProcessors: get(
      {},
      {
        label: ['外部处理器的选项', 'Options of external processors'],
        access: { perm: ['jobinfo'] },
        output: shaped<ExternalProcessors>(),
      },
    ),
    /** The newest alerts of a job, at most fifty. They are kept for ninety days. */
    alerts: get(jobId, {
      label: ['告警记录', 'Alerts'],
      access: { perm: ['jobinfo'] },
      output: shaped<readonly JobAlert[]>(),
    }),
    /** When a schedule that is not saved yet would fire. Faults name the fields of a job, all at once, that of a missing expression too. */
    nextRuns: get(
      { timeExpressionType, timeExpression: { ...timeExpression, required: false }, timeZone, lifecycle },
      {
        label: ['预览运行时间', 'Preview of the next runs'],
        access: { perm: ['jobinfo'] },
        output: shaped<NextRuns>(),
      },
    ),
    /** Which workers may run a job with these demands, which need not be saved, and why others may not. */
    workers: get(
      {
        designatedWorkers: fields.designatedWorkers,
        maxWorkerCount: fields.maxWorkerCount,
        minCpuCores: fields.minCpuCores,
        minMemorySpace: fields.minMemorySpace,
        minDiskSpace: fields.minDiskSpace,
      },
      {
        label: ['预览执行进程', 'Preview of workers'],
        access: { perm: ['jobinfo'] },
        output: shaped<readonly WorkerState[]>(),
      },
    ),
    preview: get(jobId, {
      label: ['预览执行进程与耗时', 'Preview of workers and durations'],
      access: { perm: ['jobinfo'] },
      output: shaped<JobPreview>(),
    }),
  },
})
