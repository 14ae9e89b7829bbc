import { denied, Fail } from '#contract/kit/fail.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import { stageOf, stagesWith } from '#contract/project/stages.ts'
import type { OfficeReminder, Status } from '#contract/project/status.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { wireTime } from '../../base/process/clock.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type Ctx, hasPermission, tx } from '../../engine/context.ts'
import { reminderObstacle } from '../../system/reference/reminder-rule.ts'
import { calendar } from '../../system/reference/working-days.ts'
import { type DeclarationRow, lockDeclaration } from '../record/declaration-row.ts'
import { isOwner } from '../record/editing.ts'
import { expectedEnds } from '../review/stage-dates.ts'
import { isOfficerOf } from '../review/timeline.ts'
import { isFirstTime } from './first-time.ts'
import { sendReminder } from './remind.ts'

/** The declarant reminds whoever has to handle the declaration, without learning who that is (docs/decisions/0134). */

const title: Text = ['申报单位催办“{0}”（{1}），请尽快办理', 'The declarant asks you to handle “{0}” ({1})']

/** Kinds of the notices that are such reminders; each has its day, and all are about the declaration itself. */
const kindOn = (day: string) => `declarant-${day}`

/** The reminders, oldest first, each with the last step before it. */
const readReminders = (ctx: Ctx, { id }: DeclarationRow): Promise<OfficeReminder[]> =>
  run(
    ctx.db,
    sql`select n.create_time as time, (select max(m.id)::text from declaration_move m
        where m.pid = n.about_id and m.create_time <= n.create_time) as after
      from deadline_notice n where n.about = 'declaration' and n.about_id = ${id} and starts_with(n.kind, ${kindOn('')})
      order by n.create_time`,
  )

/** When the office got the declaration: its acceptance gives it no more time. */
const readSince = async (ctx: Ctx, { id, declareStatus, stageSince }: DeclarationRow): Promise<string> => {
  const { deadline } = stageOf(declareStatus)
  const office = deadline ? stagesWith((one) => one.deadline === deadline) : [declareStatus]
  const [arrival] = await run<{ since: string | null }>(
    ctx.db,
    sql`select max(create_time) as since from declaration_move where pid = ${id}
      and to_stage = any(${office}::integer[]) and from_stage <> all(${office}::integer[])`,
  )
  return arrival?.since ?? stageSince ?? wireTime()
}

/** In a public notice nobody is to be reminded: it has its days. */
const waitsForOffice = ({ declareStatus }: DeclarationRow) =>
  stageOf(declareStatus).phase === 'review' && declareStatus !== 50

const obstacleTo = async (ctx: Ctx, row: DeclarationRow, last: string | null): Promise<Text | null> => {
  const [{ expectedAt: until }, since, days] = [
    await expectedEnds(ctx, row),
    await readSince(ctx, row),
    await calendar(ctx),
  ]
  return reminderObstacle({ since, until, last, now: wireTime() }, days)
}

/** What a status says of them: to the declarant and to officers, not to experts and operators. */
export const remindersIn = async (
  ctx: Ctx,
  row: DeclarationRow,
): Promise<Pick<Status, 'reminders' | 'canRemind' | 'reminderObstacle'>> => {
  const isWaiting = isOwner(ctx, row)
  const reminders = isWaiting || isOfficerOf(ctx, row) ? await readReminders(ctx, row) : []
  const canRemind = isWaiting && waitsForOffice(row) && hasPermission(ctx, 'declaration_submit')
  const obstacle = canRemind ? await obstacleTo(ctx, row, reminders.at(-1)?.time ?? null) : null
  return { reminders, canRemind, reminderObstacle: obstacle && localize(obstacle, ctx.lang) }
}

export const remindOffice = (ctx: Ctx, id: string): Promise<null> =>
  tx(ctx, async (inside) => {
    const row = await lockDeclaration(inside, id)
    if (!isOwner(inside, row)) throw denied()
    if (!waitsForOffice(row)) throw new Fail(['该申报目前无需催办', 'Nobody is to be reminded of it now'], 409)
    const last = (await readReminders(inside, row)).at(-1)?.time ?? null
    const obstacle = await obstacleTo(inside, row, last)
    if (obstacle) throw new Fail(obstacle, 409)
    const now = new Date()
    await isFirstTime(inside, { about: 'declaration', id }, kindOn(wireTime(now).slice(0, 10)), now)
    await sendReminder(inside, row, title)
    await writeAudit(inside, 'declaration', id, 'remindOffice', null, null)
    return null
  })
