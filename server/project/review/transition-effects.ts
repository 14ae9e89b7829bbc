import { sql } from '../../base/database/sql.ts'
import { wireTime } from '../../base/process/clock.ts'
import type { Ctx } from '../../engine/context.ts'
import { freeze } from '../draft/freeze.ts'
import { documentsOf, readParts, writeOwnerName } from '../draft/stored-parts.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { correctionEnd } from './correction-time.ts'
import { addToLibrary, removeFromLibrary } from './listing.ts'
import { submissionTarget } from './submission-target.ts'
import type { TransitionInput } from './transition-guards.ts'

/** What a transition does besides changing the stage; resolves to further columns of the row. */
export type Effect = (
  ctx: Ctx,
  row: DeclarationRow,
  input: TransitionInput,
) => Promise<Readonly<Record<string, unknown>>>

/** For example 5G-2026-320500-00123: year, city, and a number counted without gaps in each tenant. */
const numberFor = async (ctx: Ctx, row: DeclarationRow): Promise<string> => {
  const prefix = `5G-${row.year ?? wireTime().slice(0, 4)}-${row.city ?? row.province ?? '000000'}`
  const { rows } = await sql<{ last: number }>`
    insert into declaration_number as n (tenant_id, prefix, last) values (${ctx.actor.tenantId}, ${prefix}, 1)
    on conflict (tenant_id, prefix) do update set last = n.last + 1 returning last`.execute(ctx.db)
  return `${prefix}-${String(rows[0]?.last).padStart(5, '0')}`
}

/** Freezes the documents, and gives the declaration a number and the officer who returned it. */
export const submission: Effect = async (ctx, row) => {
  const owner = await writeOwnerName(ctx, row)
  await freeze(ctx, row.id, documentsOf(await readParts(ctx, row.id)))
  const { taskUser } = await submissionTarget(ctx, row)
  return {
    ...owner,
    declareNo: row.declareNo ?? (await numberFor(ctx, row)),
    applyTime: wireTime(),
    taskUser,
    correctionUntil: null,
  }
}

export const invitation: Effect = async (_ctx, _row, { branch }) => ({ invitedCode: branch || null })
export const acceptance: Effect = async (ctx) => ({ taskUser: ctx.actor.id })
export const correction: Effect = async (ctx, row) => ({
  returnedFrom: row.declareStatus,
  loop: row.loop + 1,
  correctionUntil: await correctionEnd(ctx, row),
})
/** A new period for the same correction: the stage that demanded it, and how often it was returned, stay. */
export const renewal: Effect = async (ctx, row) => ({ correctionUntil: await correctionEnd(ctx, row) })
export const assignment: Effect = async (_ctx, _row, { experts }) => ({ experts: experts ?? null })

export const listing: Effect = async (ctx, row) => {
  await addToLibrary(ctx, row, documentsOf(await readParts(ctx, row.id)))
  return {}
}

export const removal: Effect = async (ctx, row) => {
  await removeFromLibrary(ctx, row.id)
  return {}
}
