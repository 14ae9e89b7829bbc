import { sql } from 'kysely'
import { fill, type Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import { isWithReviewers, stagesWith } from '#contract/project/stages.ts'
import { wireTime } from '../../base/process/clock.ts'
import type { App, Ctx } from '../../engine/context.ts'
import { updateRow } from '../../engine/crud.ts'
import { notify } from '../../inbox/notify.ts'
import { databaseTime } from '../../job/run/job-plan.ts'
import { calendar, workdaysUntil } from '../../system/reference/working-days.ts'
import { type DeclarationRow, lockDeclaration, titleOf } from '../record/declaration-row.ts'
import { unnamedProject } from '../review/notify-transition.ts'
import { deadline } from '../review/waiting.ts'
import { beginningOf, dateOfNotice, isFirstTime } from './first-time.ts'
import { handlersOf, headsOf, supervisorsOf } from './office-people.ts'
import { type WorkOptions, workThrough } from './platform-work.ts'

/** Working days that an office has at least, also for a declaration that reaches it after the date of the template. */
const minDays = 5
/** Working days from each message to the next level. */
const untilHead = 1
const untilSupervision = 2

const inReview = stagesWith(({ phase }) => phase === 'review')

type Level = 'handler' | 'head' | 'supervision'

const titles: Readonly<Record<Level, Text>> = {
  handler: ['“{0}”的{1}已超过办理时限，请尽快办理', '“{0}” is past the deadline of its stage ({1}); please handle it'],
  head: ['本单位办理的“{0}”已超过办理时限（{1}）', '“{0}”, which your office handles, is past its deadline ({1})'],
  supervision: ['“{0}”已转督办（{1}）', '“{0}” is now supervised ({1})'],
}
const texts: Readonly<Record<Level, Text>> = {
  handler: ['', ''],
  head: ['请督促办理；逾期不会自动作出决定', 'Please see that it is handled; nothing is decided by itself'],
  supervision: ['可查看和催办，不能代为办理', 'You can see it and remind the office, but not decide for it'],
}

const notifyLevel = (ctx: Ctx, row: DeclarationRow, level: Level, to: readonly string[]) =>
  notify(ctx, {
    to,
    kind: 'reminder',
    // the head of an office need not be one of its officers, who alone may open it
    about: level === 'head' ? null : { table: 'declaration', id: row.id },
    title: fill(titles[level], row.projectName ?? unnamedProject, titleOf(row)),
    text: texts[level],
    link: `/project/declaration/${row.id}`,
  })

/** The next level that is due today, or null. Each begins so many working days after the message of the one before. */
const dueLevel = async (ctx: Ctx, row: DeclarationRow, now: Date): Promise<Level | null> => {
  const [days, beginning, today] = [await calendar(ctx), await beginningOf(ctx, row), wireTime(now)]
  if (row.stageSince && workdaysUntil(row.stageSince, today, days) <= minDays) return null
  const handlerDate = await dateOfNotice(ctx, beginning, 'office-handler')
  if (!handlerDate) return 'handler'
  const headDate = await dateOfNotice(ctx, beginning, 'office-head')
  if (!headDate) return workdaysUntil(handlerDate, today, days) >= untilHead ? 'head' : null
  return workdaysUntil(headDate, today, days) >= untilSupervision ? 'supervision' : null
}

const escalate = async (ctx: Ctx, id: string, now: Date): Promise<Level | null> => {
  const row = await lockDeclaration(ctx, id)
  if (!isWithReviewers(row.declareStatus)) return null
  const level = await dueLevel(ctx, row, now)
  if (!level || !(await isFirstTime(ctx, await beginningOf(ctx, row), `office-${level}`, now))) return null
  const handlers = await handlersOf(ctx, row)
  if (level === 'supervision') await updateRow(ctx, declaration, id, { supervisedSince: wireTime(now) }, 'supervise')
  const to = { handler: () => handlers, head: () => headsOf(ctx, handlers), supervision: () => supervisorsOf(ctx, row) }
  await notifyLevel(ctx, row, level, await to[level]())
  return level
}

/**
 * Escalates what an office has not handled in time: to the handlers, to the head of their office on the next working day, and two
 * working days later to the provincial desk. Each once for a stage; nothing is decided. Resolves to how many reached each level.
 */
export const escalateOverdue = async (app: App, options: WorkOptions = {}) => {
  const now = options.now ?? (await databaseTime(app.db))
  const of = sql`declare_status = any(${inReview}::integer[]) and ${deadline} < ${wireTime(now)}::timestamptz`
  return workThrough(app, { name: 'office-deadline', of, act: escalate }, { ...options, now })
}
