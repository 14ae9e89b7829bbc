import { type FormValues, rowIdOf } from './form-values.ts'

/** The value at a path as in `withValue`; undefined if there is none. */
export const valueAt = (values: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (name === undefined || values === null || typeof values !== 'object')
    return name === undefined ? values : undefined
  const inner = Array.isArray(values)
    ? values.find((row: FormValues, i) => rowIdOf(row, i) === name)
    : (values as FormValues)[name]
  return valueAt(inner, rest)
}
