import type { Fields } from './field.ts'
import type { Text } from './text.ts'

/**
 * Comparisons of a list parameter, written after the name of its field: `sort_ge=3`. The `date…` forms mean the same as those
 * without `date`. `null` and `notnull` need some value; `ignore` drops the parameter.
 */
export const suffixTexts = {
  equal: ['等于', 'is'],
  notequal: ['不等于', 'is not'],
  like: ['包含', 'contains'],
  notlike: ['不包含', 'does not contain'],
  likeleft: ['以此结尾', 'ends with'],
  likeright: ['以此开头', 'begins with'],
  null: ['为空（值任意）', 'is empty (any value)'],
  notnull: ['不为空（值任意）', 'is not empty (any value)'],
  ignore: ['不筛选', 'no filter'],
  ge: ['不小于', 'is at least'],
  gt: ['大于', 'is more than'],
  le: ['不大于', 'is at most'],
  lt: ['小于', 'is less than'],
  datege: ['不早于', 'is not before'],
  dategt: ['晚于', 'is after'],
  datele: ['不晚于', 'is not after'],
  datelt: ['早于', 'is before'],
  dateequal: ['时间等于', 'is at this time'],
} as const satisfies Record<string, Text>

export const filterSuffixes = Object.keys(suffixTexts) as (keyof typeof suffixTexts)[]

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
