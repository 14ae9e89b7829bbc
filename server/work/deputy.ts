import type { RowOf } from '#contract/kit/entity.ts'
import { Fail, faulty, notFound } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { deputy, maxDeputyDays } from '#contract/work/deputy.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { wireTime } from '../base/process/clock.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { selectList } from '../engine/column-types.ts'
import { type Handlers, tx, type User, type UserCtx } from '../engine/context.ts'
import { insertRow, pageOf } from '../engine/crud.ts'
import { ownName } from '../flow/deputy-notice.ts'
import { type Naming, nameableFor, namedPerson } from '../flow/named-people.ts'
import { notify } from '../inbox/notify.ts'

interface Period {
  readonly startTime: string
  readonly endTime: string
}

const expertOnly: Text = [
  '专家由抽取（指派）产生，评审由本人办理，不设代办',
  'Experts are chosen in person, so they neither have deputies nor are they any',
]
const companyOnly: Text = ['请选择工作人员', 'Choose a member of staff']

const isExpert = ({ rights }: Pick<User, 'rights'>): boolean => rights.aliases.includes('expert')

/** Any member of staff who handles tasks can be a deputy: of each task is asked whether they could have taken it. */
const naming = (principal: string): Naming => ({
  ...{ businessTable: null, businessId: null, startUser: null, moves: [], excluded: [principal] },
  refuses: (person) => (isExpert(person) ? expertOnly : person.accountType === null ? null : companyOnly),
})

/** Deputations that have not ended and overlap a period. */
const overlapping = ({ startTime, endTime }: Period): Fragment =>
  sql`d.ended_time is null and d.is_deleted = 0 and d.start_time < ${endTime} and d.end_time > ${startTime}`

const sentences = {
  second: [
    '该时段已设置代办人，请调整时间或先终止原代办',
    'There is a deputy in this period already; change the period or end that one first',
  ],
  isDeputy: [
    '您在该时段为他人代办，不能再设代办人（代办不能转代办）',
    'You are a deputy yourself in this period, and a deputy has none',
  ],
  hasDeputy: [
    '该人员在该时段已由他人代办，不能为您代办，请另选',
    'This person has a deputy in this period and cannot be yours; choose another',
  ],
  isAway: ['该人员在该时段请假，请另选代办人', 'This person is on leave in this period; choose another'],
} as const satisfies Record<string, Text>

/** Throws unless the two people can be principal and deputy in the period: no deputy of a deputy, no circle, nobody who is away. */
const assertFree = async (inside: UserCtx, principal: string, period: Period, person: string) => {
  const others = overlapping(period)
  const [found] = await run<Record<keyof typeof sentences, boolean>>(
    inside.db,
    sql`select exists (select 1 from deputy d where d.create_user = ${principal} and ${others}) as second,
        exists (select 1 from deputy d where d.deputy_user = ${principal} and ${others}) as "isDeputy",
        exists (select 1 from deputy d where d.create_user = ${person} and ${others}) as "hasDeputy",
        exists (select 1 from leave l where l.create_user = ${person} and l.leave_state = 'approved' and l.is_deleted = 0
          and l.start_time < ${period.endTime} and l.end_time > ${period.startTime}) as "isAway"`,
  )
  if (found?.second) throw faulty([{ at: 'startTime', text: sentences.second }])
  if (found?.isDeputy) throw faulty([{ at: 'startTime', text: sentences.isDeputy }])
  if (found?.hasDeputy) throw faulty([{ at: 'deputyUser', text: sentences.hasDeputy }])
  if (found?.isAway) throw faulty([{ at: 'deputyUser', text: sentences.isAway }])
}

const assertPeriod = (startTime: string, endTime: string): void => {
  const at = 'endTime'
  if (endTime <= startTime)
    throw faulty([{ at, text: ['代办结束时间须晚于开始时间', 'The deputation must end after it starts'] }])
  if (endTime <= wireTime()) throw faulty([{ at, text: ['结束时间须晚于当前时间', 'The end must be in the future'] }])
  if (Date.parse(endTime) - Date.parse(startTime) > maxDeputyDays * 86_400_000)
    throw faulty([{ at, text: ['代办时间不能超过一年', 'A deputy can be named for at most a year'] }])
}

const isOver = ({ endedTime, endTime }: Pick<RowOf<typeof deputy>, 'endedTime' | 'endTime'>) =>
  endedTime !== null || String(endTime) <= wireTime()
