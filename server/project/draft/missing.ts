import type { Fault } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { faultsOf, type MaterialRequirement } from '#contract/project/completeness.ts'
import { asGroup, type Documents, isBlank } from '#contract/project/draft-values.ts'
import { parts } from '#contract/project/parts.ts'
import type { Ctx } from '../../engine/context.ts'
import { dictName } from '../../engine/labels.ts'
import { unknownCodes } from './unknown-codes.ts'

const networkPlace = 'facilities.network.privateNetworkId'
const foreignNetwork: Text = [
  '所选5G专网不存在或不属于本单位',
  'This private network does not exist or belongs to another organisation',
]

/** A fault for a private network that is none of the organisation that declares. */
const faultsOfNetwork = async (ctx: Ctx, { facilities, information }: Documents): Promise<Fault[]> => {
  const id = asGroup(facilities?.network).privateNetworkId
  if (isBlank(id)) return []
  const row = await ctx.db
    .selectFrom('privateNetwork')
    .select('id')
    .where('id', '=', String(id))
    .where('organizationCode', '=', String(information?.organizationCode ?? ''))
    .where('tenantId', '=', ctx.actor.tenantId)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  return row ? [] : [{ at: networkPlace, text: foreignNetwork }]
}

/** Faults that prevent submission: of fields, of rules across fields, of the `materials` that the template demands, and unknown codes. */
export const findMissing = async (
  ctx: Ctx,
  materials: readonly MaterialRequirement[],
  documents: Documents,
): Promise<Fault[]> => {
  const names = new Map<number, Text>()
  for (const { type } of materials)
    if (type !== null) names.set(type, (await dictName(ctx, 'material_type', type)) ?? [String(type), String(type)])
  const faults = faultsOf(documents, materials, (type) => names.get(type) as Text)
  const reportedPlaces = new Set(faults.map(({ at }) => at))
  for (const part of parts) faults.push(...(await unknownCodes(ctx, part, documents[part.code] ?? {}, reportedPlaces)))
  // an id that is none has a fault already
  return reportedPlaces.has(networkPlace) ? faults : [...faults, ...(await faultsOfNetwork(ctx, documents))]
}
