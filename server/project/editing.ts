import type { Fault } from '#contract/kit/fail.ts'
import { parts } from '#contract/project/parts.ts'
import { stages } from '#contract/project/stages.ts'
import type { Remark } from '#contract/project/status.ts'
import { type Ctx, may } from '../engine/context.ts'
import type { DeclarationRow } from './declarations.ts'

/** The part an invited operator writes. */
export const operatorSection = 'facilities.network'

/** Everything beside it: what the enterprise goes on writing meanwhile. */
const besideOperatorSection = parts.flatMap(({ code, fields }) =>
  operatorSection.startsWith(`${code}.`)
    ? Object.keys(fields)
        .map((group) => `${code}.${group}`)
        .filter((place) => place !== operatorSection)
    : [code],
)

export const isOwner = (ctx: Ctx, row: DeclarationRow): boolean =>
  ctx.actor.accountType === 1 &&
  ctx.actor.organizationCode !== null &&
  ctx.actor.organizationCode === row.organizationCode

export const isItsOperator = (ctx: Ctx, row: DeclarationRow): boolean =>
  ctx.actor.accountType === 2 && ctx.actor.operator !== null && row.operators.includes(ctx.actor.operator)

/** Remarks of the last return, as long as the declaration is with its writer. */
export const openRemarks = async (ctx: Ctx, row: DeclarationRow): Promise<Remark[]> => {
  if (row.declareStatus !== 70) return []
  const last = await ctx.db
    .selectFrom('declarationMove')
    .select('remarks')
    .where('pid', '=', row.id)
    .where('toStage', '=', 70)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return (last?.remarks ?? []) as Remark[]
}

/**
 * Where the caller may write: everywhere, in these places, or nowhere (the state table of domain.md C.4). Of a returned
 * declaration that is what a remark points at, and what no longer fits: one corrected figure may need its neighbour's.
 */
export const editableBy = async (
  ctx: Ctx,
  row: DeclarationRow,
  missing: readonly Fault[],
): Promise<'all' | 'none' | string[]> => {
  if (row.declareStatus === 5 && isItsOperator(ctx, row) && may(ctx, 'declaration_confirm')) return [operatorSection]
  if (!isOwner(ctx, row) || !may(ctx, 'declaration_edit')) return 'none'
  if (row.declareStatus === 5) return besideOperatorSection
  const { edits } = stages[row.declareStatus]
  return edits === 'flagged' ? [...(await openRemarks(ctx, row)), ...missing].map(({ at }) => at) : edits
}
