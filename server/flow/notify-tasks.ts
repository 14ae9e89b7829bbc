import { sql } from 'kysely'
import type { Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import type { Ctx } from '../engine/context.ts'
import { doneAbout, notify, openTasks } from '../inbox/notify.ts'
import { namesOf } from './element-names.ts'
import { businessOf, type InstanceRow } from './instance-row.ts'
import { messageTitle } from './message-words.ts'

interface Holders {
  readonly taskId: string
  readonly taskKey: string
  readonly name: string
  readonly people: readonly string[]
}

/** Open tasks with the people who handle them, or who may take them: at most 200 for each. */
const holdersOf = (ctx: Ctx, { id, tenantId }: Pick<InstanceRow, 'id' | 'tenantId'>) =>
  run<Holders>(
    ctx.db,
    sql`select t.id::text as "taskId", t.task_key as "taskKey", t.name, case when t.assignee is not null then array[t.assignee::text] else coalesce((
        select array_agg(p.id::text) from (
          select u.id from "user" u where u.tenant_id = ${tenantId} and u.status = 1 and u.is_deleted = 0 and not u.id = any(t.excluded_users)
            and exists (select 1 from flow_task_candidate c where c.task_id = t.id and (
              c.kind = 'user' and c.value = u.id::text or c.kind = 'group' and exists (
                select 1 from role r where r.id = any(u.role_id) and r.role_alias = c.value and r.is_deleted = 0)))
          order by u.id limit 200) p), '{}') end as people
      from flow_task t where t.instance_id = ${id} and t.end_time is null`,
  )

/** Tells those who can act now, and closes the tasks of those who no longer can; in the transaction of the step. */
export const notifyHolders = async (ctx: Ctx, instance: InstanceRow): Promise<void> => {
  const { id, businessTable, businessId, startUser, facts } = instance
  const { linkTo } = businessOf(ctx, businessTable)
  if (!linkTo) return
  const about = { table: businessTable, id: businessId }
  const [tasks, known] = [await holdersOf(ctx, instance), await openTasks(ctx, about)]
  const holders = new Set(tasks.flatMap(({ people }) => people))
  const released = known.filter((person) => !holders.has(person))
  if (released.length) await doneAbout(ctx, { ...about, of: released })
  for (const { taskId, taskKey, name, people } of tasks) {
    const to = people.filter((person) => !known.includes(person))
    const isReturned = startUser !== null && people.includes(startUser)
    const title = messageTitle(instance, isReturned ? 'returned' : 'waiting', namesOf(facts, taskKey, name))
    await notify(ctx, { to, kind: 'todo', about, title, link: linkTo({ businessId, instanceId: id, taskId }) })
  }
}

/** Tells the person who started an instance how it has ended. */
export const notifyStarter = async (
  ctx: Ctx,
  instance: InstanceRow,
  outcome: 'agreed' | 'refused' | 'ended',
  reason = '',
): Promise<void> => {
  const { id, businessTable, businessId, startUser } = instance
  const { linkTo } = businessOf(ctx, businessTable)
  if (!linkTo || startUser === null) return
  const about = { table: businessTable, id: businessId }
  await doneAbout(ctx, about)
  const link = linkTo({ businessId, instanceId: id, taskId: null })
  const text: Text = [reason, reason]
  await notify(ctx, { to: [startUser], kind: 'result', about, title: messageTitle(instance, outcome), text, link })
}
