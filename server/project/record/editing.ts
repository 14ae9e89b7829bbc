import type { Fault } from '#contract/kit/fail.ts'
import { editablePathsOf } from '#contract/project/editable-path.ts'
import { operatorSection } from '#contract/project/facilities.ts'
import { levelPlaces } from '#contract/project/factory.ts'
import { parts } from '#contract/project/parts.ts'
import { stages } from '#contract/project/stages.ts'
import type { Remark } from '#contract/project/status.ts'
import { isDeclarant } from '#contract/system/declarants.ts'
import { isRegionWithin } from '#contract/system/region-code.ts'
import { type Ctx, hasPermission } from '../../engine/context.ts'
import { type DeclarationRow, lastReturn } from './declaration-row.ts'

/** All other places, which the enterprise may edit at the same time. */
const outsideOperatorSection = parts.flatMap(({ code, fields }) =>
  operatorSection.startsWith(`${code}.`)
    ? Object.keys(fields)
        .map((group) => `${code}.${group}`)
        .filter((place) => place !== operatorSection)
    : [code],
)

export const isOwner = (ctx: Ctx, row: Pick<DeclarationRow, 'organizationCode'>): boolean =>
  isDeclarant(ctx.actor) && ctx.actor.organizationCode !== null && ctx.actor.organizationCode === row.organizationCode

/** Whether the caller works for an operator that the declaration names, in whatever region. */
export const isOfItsOperator = ({ actor }: Ctx, { operators }: Pick<DeclarationRow, 'operators'>): boolean =>
  actor.accountType === 2 && actor.operator !== null && operators.includes(actor.operator)

/** Whether the caller works for the invited operator in the region of the declaration, and for the branch that it names. */
export const isInvitedOperator = (ctx: Ctx, row: DeclarationRow): boolean =>
  isOfItsOperator(ctx, row) &&
  isRegionWithin(row.city, ctx.actor.region) &&
  (row.invitedCode === null || row.invitedCode === ctx.actor.organizationCode)

/** Whether the caller is the owner or works for its operator. A party never reviews the declaration, whatever their roles. */
export const isParty = (ctx: Ctx, row: DeclarationRow): boolean => isOwner(ctx, row) || isOfItsOperator(ctx, row)

/** Remarks of the last return while the declarant may correct or has stopped to: returned, archived or withdrawn; empty at other stages. */
export const returnRemarks = async (ctx: Ctx, row: DeclarationRow): Promise<Remark[]> => {
  if (![70, 90, 99].includes(row.declareStatus)) return []
  const last = await lastReturn(ctx, row.id)
  // old remarks may point at the level in the factory part; the field is in the information part now
  return ((last?.remarks ?? []) as Remark[]).map(({ at, text }) => ({
    at: at === levelPlaces.factory ? levelPlaces.information : at,
    text,
  }))
}

/** Remarks of the last return while the declaration is returned (stage 70); empty at other stages. */
export const openRemarks = async (ctx: Ctx, row: DeclarationRow): Promise<Remark[]> =>
  row.declareStatus === 70 ? returnRemarks(ctx, row) : []

/**
 * Where the caller may write: everywhere, in these places, or nowhere (`edits` in contract/project/stages.ts). In a returned
 * declaration these are the places with remarks (for a cell, its whole row) and the places with faults, as one correction may
 * require another (docs/decisions/0129). Only these need the faults.
 */
export const editableBy = async (
  ctx: Ctx,
  row: DeclarationRow,
  findFaults: () => readonly Fault[] | Promise<readonly Fault[]>,
): Promise<'all' | 'none' | string[]> => {
  if (row.declareStatus === 5 && isInvitedOperator(ctx, row) && hasPermission(ctx, 'declaration_confirm'))
    return [operatorSection]
  if (!isOwner(ctx, row) || !hasPermission(ctx, 'declaration_edit')) return 'none'
  if (row.declareStatus === 5) return outsideOperatorSection
  const { edits } = stages[row.declareStatus]
  if (edits !== 'flagged') return edits
  const flaggedPlaces = (await openRemarks(ctx, row)).flatMap(({ at }) => editablePathsOf(at))
  return [...new Set([...flaggedPlaces, ...(await findFaults()).map(({ at }) => at)])]
}
