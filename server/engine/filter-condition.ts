import { check } from '#contract/kit/check.ts'
import { type Fault, faulty } from '#contract/kit/fail.ts'
import type { Field } from '#contract/kit/field.ts'
import { filterSuffixes } from '#contract/kit/filter-suffix.ts'
import { fold } from '#contract/kit/fold.ts'
import { hasFields, isMultiple, kinds, typeOf } from '#contract/kit/kinds.ts'
import { normalizeByRule } from '#contract/kit/normalize.ts'
import { fill } from '#contract/kit/text.ts'
import type { Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { columnType, writeSlot } from './column-types.ts'

type Suffix = (typeof filterSuffixes)[number]

const isText = (field: Field): boolean => typeOf(field) === 'text'
/** Whether a text is always looked for as a whole: part of a year is none. */
export const isWhole = ({ rule }: Field): boolean => rule === 'year'
/** Whether the value is a document, which has nothing to compare. */
export const isDocument = (field: Field): boolean => hasFields(field) || typeOf(field) === 'html'

/** How a text is compared with part of it, in the form of the database (docs/decisions/0116). */
const patterns: Partial<Record<Suffix, (part: unknown) => Fragment>> = {
  like: (part) => sql`fold_part(${part})`,
  notlike: (part) => sql`fold_part(${part})`,
  likeleft: (part) => sql`left(fold_part(${part}), -1)`,
  likeright: (part) => sql`fold_start(${part})`,
}
const operators: Partial<Record<Suffix, Fragment>> = {
  equal: sql`=`,
  notequal: sql`<>`,
  ge: sql`>=`,
  gt: sql`>`,
  le: sql`<=`,
  lt: sql`<`,
}

/** Whether a text that meets this comparison contains the compared one. */
export const holdsText = (comparison: Suffix): boolean =>
  comparison === 'equal' || (comparison in patterns && comparison !== 'notlike')

const isSuffix = (suffix: string): suffix is Suffix => (filterSuffixes as readonly string[]).includes(suffix)
const plain = (suffix: Suffix): Suffix => suffix.replace(/^date/, '') as Suffix

const unknownSuffix = (field: Field, at: string, suffix: string) =>
  faulty([{ at, text: fill(['{0}没有筛选方式“{1}”', '{0} has no filter “{1}”'], field.label, suffix.slice(0, 40)) }])
const unfit = (field: Field, at: string) =>
  faulty([{ at, text: fill(['{0}不能这样筛选', '{0} cannot be filtered like this'], field.label) }])

/** The comparison of a parameter on this field. Throws a fault for a suffix that does not exist or that does not fit the field. */
export const comparisonOf = (field: Field, parameter: string, suffix: string | null): Suffix => {
  if (suffix !== null && !isSuffix(suffix)) throw unknownSuffix(field, parameter, suffix)
  const comparison = plain(suffix ?? (isText(field) && !isWhole(field) ? 'like' : 'equal'))
  const isEmptiness = comparison === 'null' || comparison === 'notnull' || comparison === 'ignore'
  const severalFit = ['equal', 'notequal', 'like', 'notlike'].includes(comparison)
  if (!isEmptiness && (isDocument(field) || (isMultiple(field.kind) && !severalFit))) throw unfit(field, parameter)
  return comparison
}

/** The value of a filter, checked as that of its field; '' or null for white space only, which is no filter. */
export const checkFilter = (
  name: string,
  field: Field,
  comparison: Suffix,
  raw: unknown,
): { value: unknown; faults: readonly Fault[] } => {
  // part of a number or of a date is a text
  const isPart = comparison in patterns && !isMultiple(field.kind) && !isText(field)
  const filterField: Field = isPart
    ? { kind: 'text', label: field.label }
    : { ...field, direction: 'both', required: false, rule: undefined, length: undefined }
  // part of a phone number matches however it is written
  const typed = typeof raw === 'string' && isWhole(field) ? fold(raw) : raw
  const normalized = typeof typed === 'string' ? normalizeByRule(field.rule, typed) : typed
  const { value, faults } = check({ [name]: filterField }, { [name]: normalized }, { mode: 'change' })
  return { value: value[name], faults }
}

/** A text that shows the value as clients read it: numbers without trailing zeros. */
const asText = (column: Fragment, field: Field): Fragment => {
  if (columnType(field) === 'text') return column
  return kinds[field.kind].decimals?.max ? sql`trim_scale(${column})::text` : sql`${column}::text`
}

const emptiness = (column: Fragment, field: Field): Fragment =>
  isMultiple(field.kind) ? sql`coalesce(cardinality(${column}), 0) = 0` : sql`${column} is null`

/** A time on the wire means its whole second, of which columns have fractions. */
const onTime = (column: Fragment, comparison: Suffix, value: unknown): Fragment => {
  const nextSecond = sql`${value}::timestamptz + interval '1 second'`
  // a range has an index, a part of the time has none
  const isThen = sql`${column} >= ${value} and ${column} < ${nextSecond}`
  if (comparison === 'gt') return sql`${column} >= ${nextSecond}`
  if (comparison === 'le') return sql`${column} < ${nextSecond}`
  if (comparison === 'equal') return sql`(${isThen})`
  if (comparison === 'notequal') return sql`not (${isThen})`
  return sql`${column} ${operators[comparison]} ${value}`
}

/** The SQL of one comparison; `value` comes from `checkFilter`. */
export const conditionOn = (column: Fragment, field: Field, comparison: Suffix, value: unknown): Fragment => {
  if (comparison === 'null') return emptiness(column, field)
  if (comparison === 'notnull') return sql`not (${emptiness(column, field)})`
  if (isMultiple(field.kind)) {
    const overlap = sql`${column} && ${writeSlot(field, value)}`
    return comparison === 'notequal' || comparison === 'notlike' ? sql`not (${overlap})` : overlap
  }
  const pattern = patterns[comparison]
  if (pattern) {
    const match = sql`fold(${asText(column, field)}) like ${pattern(String(value))}`
    return comparison === 'notlike' ? sql`not (${match})` : match
  }
  if (field.kind === 'time') return onTime(column, comparison, value)
  return sql`${column} ${operators[comparison]} ${value}`
}
