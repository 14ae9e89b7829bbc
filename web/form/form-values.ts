import type { Field, Fields } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'

/** What was typed into a form: values by field, right or wrong. */
export type FormValues = Readonly<Record<string, unknown>>

/** A copy with the value at a path changed; rows of lists go by their id: `terminals.r1.qty`. */
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

/** How a row of a list is named in paths: by its own id, or by its place while it has none. */
export const rowIdOf = (row: FormValues, i: number): string => (typeof row.id === 'string' ? row.id : String(i))

/** A new row; its id is made here, so that remarks and faults find it wherever it moves. */
export const newRow = (): FormValues => ({ id: crypto.getRandomValues(new Uint32Array(2)).join('').slice(0, 12) })

const sameClassification = (one: Field, other: Field) =>
  one.kind === 'code' && other.kind === 'code' && one.of === other.of

/** The fields of a classification stand one after the other, from its top down; this is the one above, if any. */
export const fieldAbove = (fields: Fields, name: string): string | null => {
  const names = Object.keys(fields)
  const before = names[names.indexOf(name) - 1]
  const [field, above] = [fields[name], before === undefined ? undefined : fields[before]]
  return field && above && before !== undefined && sameClassification(field, above) ? before : null
}

/** The code one level up: null at the top of a classification, '' where it is not chosen yet. */
export const codeAbove = (fields: Fields, name: string, values: FormValues): string | null => {
  const above = fieldAbove(fields, name)
  if (above === null) return null
  const value = values[above]
  return typeof value === 'string' ? value : ''
}

/** Fields below a classification's field: what was chosen there no longer fits once it changes. */
export const fieldsBelow = (fields: Fields, name: string): string[] => {
  const below = Object.keys(fields).find((other) => fieldAbove(fields, other) === name)
  return below === undefined ? [] : [below, ...fieldsBelow(fields, below)]
}

/** The field a path names, and the labels on the way to it: 5G 终端 › 2 › 数量. */
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
