import { notFound } from '#contract/kit/fail.ts'
import { type BatchState, batch } from '#contract/project/batch.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'

export interface BatchRow {
  readonly id: string
  readonly templateId: string
  readonly batchName: string
  readonly batchState: BatchState
  readonly cityDeadline: string | null
  readonly provinceDeadline: string | null
  readonly closeAt: string | null
  readonly decisionDeadline: string | null
}

/** The batch with this id, whoever asks: its name and dates are known to all who see one of its declarations. */
export const readBatch = async ({ db }: Ctx, id: string): Promise<BatchRow | null> =>
  ((await db.selectFrom('batch').selectAll().where('id', '=', id).executeTakeFirst()) as BatchRow | undefined) ?? null

/** Reads a batch and locks it until the end of the transaction: before its declarations, as everywhere (docs/decisions/0153). */
export const lockBatch = async (ctx: Ctx, id: unknown): Promise<BatchRow> => {
  const row = await ctx.db
    .selectFrom('batch')
    .selectAll()
    .where('id', '=', String(id ?? '0'))
    .where(rowFilter(ctx, batch))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row as BatchRow
}

/** Locks a template, whose batches are added and opened one after the other. Before the batch. */
export const lockTemplate = async (ctx: Ctx, id: unknown): Promise<void> => {
  await run(ctx.db, sql`select 1 from template where id = ${String(id ?? '0')} for no key update`)
}

/** The same of the template of a batch. */
export const lockTemplateOf = async (ctx: Ctx, id: unknown): Promise<void> => {
  await run(
    ctx.db,
    sql`select 1 from template where id = (select template_id from batch where id = ${String(id ?? '0')}) for no key update`,
  )
}

/** The open batch of a template, if it is another one than this. */
export const otherOpenBatch = async (ctx: Ctx, { id, templateId }: BatchRow): Promise<string | null> => {
  const [found] = await run<{ name: string }>(
    ctx.db,
    sql`select batch_name as name from batch
      where template_id = ${templateId} and batch_state = 2 and is_deleted = 0 and id <> ${id}`,
  )
  return found?.name ?? null
}
