import type { Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx, UserCtx } from '../engine/context.ts'
import { readPeople } from '../engine/session.ts'
import { doneAbout, notify, openTasks } from '../inbox/notify.ts'
import { idsOf, peopleFor } from '../inbox/people-who.ts'
import { deputiesFor } from './deputies.ts'
import { namesOf } from './element-names.ts'
import { businessOf, type InstanceRow } from './instance-row.ts'
import { messageTitle } from './message-words.ts'

interface Task {
  readonly taskId: string
  readonly taskKey: string
  readonly name: string
  readonly assignee: string | null
  readonly candidates: readonly string[]
}

/** People who are told of one task. */
const maxHolders = 200

/** Open tasks with the person who has them, or else with their candidates: at most `limit` of each, or all. */
const openTasksOf = (ctx: Ctx, { id, tenantId }: Pick<InstanceRow, 'id' | 'tenantId'>, limit: number | null) =>
  run<Task>(
    ctx.db,
    sql`select t.id::text as "taskId", t.task_key as "taskKey", t.name, t.assignee::text,
        case when t.assignee is null then array(
          select u.id::text from "user" u where u.tenant_id = ${tenantId} and u.status = 1 and u.is_deleted = 0 and not u.id = any(t.excluded_users)
            and exists (select 1 from flow_task_candidate c where c.task_id = t.id and (
              c.kind = 'user' and c.value = u.id::text or c.kind = 'group' and exists (
                select 1 from role r where r.id = any(u.role_id) and r.role_alias = c.value and r.is_deleted = 0)))
          order by u.id limit ${limit}) else '{}' end as candidates
      from flow_task t where t.instance_id = ${id} and t.end_time is null`,
  )

/** Open tasks with the people who handle them, or who may take them because they see the matter: at most 200 for each. */
const holdersOf = async (ctx: Ctx, instance: InstanceRow) => {
  const { businessTable, businessId } = instance
  const { isVisible } = businessOf(ctx, businessTable)
  const entity = ctx.app.entities[businessTable]
  const tasks = await openTasksOf(ctx, instance, isVisible ? null : maxHolders)
  const seeing = async (candidates: readonly string[]): Promise<readonly string[]> => {
    if (!isVisible || !entity || candidates.length === 0) return candidates
    const people = await readPeople(ctx, sql`u.id = any(${candidates}::bigint[])`)
    const seesMatter = (person: UserCtx) => isVisible(person, sql`${businessId}::bigint`)
    return idsOf(await peopleFor(ctx, people, entity, businessId, seesMatter)).slice(0, maxHolders)
  }
  const having = async ({ taskId, assignee }: Task): Promise<readonly string[]> =>
    assignee === null ? [] : [assignee, ...(await deputiesFor(ctx, taskId, assignee))]
  const holders: (Task & { people: readonly string[] })[] = []
  for (const task of tasks)
    holders.push({ ...task, people: task.assignee === null ? await seeing(task.candidates) : await having(task) })
  return holders
}

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

/** Reminds those who can act now, because the person who started the instance waits for them. */
export const remindHolders = async (ctx: Ctx, instance: InstanceRow): Promise<void> => {
  const { id, businessTable, businessId, startUser, facts } = instance
  const { linkTo } = businessOf(ctx, businessTable)
  if (!linkTo) return
  const about = { table: businessTable, id: businessId }
  for (const { taskId, taskKey, name, people } of await holdersOf(ctx, instance)) {
    const to = people.filter((person) => person !== startUser)
    const title = messageTitle(instance, 'reminded', namesOf(facts, taskKey, name))
    await notify(ctx, { to, kind: 'reminder', about, title, link: linkTo({ businessId, instanceId: id, taskId }) })
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
