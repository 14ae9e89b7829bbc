import type { Fault } from '#contract/kit/fail.ts'
import { editablePathOf } from '#contract/project/editable-path.ts'
import { levelPlaces } from '#contract/project/factory.ts'
import { parts } from '#contract/project/parts.ts'
import { stages } from '#contract/project/stages.ts'
import type { Remark } from '#contract/project/status.ts'
import { type Ctx, hasPermission } from '../engine/context.ts'
import { type DeclarationRow, lastReturn } from './declarations.ts'

/** The part an invited operator writes. */
export const operatorSection = 'facilities.network'

/** Everything beside it: what the enterprise goes on writing meanwhile. */
const outsideOperatorSection = parts.flatMap(({ code, fields }) =>
  operatorSection.startsWith(`${code}.`)
    ? Object.keys(fields)
        .map((group) => `${code}.${group}`)
        .filter((place) => place !== operatorSection)
    : [code],
)

/** Enterprises and operators declare (specification 000, users). */
const declarants: readonly (number | null)[] = [1, 2]

export const isOwner = (ctx: Ctx, row: DeclarationRow): boolean =>
  declarants.includes(ctx.actor.accountType) &&
  ctx.actor.organizationCode !== null &&
  ctx.actor.organizationCode === row.organizationCode

export const isInvitedOperator = (ctx: Ctx, row: DeclarationRow): boolean =>
  ctx.actor.accountType === 2 && ctx.actor.operator !== null && row.operators.includes(ctx.actor.operator)

/** Whether the caller declares it or fills in the operator's part: whatever roles he holds beside, he reviews nothing of it. */
export const isParty = (ctx: Ctx, row: DeclarationRow): boolean => isOwner(ctx, row) || isInvitedOperator(ctx, row)

/** Remarks of the last return, as long as the declaration is with its writer. */
export const openRemarks = async (ctx: Ctx, row: DeclarationRow): Promise<Remark[]> => {
  if (row.declareStatus !== 70) return []
  const last = await lastReturn(ctx, row.id)
  // once the level was asked twice: a remark on the second is one on the first
  return ((last?.remarks ?? []) as Remark[]).map(({ at, text }) => ({
    at: at === levelPlaces.factory ? levelPlaces.information : at,
    text,
  }))
}

/**
 * Where the caller may write: everywhere, in these places, or nowhere (the state table of domain.md C.4). Of a returned
 * declaration that is what a remark points at, with the whole row of a cell, and what no longer fits: one corrected figure
 * may need its neighbour's.
 */
export const editableBy = async (
  ctx: Ctx,
  row: DeclarationRow,
  missing: readonly Fault[],
): Promise<'all' | 'none' | string[]> => {
  if (row.declareStatus === 5 && isInvitedOperator(ctx, row) && hasPermission(ctx, 'declaration_confirm'))
    return [operatorSection]
  if (!isOwner(ctx, row) || !hasPermission(ctx, 'declaration_edit')) return 'none'
  if (row.declareStatus === 5) return outsideOperatorSection
  const { edits } = stages[row.declareStatus]
  if (edits !== 'flagged') return edits
  const flaggedPlaces = (await openRemarks(ctx, row)).map(({ at }) => editablePathOf(at))
  return [...new Set([...flaggedPlaces, ...missing.map(({ at }) => at)])]
}
