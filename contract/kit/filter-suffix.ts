import type { Fields } from './field.ts'

/**
 * Comparisons of a list parameter, written after the name of its field: `sort_ge=3`. The `date…` forms mean the same as those
 * without `date`. `null` and `notnull` need some value; `ignore` drops the parameter.
 */
export const filterSuffixes = [
  ...['equal', 'notequal', 'like', 'notlike', 'likeleft', 'likeright', 'null', 'notnull', 'ignore'],
  ...['ge', 'gt', 'le', 'lt', 'datege', 'dategt', 'datele', 'datelt', 'dateequal'],
] as const

/** A list parameter: the declared field it is about, and what follows the name, which may be no known suffix. */
export interface FilterParameter {
  readonly name: string
  readonly suffix: string | null
}

const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase())

const declaredName = (fields: Fields, name: string): string | undefined =>
  [name, camel(name)].find((one) => Object.hasOwn(fields, one))

/**
 * The field and the suffix of a list parameter, null if it names no declared field. Names are in camel or snake case. The whole
 * name comes first: `dept_id` is the field `deptId`, not `dept` with a suffix.
 */
export const readFilterParameter = (fields: Fields, parameter: string): FilterParameter | null => {
  const whole = declaredName(fields, parameter)
  if (whole !== undefined) return { name: whole, suffix: null }
  const at = parameter.lastIndexOf('_')
  const name = at > 0 ? declaredName(fields, parameter.slice(0, at)) : undefined
  return name === undefined ? null : { name, suffix: parameter.slice(at + 1) }
}

/** What programs write where they have no value. */
export const isUnsaid = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === 'undefined' || value === 'null'
