import type { Fault } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { faultsOf, type MaterialRequirement } from '#contract/project/completeness.ts'
import type { Documents } from '#contract/project/draft-values.ts'
import { parts } from '#contract/project/parts.ts'
import type { Ctx } from '../../engine/context.ts'
import { dictName } from '../../engine/labels.ts'
import { unknownCodes } from './unknown-codes.ts'

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
  return faults
}
