import { fill, type Text } from '#contract/kit/text.ts'
import type { App } from './engine/context.ts'
import { flowTimerKind } from './flow/plan-timers.ts'
import { fireDueTimers, fireTimersOf } from './flow/timers.ts'
import { deleteOldJobs } from './job/run/old-jobs.ts'
import type { Processor } from './job/run/processor.ts'
import { saveDailyAnchors } from './log/anchor.ts'
import { deleteOldRows } from './log/delete-old-rows.ts'
import { serverInfoOf } from './log/server-info.ts'
import { sendDigestOnce } from './project/matters/digest.ts'
import { deleteUnusedFiles } from './storage/delete-unused-files.ts'

const deleted = (count: number, unit: Text): Text | null =>
  count ? fill(['已删除{0}：{1}', 'Deleted {0}: {1}'], unit, count) : null

const deleteOldLogRows = async (app: App): Promise<Text | null> => {
  const counts = (await deleteOldRows(app.db)) ?? {}
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total) app.logEvent('log.swept', counts)
  return deleted(total, ['过期记录', 'old rows'])
}

/** Every processor of the platform by name: what its jobs can do. The jobs that it ships are in seed/jobs.ts. */
export const processors: Readonly<Record<string, Processor>> = {
  'audit-anchor': {
    label: ['审计链每日存证', 'Daily anchor of the audit chain'],
    run: async ({ app }) => {
      await saveDailyAnchors(app.db, app.log, serverInfoOf(app.env))
      return null
    },
  },
  'log-cleanup': { label: ['清理过期日志', 'Delete old log entries'], run: ({ app }) => deleteOldLogRows(app) },
  'job-cleanup': {
    label: ['清理已结束的任务', 'Delete old runs and their files'],
    run: async ({ app }) => deleted(await deleteOldJobs(app), ['过期任务', 'old runs']),
  },
  'file-cleanup': {
    label: ['清理未使用的文件', 'Delete unused files'],
    run: async ({ app }) => deleted(await deleteUnusedFiles(app), ['未使用的文件', 'unused files']),
  },
  'daily-digest': {
    label: ['每日待办汇总与时限提醒', 'Daily digest and reminders of deadlines'],
    run: async ({ app }) => ((await sendDigestOnce(app)) ? ['今日汇总已发送', 'The digest of today was sent'] : null),
  },
  [flowTimerKind]: {
    label: ['流程定时器', 'Timers of a process'],
    run: async ({ app, instanceParams }) => {
      await fireTimersOf(app, instanceParams)
      return null
    },
  },
  'flow-timer-check': {
    label: ['检查到期未触发的流程定时器', 'Check for timers of processes that did not fire'],
    run: async ({ app }) => {
      const count = await fireDueTimers(app)
      return count ? fill(['已触发 {0} 个流程的定时器', 'Fired timers of {0} processes'], count) : null
    },
  },
}
