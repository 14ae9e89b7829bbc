import { fill } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import type { Ctx } from '../engine/context.ts'
import { notify } from '../inbox/notify.ts'
import { namesOf } from './element-names.ts'
import { businessOf, type InstanceRow } from './instance-row.ts'
import { messageTitle } from './message-words.ts'

/** The name of the caller, for a message. */
export const ownName = async ({ db, actor }: Ctx): Promise<string> => {
  const [row] = await run<{ name: string | null }>(db, sql`select real_name as name from "user" where id = ${actor.id}`)
  return row?.name ?? ''
}

interface DoneTask {
  readonly id: string
  readonly taskKey: string
  readonly name: string
}

/** Says in the audit for whom the caller has completed a task, and tells that person. */
export const recordDeputy = async (
  ctx: Ctx,
  instance: InstanceRow,
  { id, taskKey, name }: DoneTask,
  principal: string,
): Promise<void> => {
  const { businessTable, businessId, subject, facts } = instance
  const [person] = await run<{ name: string | null }>(
    ctx.db,
    sql`select real_name as name from "user" where id = ${principal}`,
  )
  await writeAudit(ctx, 'workTodo', id, 'deputise', null, { task: name, for: person?.name ?? null }, { title: subject })
  const { linkTo, pageOf } = businessOf(ctx, businessTable)
  const link = (linkTo ?? pageOf)?.({ businessId, instanceId: instance.id, taskId: null })
  if (!link) return
  const title = messageTitle(instance, 'deputised', namesOf(facts, taskKey, name))
  const about = { table: businessTable, id: businessId }
  const text = fill(['由{0}代您办理', 'Handled for you by {0}'], await ownName(ctx))
  await notify(ctx, { to: [principal], kind: 'result', about, title, text, link })
}
