import { fill, type Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import { isWithReviewers, stagesWith } from '#contract/project/stages.ts'
import { sql } from '../../base/database/sql.ts'
import { momentOf, wireTime } from '../../base/process/clock.ts'
import type { App, Ctx } from '../../engine/context.ts'
import { updateRow } from '../../engine/crud.ts'
import { headsOf } from '../../inbox/heads-of-offices.ts'
import { notify } from '../../inbox/notify.ts'
import { databaseTime } from '../../job/run/job-plan.ts'
import { calendar, workdaysUntil } from '../../system/reference/working-days.ts'
import { type DeclarationRow, lockDeclaration, titleOf } from '../record/declaration-row.ts'
import { unnamedProject } from '../review/notify-transition.ts'
import { expectedEnds } from '../review/stage-dates.ts'
import { deadline } from '../review/waiting.ts'
import { beginningOf, dateOfNotice, isFirstTime } from './first-time.ts'
import { remindExperts } from './late-experts.ts'
import { handlersOf, namesOf, readersAmong, supervisorsOf } from './office-people.ts'
import { type WorkOptions, workThrough } from './platform-work.ts'

/** Working days from each message to the next level. */
const untilHead = 1
const untilSupervision = 2

const inReview = stagesWith(({ phase }) => phase === 'review')

type Level = 'handler' | 'head' | 'supervision'

const titles: Readonly<Record<Level, Text>> = {
  handler: ['“{0}”已超过办理时限（{1}），请尽快办理', '“{0}” is past its deadline ({1}); please handle it'],
  head: ['本单位办理的“{0}”已超过办理时限（{1}）', '“{0}”, which your office handles, is past its deadline ({1})'],
  supervision: ['“{0}”已转督办（{1}）', '“{0}” is now supervised ({1})'],
}
const texts: Readonly<Record<Level, Text>> = {
  handler: ['', ''],
  head: [
    '办理人：{0}。请督促办理；逾期不会自动作出决定',
    'Handled by {1}. Please see that it is done; nothing is decided by itself',
  ],
  supervision: ['可查看和催办，不能代为办理', 'You can see it and remind the office, but not decide for it'],
}

const maxNames = 3

/** The text for the head of an office, who may know the declaration only by it: whom to ask. */
const textForHead = async (ctx: Ctx, handlers: readonly string[]): Promise<Text> => {
  const names = await namesOf(ctx, handlers)
  const [some, count] = [names.slice(0, maxNames), names.length]
  const [zh, en] = [some.join('、'), some.join(', ')]
  const listed: Text = count > maxNames ? [`${zh}等 ${count} 人`, `${en} and others (${count})`] : [zh, en]
  return fill(texts.head, ...listed)
}

/** Tells people of a late declaration. Who may not open it is led to the message, not to a page that refuses them. */
const notifyLevel = async (ctx: Ctx, row: DeclarationRow, level: Level, to: readonly string[], text: Text) => {
  const readers = level === 'head' ? await readersAmong(ctx, row, to) : to
  const others = to.filter((id) => !readers.includes(id))
  const message = {
    kind: 'reminder',
    title: fill(titles[level], row.projectName ?? unnamedProject, titleOf(row)),
    text,
  } as const
  const about = level === 'head' ? null : { table: 'declaration', id: row.id }
  await notify(ctx, { ...message, to: readers, about, link: `/project/declaration/${row.id}` })
  await notify(ctx, { ...message, to: others, about: null, link: '/inbox/messages' })
}

/**
 * The next level that is due today, or null. Each begins so many working days after the message of the one before. No desk is above the
 * office that decides after the expert review: its head is the last level.
 */
const dueLevel = async (ctx: Ctx, row: DeclarationRow, now: Date): Promise<Level | null> => {
  const { expectedAt } = await expectedEnds(ctx, row)
  if (!expectedAt || momentOf(expectedAt) >= now) return null
  const [days, beginning, today] = [await calendar(ctx), await beginningOf(ctx, row), wireTime(now)]
  const handlerDate = await dateOfNotice(ctx, beginning, 'office-handler')
  if (!handlerDate) return 'handler'
  const headDate = await dateOfNotice(ctx, beginning, 'office-head')
  if (!headDate) return workdaysUntil(handlerDate, today, days) >= untilHead ? 'head' : null
  if (row.declareStatus === 40) return null
  return workdaysUntil(headDate, today, days) >= untilSupervision ? 'supervision' : null
}

const escalate = async (ctx: Ctx, row: DeclarationRow, now: Date): Promise<Level | null> => {
  const level = await dueLevel(ctx, row, now)
  if (!level || !(await isFirstTime(ctx, await beginningOf(ctx, row), `office-${level}`, now))) return null
  const handlers = await handlersOf(ctx, row)
  if (level === 'supervision')
    await updateRow(ctx, declaration, row.id, { supervisedSince: wireTime(now) }, 'supervise')
  const to = { handler: () => handlers, head: () => headsOf(ctx, handlers), supervision: () => supervisorsOf(ctx, row) }
  const text = level === 'head' ? await textForHead(ctx, handlers) : texts[level]
  await notifyLevel(ctx, row, level, await to[level](), text)
  return level
}

const handleOne = async (ctx: Ctx, id: string, now: Date): Promise<Level | 'scores' | null> => {
  const row = await lockDeclaration(ctx, id)
  if (!isWithReviewers(row.declareStatus)) return null
  const isScoring = row.declareStatus === 40 && (await remindExperts(ctx, row, now))
  return (await escalate(ctx, row, now)) ?? (isScoring ? 'scores' : null)
}

/**
 * Escalates what an office has not handled in time: to the handlers, to the head of their office on the next working day, and two
 * working days later to the provincial desk; scores that are overdue to their experts and to the office that runs the review. Each once for a
 * stage; nothing is decided. Resolves to how many reached each level.
 */
export const escalateOverdue = async (app: App, options: WorkOptions = {}) => {
  const now = options.now ?? (await databaseTime(app.db))
  const of = sql`declare_status = any(${inReview}::integer[])
    and (${deadline} < ${wireTime(now)}::timestamptz or (declare_status = 40 and score_until < ${wireTime(now)}::timestamptz))`
  return workThrough(app, { name: 'office-deadline', of, act: handleOne }, { ...options, now })
}
