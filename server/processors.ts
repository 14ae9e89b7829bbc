import { fill, type Text } from '#contract/kit/text.ts'
import { runBackup } from './backup/run-backup.ts'
import type { App } from './engine/context.ts'
import { continueDoneProcesses, continueProcess } from './flow/continue-process.ts'
import { flowTimerKind } from './flow/plan-timers.ts'
import { fireDueTimers, fireTimersOf } from './flow/timers.ts'
import { sendOutbox } from './inbox/outbox-sender.ts'
import { sendMail } from './inbox/send-mail.ts'
import { fileCheck } from './job/file-check.ts'
import { deleteOldJobs } from './job/run/old-jobs.ts'
import { continueKind } from './job/run/process-runs.ts'
import { type Processor, runAlone } from './job/run/processor.ts'
import { deleteOldLogFiles } from './job/run/run-log.ts'
import { refreshRuns, remoteRunsProcessor } from './job/sync/remote-run.ts'
import { saveDailyAnchors } from './log/anchor.ts'
import { seal } from './log/chain.ts'
import { deleteOldRows } from './log/delete-old-rows.ts'
import { serverInfoOf } from './log/server-info.ts'
import { archiveFinished } from './project/deadlines/archiving.ts'
import { handleCorrections } from './project/deadlines/correction-deadline.ts'
import { escalateOverdue } from './project/deadlines/office-deadline.ts'
import { remindOperators } from './project/deadlines/operator-reminder.ts'
import { duplicatesProcessor } from './project/draft/freeze.ts'
import { findDuplicates } from './project/duplicates/find-duplicates.ts'
import { applyDeclarationChanges } from './project/figures/declared.ts'
import { applyLibraryChanges } from './project/figures/listed.ts'
import { applyNetworkChanges } from './project/figures/networks.ts'
import { applyStayChanges } from './project/figures/stays.ts'
import { sendDigestOnce } from './project/matters/digest.ts'
import { countStayWorkdays } from './project/stays/count-workdays.ts'
import { sendWebhooks } from './project/webhooks/send-webhooks.ts'
import { sendSubscription } from './report/send-subscription.ts'
import { subscriptionProcessor } from './report/subscription-job.ts'
import { deleteUnusedFiles } from './storage/delete-unused-files.ts'
import { sendMessageSms } from './storage/message-sms.ts'
import { applyPeopleChanges } from './system/people/dept-people.ts'
import { checkCalendar } from './system/reference/calendar-check.ts'
import { checkDeputies } from './work/absent-deputies.ts'

const deleted = (count: number, unit: Text): Text | null =>
  count ? fill(['已删除{0}：{1}', 'Deleted {0}: {1}'], unit, count) : null

const deleteOldLogRows = async (app: App): Promise<Text | null> => {
  const counts = (await deleteOldRows(app.db)) ?? {}
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total) app.logEvent('log.swept', counts)
  return deleted(total, ['过期记录', 'old rows'])
}

/** Jobs that nobody has woken look by themselves after this time: what is stored by another process may become visible late. */
const maxRestMs = 30_000

/** Each adds to kept figures what has changed since the last time. */
const figureChanges = [
  ...[applyLibraryChanges, applyNetworkChanges, applyDeclarationChanges, applyStayChanges],
  applyPeopleChanges,
]

