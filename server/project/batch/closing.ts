import type { StageCode } from '#contract/project/stages.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import type { BatchRow } from './batch-row.ts'

export interface NextBatch {
  readonly id: string
  readonly batchName: string
}

/** The batch after this one, locked against acts: the next one in preparation; null if there is none. */
export const batchAfter = async (
  ctx: Ctx,
  { id, templateId }: Pick<BatchRow, 'id' | 'templateId'>,
): Promise<NextBatch | null> => {
  const [found] = await run<NextBatch>(
    ctx.db,
    sql`select b.id::text, b.batch_name as "batchName" from batch b where b.template_id = ${templateId} and b.batch_state <= 2 and b.is_deleted = 0
      and b.id <> ${id} order by b.batch_state desc, b.close_at nulls last, b.id limit 1 for share`,
  )
  return found ?? null
}

/** Candidates that are with their applicants when a batch closes go on to the next one, or wait for it. */
export const moveReturnedOn = async (ctx: Ctx, row: BatchRow, next: string | null): Promise<void> => {
  await run(
    ctx.db,
    sql`update declaration set batch_id = ${next}, update_time = now()
      where batch_id = ${row.id} and batch_since is null and declare_status = 70`,
  )
}

/** How many members of a batch, or of its candidates, are at these stages. */
export const countAt = async (
  ctx: Ctx,
  { id }: BatchRow,
  stages: readonly StageCode[],
  isMember: boolean,
): Promise<number> => {
  const [found] = await run<{ count: number }>(
    ctx.db,
    sql`select count(*)::int as count from declaration where batch_id = ${id} and (batch_since is not null) = ${isMember}
      and declare_status = any(${stages}::integer[]) and is_deleted = 0`,
  )
  return found?.count ?? 0
}

/** Candidates at these stages, by id: in the order in which all acts lock them. */
export const candidatesAt = async (ctx: Ctx, { id }: BatchRow, stages: readonly StageCode[]): Promise<string[]> => {
  const rows = await run<{ id: string }>(
    ctx.db,
    sql`select d.id::text from declaration d where d.batch_id = ${id} and d.batch_since is null and d.is_deleted = 0
      and d.declare_status = any(${stages}::integer[]) order by d.id for update`,
  )
  return rows.map((row) => row.id)
}
