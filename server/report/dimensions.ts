import type { Field } from '#contract/kit/field.ts'
import { isMoment, isMultiple } from '#contract/kit/kinds.ts'
import type { Text } from '#contract/kit/text.ts'
import type { Grouping, Period } from '#contract/report/report-content.ts'
import { fieldsOf } from '#contract/report/report-fields.ts'
import type { Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier } from '../engine/column-types.ts'

/** A field by which rows are grouped. */
export interface Dimension {
  readonly name: string
  readonly field: Field
  readonly period: Period | null
  /** The values are in a list: the row belongs to the group of each. */
  readonly isMultiple: boolean
}

export const dimensionsOf = (source: string | null, groupings: readonly Grouping[]): Dimension[] =>
  groupings.map(({ field: name, period }) => {
    const field = fieldsOf(source)[name] as Field
    return { name, field, period: isMoment(field) ? period : null, isMultiple: isMultiple(field.kind) }
  })

const periodFormats: Readonly<Record<Period, string>> = { year: 'YYYY', quarter: 'YYYY-"Q"Q', month: 'YYYY-MM' }

/** The value of a row as text; of a list the values that `unnested` gives. */
export const dimensionValue = ({ name, period, isMultiple }: Dimension, nth: number): Fragment => {
  if (isMultiple) return sql`${sql.ref(`list${nth}`)}.value`
  const column = identifier(name)
  return period ? sql`to_char(${column}, ${sql.lit(periodFormats[period])})` : sql`${column}::text`
}

/** A row for each value of the list; one without a value if it is empty. */
export const unnested = ({ name }: Dimension, nth: number): Fragment => {
  const list = sql.ref(`list${nth}`)
  return sql` left join lateral (select distinct value::text as value from unnest(${identifier(name)}) value) ${list} on true`
}

export const dimensionLabel = ({ field, period }: Dimension): Text => {
  const units: Readonly<Record<Period, Text>> = {
    year: ['按年', 'by year'],
    quarter: ['按季度', 'by quarter'],
    month: ['按月', 'by month'],
  }
  return period ? [`${field.label[0]}（${units[period][0]}）`, `${field.label[1]}, ${units[period][1]}`] : field.label
}

const pad = (n: number): string => String(n).padStart(2, '0')

/** First and last day of a period, as `2025`, `2025-Q3` or `2025-09` name it. */
export const daysOfPeriod = (value: string): { from: string; to: string } => {
  const [year = '', part] = value.split('-')
  const [first, last] = part?.startsWith('Q')
    ? [3 * Number(part.slice(1)) - 2, 3 * Number(part.slice(1))]
    : part
      ? [Number(part), Number(part)]
      : [1, 12]
  const lastDay = new Date(Date.UTC(Number(year), last, 0)).getUTCDate()
  return { from: `${year}-${pad(first)}-01`, to: `${year}-${pad(last)}-${lastDay}` }
}

/** The period before a period of these names; null for a value that is none. */
export const periodBefore = (value: string): string | null => {
  const [, year = '', quarter, month] = /^(\d{4})(?:-Q([1-4])|-(\d{2}))?$/.exec(value) ?? []
  if (!year) return null
  const before = String(Number(year) - 1).padStart(4, '0')
  if (quarter) return quarter === '1' ? `${before}-Q4` : `${year}-Q${Number(quarter) - 1}`
  if (month) return month === '01' ? `${before}-12` : `${year}-${pad(Number(month) - 1)}`
  return before
}

/** Adds a parameter to those of a list; one of the same name with another value stays, and both hold. */
const addParameter = (parameters: URLSearchParams, names: readonly string[], value: string): void => {
  const name = names.find((one) => !parameters.has(one) || parameters.get(one) === value) ?? names[0]
  parameters.set(name as string, value)
}

/** Adds what restricts a list to the rows with this value. */
export const addValue = (
  parameters: URLSearchParams,
  { name, field, period }: Dimension,
  value: string | null,
): void => {
  // a value says as much
  if (value !== null) parameters.delete(`${name}_notnull`)
  if (value === null || !period) {
    if (value === null) parameters.set(`${name}_null`, '1')
    else addParameter(parameters, [name, `${name}_equal`], value)
    return
  }
  const { from, to } = daysOfPeriod(value)
  const isTime = field.kind === 'time'
  addParameter(parameters, [`${name}_datege`, `${name}_ge`], isTime ? `${from} 00:00:00` : from)
  addParameter(parameters, [`${name}_datele`, `${name}_le`], isTime ? `${to} 23:59:59` : to)
}
