import type { Field, Fields } from './field.ts'

const sameClassification = (one: Field, other: Field) =>
  one.kind === 'code' && other.kind === 'code' && one.of === other.of

/** The fields of a classification are declared in order, top level first. Returns the field one level up, or null. */
export const fieldAbove = (fields: Fields, name: string): string | null => {
  const names = Object.keys(fields)
  const before = names[names.indexOf(name) - 1]
  const [field, above] = [fields[name], before === undefined ? undefined : fields[before]]
  return field && above && before !== undefined && sameClassification(field, above) ? before : null
}

/** All lower fields of a classification: their values become invalid when this one changes. */
export const fieldsBelow = (fields: Fields, name: string): string[] => {
  const below = Object.keys(fields).find((other) => fieldAbove(fields, other) === name)
  return below === undefined ? [] : [below, ...fieldsBelow(fields, below)]
}
