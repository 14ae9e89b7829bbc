import type { Fault } from '#contract/kit/fail.ts'
import { type Field, type Fields, isMultiple, split } from '#contract/kit/field.ts'
import { fill } from '#contract/kit/text.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import type { Ctx } from '../engine/context.ts'
import { dictionaries, industryNames, regionNames } from '../engine/labels.ts'

/** The valid keys of a field with codes; null for other fields. */
const keysOf = async (ctx: Ctx, { kind, of = '' }: Field): Promise<ReadonlyMap<string, unknown> | null> => {
  if (kind === 'dict' || kind === 'dicts') return (await dictionaries(ctx)).get(of) ?? new Map()
  if (kind === 'code' || kind === 'codes') return of === 'industry' ? industryNames(ctx) : regionNames(ctx)
  return null
}

const isDocument = (value: unknown): value is DraftPart => typeof value === 'object' && value !== null

/** Faults for codes that are in no dictionary or classification, which the field definitions alone cannot check. */
export const unknownCodes = async (ctx: Ctx, fields: Fields, body: DraftPart, prefix: string): Promise<Fault[]> => {
  const faults: Fault[] = []
  for (const [name, field] of Object.entries(fields)) {
    const [value, at] = [body[name], `${prefix}.${name}`]
    // output fields are checked where their value is entered
    if (value === null || value === undefined || value === '' || field.direction === 'out') continue
    if (field.kind === 'one' && isDocument(value))
      faults.push(...(await unknownCodes(ctx, field.fields ?? {}, value, at)))
    if (field.kind === 'many' && Array.isArray(value))
      for (const [i, row] of value.filter(isDocument).entries())
        faults.push(...(await unknownCodes(ctx, field.fields ?? {}, row, `${at}.${row.id ?? i}`)))
    const keys = await keysOf(ctx, field)
    const codes = isMultiple(field.kind) ? split(String(value)) : [String(value)]
    if (keys && codes.some((code) => !keys.has(code)))
      faults.push({ at, text: fill(['{0}不在可选范围内', '{0} is not one of the options'], field.label) })
  }
  return faults
}
