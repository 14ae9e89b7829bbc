import type { Fields } from '../kit/field.ts'
import type { DraftPart } from './draft-values.ts'
import { partOf } from './parts.ts'
import { rowKeyOf } from './paths.ts'

const hasNames = (fields: Fields, values: DraftPart, [name, ...rest]: readonly string[]): boolean => {
  if (name === undefined) return true
  if (!Object.hasOwn(fields, name)) return false
  const { kind, fields: inner = {} } = fields[name] as Fields[string]
  const value = values[name]
  if (kind === 'one') return hasNames(inner, (value ?? {}) as DraftPart, rest)
  if (kind !== 'many' || rest.length === 0) return rest.length === 0
  const [key, ...names] = rest
  const row = (Array.isArray(value) ? value : []).find((one, i) => rowKeyOf(one, i) === key)
  return row !== undefined && hasNames(inner, row as DraftPart, names)
}

/** Whether a path names a part, a group, a list, a row that exists in the documents, or a field. */
export const hasPlace = (documents: Readonly<Record<string, DraftPart>>, at: string): boolean => {
  const [code = '', ...names] = at.split('.')
  const part = partOf(code)
  return part !== undefined && hasNames(part.fields, documents[code] ?? {}, names)
}
