import { partOf } from '#contract/project/parts.ts'
import type { PartDocument } from '#web/declaration/part-document.ts'
import { type FaultPlace, placeOfFault } from '#web/form/fault-place.ts'

/** Where a fault of the declaration is: its part, and its place there. */
export const placeInParts = (at: string, documents: Readonly<Record<string, PartDocument>>): FaultPlace => {
  const [code = '', ...rest] = at.split('.')
  const part = partOf(code)
  if (!part) return { groups: [], column: at }
  const { groups, list = groups, column } = placeOfFault(part.fields, rest.join('.'), documents[code]?.body ?? {})
  return { groups: [part.label, ...groups], list: [part.label, ...list], column: `${code}.${column}` }
}
