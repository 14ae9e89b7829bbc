import { fieldAbove } from '#contract/kit/classification.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'

/** Typed values by field name, valid or not. */
export type FormValues = Readonly<Record<string, unknown>>

/** A value as text, null if there is none. */
export const textOrNull = (value: unknown): string | null => (value ? String(value) : null)

/** Returns a copy with the value at a path changed. Rows of lists are addressed by id: `terminals.r1.qty`. */
export const withValue = (values: FormValues, path: readonly string[], value: unknown): FormValues => {
  const [name, ...rest] = path
  if (name === undefined) return value as FormValues
  const inner = values[name]
  if (rest.length === 0) return { ...values, [name]: value }
  if (!Array.isArray(inner)) return { ...values, [name]: withValue((inner ?? {}) as FormValues, rest, value) }
  const [rowId, ...below] = rest
  return {
    ...values,
    [name]: inner.map((row: FormValues, i) => (rowIdOf(row, i) === rowId ? withValue(row, below, value) : row)),
  }
}

/** Key of a row in paths: its id, or its index while it has none. */
export const rowIdOf = (row: FormValues, i: number): string => (typeof row.id === 'string' ? row.id : String(i))

/** A new row. Its id is generated here, so that remarks and faults still refer to it after the rows are reordered. */
export const newRow = (): FormValues => ({ id: crypto.getRandomValues(new Uint32Array(2)).join('').slice(0, 12) })

/** The code one level up: null at the top level of a classification, '' if it is not chosen yet. */
export const codeAbove = (fields: Fields, name: string, values: FormValues): string | null => {
  const above = fieldAbove(fields, name)
  if (above === null) return null
  const value = values[above]
  return typeof value === 'string' ? value : ''
}

/** The field at a path, and the labels on the way to it: 5G终端 › 2 › 数量. Null if there is no such field. */
export const fieldAt = (
  fields: Fields,
  at: string,
  values: FormValues = {},
): { field: Field; trail: Text[] } | null => {
  const [name = '', ...rest] = at.split('.')
  const field = fields[name]
  if (!field) return null
  if (rest.length === 0) return { field, trail: [field.label] }
  const rows = field.kind === 'many' && Array.isArray(values[name]) ? (values[name] as FormValues[]) : null
  const [rowId = '', ...below] = rest
  const number = rows ? String(rows.findIndex((row, i) => rowIdOf(row, i) === rowId) + 1) : ''
  const inner = field.kind === 'many' ? below : rest
  const mark: Text[] = field.kind === 'many' && number !== '0' && number ? [[number, number]] : []
  if (inner.length === 0) return { field, trail: [field.label, ...mark] }
  const match = fieldAt(field.fields ?? {}, inner.join('.'))
  return match && { field: match.field, trail: [field.label, ...mark, ...match.trail] }
}
