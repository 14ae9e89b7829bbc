import { addFault, isFull } from '#contract/kit/check.ts'
import type { Fault } from '#contract/kit/fail.ts'
import { type Field, type Fields, split } from '#contract/kit/field.ts'
import { isMultiple, typeOf } from '#contract/kit/kinds.ts'
import { fill } from '#contract/kit/text.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import type { AnyPart } from '#contract/project/parts.ts'
import type { Ctx } from '../../engine/context.ts'
import { dictionaries, industryNames, regionNames } from '../../engine/labels.ts'

type Keys = ReadonlyMap<string, unknown>
type KeysOf = (field: Field) => Keys

interface Found {
  readonly faults: Fault[]
  /** Places that have another fault already. */
  readonly reportedPlaces: ReadonlySet<string>
}

/** The valid keys of a field with codes. */
const readKeys = async (ctx: Ctx): Promise<KeysOf> => {
  const none: Keys = new Map()
  const [dicts, industries, regions] = await Promise.all([dictionaries(ctx), industryNames(ctx), regionNames(ctx)])
  return ({ kind, of = '' }) => {
    if (typeOf({ kind }) === 'dictionary') return dicts.get(of) ?? none
    return of === 'industry' ? industries : regions
  }
}

const isDocument = (value: unknown): value is DraftPart => typeof value === 'object' && value !== null

const isCoded = (field: Field): boolean => typeOf(field) === 'dictionary' || typeOf(field) === 'classification'

const checkCodes = (keysOf: KeysOf, fields: Fields, body: DraftPart, prefix: string, found: Found): void => {
  for (const [name, field] of Object.entries(fields)) {
    if (isFull(found.faults)) return
    const value = body[name]
    // output fields are checked where their value is entered
    if (value === null || value === undefined || value === '' || field.direction === 'out') continue
    const { kind, fields: inner = {} } = field
    if (kind === 'one' && isDocument(value)) checkCodes(keysOf, inner, value, `${prefix}.${name}`, found)
    if (kind === 'many' && Array.isArray(value))
      for (const [i, row] of value.filter(isDocument).entries())
        checkCodes(keysOf, inner, row, `${prefix}.${name}.${row.id ?? i}`, found)
    if (!isCoded(field)) continue
    const keys = keysOf(field)
    const codes = isMultiple(kind) ? split(String(value)) : [String(value)]
    const at = `${prefix}.${name}`
    if (codes.some((code) => !keys.has(code)) && !found.reportedPlaces.has(at))
      addFault(found.faults, at, fill(['{0}不在可选范围内', '{0} is not one of the options'], field.label))
  }
}

/** Faults for codes of a part that are in no dictionary or classification, which the field definitions alone cannot check. */
export const unknownCodes = async (
  ctx: Ctx,
  { code, fields }: Pick<AnyPart, 'code' | 'fields'>,
  body: DraftPart,
  reportedPlaces: ReadonlySet<string> = new Set(),
): Promise<Fault[]> => {
  const faults: Fault[] = []
  checkCodes(await readKeys(ctx), fields, body, code, { faults, reportedPlaces })
  return faults
}