/** Every processor of the platform by name: what its jobs can do. The jobs that it ships are in seed/jobs.ts. */
export const processors: Readonly<Record<string, Processor>> = {
  outbox: {
    label: ['发送邮件和短信', 'Send e-mails and text messages'],
    run: async ({ app, signal }) => {
      const count = await sendOutbox(app, { email: sendMail, sms: sendMessageSms }, { signal })
      return count ? fill(['已处理 {0} 条消息', 'Messages handled: {0}'], count) : null
    },
  },
  webhooks: {
    label: ['推送事件', 'Send webhooks'],
    run: async ({ app, signal, rest }) => {
      const count = await sendWebhooks(app, signal)
      // a move wakes it; what was put off after a failure can wait so long
      if (count === 0) rest(maxRestMs)
      return count ? fill(['已处理 {0} 个事件', 'Events handled: {0}'], count) : null
    },
  },
  'audit-seal': {
    label: ['审计封存', 'Seal the audit'],
    run: async ({ app, rest }) => {
      if ((await seal(app.db)) === 0) rest(maxRestMs)
      return null
    },
  },
  'audit-anchor': {
    label: ['审计链存证', 'Audit chain anchor'],
    run: async ({ app }) => {
      await saveDailyAnchors(app.db, app.log, serverInfoOf(app.env))
      return null
    },
  },
  figures: {
    label: ['更新统计数据', 'Update the figures'],
    run: async ({ app, rest }) => {
      let changes = 0
      for (const apply of figureChanges) changes += await apply(app.db)
      changes += await countStayWorkdays(app)
      if (changes === 0) rest(maxRestMs)
      return null
    },
  },
  [duplicatesProcessor]: {
    label: ['申报查重', 'Look for duplicates'],
    run: async ({ app, signal, rest }) => {
      const count = await findDuplicates(app, signal)
      // a submission wakes it
      if (count === 0) rest(maxRestMs)
      return count ? fill(['已查重 {0} 件', 'Declarations compared: {0}'], count) : null
    },
  },
  backup: {
    label: ['备份并验证', 'Back up and prove the backup'],
    run: async ({ app, signal, step, log }) => (await runBackup(app, { signal, step, log: log.info })).result,
  },
  'log-cleanup': { label: ['清理过期日志', 'Delete old log entries'], run: ({ app }) => deleteOldLogRows(app) },
  'job-cleanup': {
    label: ['清理已结束的任务', 'Delete old runs and their files'],
    run: async ({ app }) => deleted(await deleteOldJobs(app), ['过期任务', 'old runs']),
  },
  [remoteRunsProcessor]: {
    label: ['查询其他任务应用的运行状态', 'Ask other job servers for the state of their runs'],
    run: async ({ app, rest }) => {
      if (!(await refreshRuns(app))) rest(maxRestMs)
      return null
    },
  },
  'file-cleanup': {
    label: ['清理未使用的文件', 'Delete unused files'],
    run: async ({ app }) => deleted(await deleteUnusedFiles(app), ['未使用的文件', 'unused files']),
  },
  'log-file-cleanup': {
    label: ['清理各执行进程的过期任务日志文件', 'Delete old log files of jobs on each worker'],
    run: async ({ app }) => deleted(await deleteOldLogFiles(app), ['过期日志文件', 'old log files']),
  },
  'file-check': {
    label: ['核对附件是否完好', 'Check that stored files are intact'],
    run: runAlone(fileCheck),
    mapReduce: fileCheck,
  },
  'daily-digest': {
    label: ['每日待办汇总', 'Daily digest of what waits'],
    run: async ({ app }) => ((await sendDigestOnce(app)) ? ['今日汇总已发送', 'The digest of today was sent'] : null),
  },
  'correction-deadline': {
    label: ['修改期限提醒与逾期归档', 'Warnings and end of corrections'],
    run: async ({ app, step }) => {
      const { warned = 0, expired = 0 } = await handleCorrections(app, { step })
      return warned || expired
        ? fill(['已提醒 {0} 件，逾期归档 {1} 件', 'Warned: {0}, expired: {1}'], warned, expired)
        : null
    },
  },
  'operator-reminder': {
    label: ['提醒未回应邀请的运营商', 'Reminders of operators that have not answered'],
    run: async ({ app, step }) => {
      const { reminded = 0 } = await remindOperators(app, { step })
      return reminded ? fill(['已提醒 {0} 件', 'Reminded: {0}'], reminded) : null
    },
  },
  'office-deadline': {
    label: ['办理超期提醒与督办', 'Escalation of what offices are late with'],
    run: async ({ app, step }) => {
      const { handler = 0, head = 0, supervision = 0, scores = 0 } = await escalateOverdue(app, { step })
      if (handler + head + supervision + scores === 0) return null
      const words: Text = [
        '已提醒办理人 {0} 件、负责人 {1} 件、专家评分 {3} 件，转督办 {2} 件',
        'Handlers: {0}, heads: {1}, supervised: {2}, scores: {3}',
      ]
      return fill(words, handler, head, supervision, scores)
    },
  },
  'deputy-check': {
    label: ['检查代办人能否办理', 'Check that deputies can handle what they should'],
    run: async ({ app }) => {
      const count = await checkDeputies(app)
      return count ? fill(['已提醒 {0} 项无人代办的任务', 'Tasks that no deputy can handle: {0}'], count) : null
    },
  },
  'calendar-check': {
    label: ['检查工作日历', 'Check the calendar of working days'],
    run: ({ app }) => checkCalendar(app),
  },
  [subscriptionProcessor]: { label: ['发送订阅的报表', 'Send a report to its subscriber'], run: sendSubscription },
  archiving: {
    label: ['办结满三年归档', 'Archive what was finished three years ago'],
    run: async ({ app, step }) => {
      const { archived = 0 } = await archiveFinished(app, { step })
      return archived ? fill(['已归档 {0} 件', 'Archived: {0}'], archived) : null
    },
  },
  [flowTimerKind]: {
    label: ['流程定时器', 'Timers of a process'],
    run: async ({ app, instanceParams }) => {
      await fireTimersOf(app, instanceParams)
      return null
    },
  },
  [continueKind]: {
    label: ['任务结束后继续流程', 'Continue a process after its job'],
    run: async ({ app, instanceParams }) => {
      await continueProcess(app, instanceParams)
      return null
    },
  },
  'flow-timer-check': {
    label: ['检查到期未触发的流程定时器', 'Check for timers of processes that did not fire'],
    run: async ({ app }) => {
      const [fired, continued] = [await fireDueTimers(app), await continueDoneProcesses(app)]
      if (fired + continued === 0) return null
      const words: Text = [
        '已触发 {0} 个流程的定时器，任务结束后继续 {1} 个流程',
        'Processes whose timers fired: {0}, that went on after a job: {1}',
      ]
      return fill(words, fired, continued)
    },
  },
}
