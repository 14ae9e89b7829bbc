import { fill, listText, type Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { type App, type Ctx, tx } from '../engine/context.ts'
import { readPeople } from '../engine/session.ts'
import { isPersonal, isTaker } from '../flow/task-takers.ts'
import { headsOf } from '../inbox/heads-of-offices.ts'
import { notify } from '../inbox/notify.ts'
import { ctxOf } from '../inbox/people-who.ts'
import { platformCtx } from '../inbox/system-ctx.ts'

/** The tasks of somebody who is away stay with them when their deputy is away too, or may not handle them (docs/decisions/0151). */

interface Deputation {
  readonly id: string
  readonly tenantId: string
  readonly principal: string
  readonly deputy: string
  readonly principalName: string
  readonly deputyName: string
}

const columns = sql`d.id::text, d.tenant_id as "tenantId", d.create_user::text as principal, d.deputy_user::text as deputy,
  coalesce(p.real_name, '') as "principalName", coalesce(u.real_name, '') as "deputyName"`
const source = sql`deputy d join "user" p on p.id = d.create_user join "user" u on u.id = d.deputy_user`
const isCurrent = sql`d.ended_time is null and d.is_deleted = 0`

const awayOf: Text = [
  '代办人{0}在代办期间请假，其间任务由委托人本人办理',
  'The deputy {0} is on leave; the tasks stay with the principal meanwhile',
]
const awayForHead: Text = [
  '{1}的代办人{0}在代办期间请假，其间任务无人代办',
  '{0}, the deputy of {1}, is on leave; nobody handles the tasks meanwhile',
]
const lost: Text = [
  '代办人{0}不能办理{1}的 {2} 项任务，任务由委托人本人办理',
  'The deputy {0} cannot handle tasks of {1}: {2}; they stay with the principal',
]
const arrange: Text = [
  '委托人外出期间无人办理，请安排：由委托人另设代办人，或由管理员改派。',
  'Nobody handles them while the principal is away: another deputy can be named, or an administrator reassigns them.',
]
const because: Text = ['权限、数据范围或回避关系不符：{0}', 'By their rights, data or ties: {0}']

const page = '/work/deputy'
/** The head of an office need not have deputies of their own, so they are led to the message. */
const inform = async (ctx: Ctx, to: readonly string[], isHead: boolean, title: Text, text: Text = ['', '']) =>
  notify(ctx, {
    ...({ to, kind: isHead ? 'reminder' : 'system', about: null, title, text, includesCaller: true } as const),
    link: isHead ? '/inbox/messages' : page,
  })

const headsFor = (ctx: Ctx, { principal, deputy }: Deputation) => headsOf(ctx, [principal], [deputy])

/** Tells a person, whose leave was approved, those whose deputy they are in that time, and the heads of their offices. */
export const informOfAbsence = async (ctx: Ctx, leaveId: string): Promise<void> => {
  const rows = await run<Deputation>(
    ctx.db,
    sql`select ${columns} from ${source} join leave l on l.create_user = d.deputy_user
      where l.id = ${leaveId} and ${isCurrent} and d.start_time < l.end_time and d.end_time > l.start_time`,
  )
  for (const row of rows) {
    await inform(ctx, [row.principal, row.deputy], false, fill(awayOf, row.deputyName))
    await inform(ctx, await headsFor(ctx, row), true, fill(awayForHead, row.deputyName, row.principalName), arrange)
  }
}

const maxNamed = 3

/** The tasks of the principal that the deputy cannot handle and that nobody was told of yet, by what messages call their matters. */
const newGaps = async (ctx: Ctx, { id, principal, deputy }: Deputation): Promise<Text[]> => {
  const [person] = await readPeople(ctx, sql`u.id = ${deputy}`)
  const cannot = person ? sql`not ${isTaker(ctxOf(ctx, person))}` : sql`true`
  const rows = await run<{ subject: string; title: Text | null }>(
    ctx.db,
    sql`with gap as (
        insert into deputy_gap (deputy_id, task_id)
        select ${id}, t.id from flow_task t join flow_instance i on i.id = t.instance_id
        where t.assignee = ${principal} and t.end_time is null and not ${isPersonal(ctx)} and ${cannot}
        on conflict do nothing returning task_id)
      select i.subject, i.title from gap join flow_task t on t.id = gap.task_id join flow_instance i on i.id = t.instance_id
      order by t.create_time, t.id`,
  )
  return rows.map(({ subject, title }) => title ?? [subject, subject])
}

const namesIn = (matters: readonly Text[]): Text => {
  const some = listText(matters.slice(0, maxNamed))
  return matters.length > maxNamed ? fill(['{0}等', '{0} and others'], some) : some
}

/** Tells the principal and the head of their office of tasks that the deputy cannot handle; of each task once. */
const checkOne = async (ctx: Ctx, row: Deputation): Promise<number> => {
  const matters = await newGaps(ctx, row)
  if (matters.length === 0) return 0
  const title = fill(lost, row.deputyName, row.principalName, matters.length)
  const why = fill(because, namesIn(matters))
  await inform(ctx, [row.principal], false, title, why)
  await inform(ctx, await headsFor(ctx, row), true, title, [`${why[0]}\n${arrange[0]}`, `${why[1]}\n${arrange[1]}`])
  return matters.length
}

/**
 * Looks for tasks that lie with somebody who has named a deputy for now, since the deputy may not handle them: they have lost a role, a
 * region or their account, or have to stay out. A deputy on leave was announced with the leave. Resolves to the number of tasks.
 */
export const checkDeputies = async (app: App): Promise<number> => {
  const rows = await run<Deputation>(
    app.db,
    sql`select ${columns} from ${source} where ${isCurrent} and d.start_time <= now() and d.end_time > now()
      and not is_on_leave(d.deputy_user) order by d.id`,
  )
  let count = 0
  for (const row of rows)
    count += await tx(await platformCtx(app, row.tenantId, 'deputy-check'), (inside) => checkOne(inside, row))
  return count
}
