import { denied, Fail, notFound } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { UserCtx } from '../engine/context.ts'
import { lockInstance } from './instance-row.ts'
import { findTask, type TaskRow } from './tasks.ts'

export interface ConsultationRow {
  readonly id: string
  readonly taskId: string
  readonly instanceId: string
  readonly consultedBy: string
  readonly userId: string
  readonly state: 'open' | 'answered' | 'withdrawn' | 'closed'
}

/** A consultation of the caller's tenant. Throws 404. */
const findConsultation = async ({ db, actor }: UserCtx, id: string): Promise<ConsultationRow> => {
  const [row] = await run<ConsultationRow>(
    db,
    sql`select c.id::text, c.task_id::text as "taskId", t.instance_id::text as "instanceId", c.consulted_by::text as "consultedBy",
        c.user_id::text as "userId", c.state
      from consultation c join flow_task t on t.id = c.task_id join flow_instance i on i.id = t.instance_id
      where c.id = ${id} and i.tenant_id = ${actor.tenantId}`,
  )
  if (!row) throw notFound()
  return row
}

const endings: Readonly<Record<ConsultationRow['state'], Text | null>> = {
  open: null,
  answered: ['已提出意见，请刷新', 'The advice was given already; please reload'],
  withdrawn: ['该加签已撤回，请刷新', 'The consultation was withdrawn; please reload'],
  closed: ['任务已办结，该加签已关闭', 'The task was handled, so the consultation is closed'],
}
const assertOpen = ({ state }: ConsultationRow): void => {
  const ending = endings[state]
  if (ending) throw new Fail(ending, 409)
}

/** The consultation with its task and its locked instance, if `mayKnow` lets the caller know of its state. */
export const lockConsultation = async (
  ctx: UserCtx,
  id: string,
  mayKnow: (row: ConsultationRow, task: TaskRow) => boolean,
) => {
  const found = await findConsultation(ctx, id)
  const instance = await lockInstance(ctx, found.instanceId)
  const task = await findTask(ctx, found.taskId)
  // read again: only now nobody else changes it
  const row = await findConsultation(ctx, id)
  if (!mayKnow(row, task)) throw denied()
  assertOpen(row)
  return { row, task, instance }
}