const over = () => new Fail(['该代办已结束，请刷新', 'This has ended; please reload'], 409)

const page = '/work/deputy'
const inform = (ctx: UserCtx, to: string, title: Text, text?: Text) =>
  notify(ctx, { to: [to], kind: 'system', about: null, title, link: page, ...(text ? { text } : {}) })

const nameDeputy: Handlers<'deputy'>['nameDeputy'] = (ctx, input) =>
  tx(ctx, async (inside) => {
    const { id: principal, tenantId } = inside.actor
    if (isExpert(inside.actor)) throw faulty([{ at: 'deputyUser', text: expertOnly }])
    const [startTime, endTime, person] = [String(input.startTime), String(input.endTime), String(input.deputyUser)]
    assertPeriod(startTime, endTime)
    await namedPerson(inside, 'deputyUser', person, naming(principal))
    // two people who name each other at the same time wait here
    await sql`select pg_advisory_xact_lock(5051, hashtext(${tenantId}))`.execute(inside.db)
    await assertFree(inside, principal, { startTime, endTime }, person)
    const saved = await insertRow(inside, deputy, { ...input })
    const words: Text = ['{0}请您代办其事务（{1} 至 {2}）', '{0} asks you to be their deputy ({1} to {2})']
    const reason = input.reason ?? ''
    await inform(inside, person, fill(words, await ownName(inside), startTime, endTime), [reason, reason])
    return saved
  })

const informOfEnd = async (inside: UserCtx, to: string) =>
  inform(inside, to, fill(['{0}已终止代办', '{0} has ended the deputation'], await ownName(inside)))

/** A deputation that the caller sees as its principal, or in which they are the deputy. Throws 404. */
const findDeputation = async (ctx: UserCtx, id: unknown): Promise<RowOf<typeof deputy>> => {
  const [row] = await run<RowOf<typeof deputy>>(
    ctx.db,
    sql`select ${selectList(deputy.fields)} from deputy where id = ${id} and tenant_id = ${ctx.actor.tenantId} and is_deleted = 0
      and ${ctx.actor.id}::bigint in (create_user, deputy_user) for update`,
  )
  if (!row) throw notFound()
  return row
}

const endDeputy: Handlers<'deputy'>['endDeputy'] = (ctx, { id }) =>
  tx(ctx, async (inside) => {
    const row = await findDeputation(inside, id)
    if (isOver(row)) throw over()
    // also by the deputy, whose row it is not
    await run(
      inside.db,
      sql`update deputy set ended_time = now(), update_user = ${inside.actor.id}, update_time = now() where id = ${row.id}`,
    )
    await writeAudit(inside, 'deputy', row.id, 'endDeputy', { endedTime: null }, { endedTime: wireTime() })
    for (const to of [String(row.createUser), String(row.deputyUser)])
      if (to !== inside.actor.id) await informOfEnd(inside, to)
    return null
  })

const principals: Handlers<'deputy'>['principals'] = ({ db, actor }) =>
  run(
    db,
    sql`select d.id::text, u.real_name as "principalName", d.start_time as "startTime", d.end_time as "endTime"
      from deputy d join "user" u on u.id = d.create_user
      where d.deputy_user = ${actor.id} and d.tenant_id = ${actor.tenantId} and d.ended_time is null and d.is_deleted = 0 and d.end_time > now()
      order by d.start_time, d.id limit 50`,
  )

const proposal: Handlers<'deputy'>['proposal'] = async ({ db, actor }) => {
  const [found] = await run<{ startTime: string; endTime: string }>(
    db,
    sql`select l.start_time as "startTime", l.end_time as "endTime" from leave l
      where l.create_user = ${actor.id} and l.leave_state = 'approved' and l.is_deleted = 0 and l.end_time > now() and not exists (
        select 1 from deputy d where d.create_user = l.create_user and d.ended_time is null and d.is_deleted = 0
          and d.start_time < l.end_time and d.end_time > l.start_time)
      order by l.start_time limit 1`,
  )
  return found ?? { startTime: null, endTime: null }
}

export const deputyHandlers: Handlers<'deputy'> = {
  list: (ctx, input) => pageOf(ctx, deputy, input, { conditions: [sql`create_user = ${ctx.actor.id}`] }),
  nameDeputy,
  endDeputy,
  people: async (ctx, { realName }) => {
    if (isExpert(ctx.actor)) return []
    return nameableFor(ctx, naming(ctx.actor.id), realName?.trim() ?? '')
  },
  principals,
  proposal,
}
