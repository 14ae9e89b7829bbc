import { type Field, type Fields, nameKey, split } from '#contract/kit/field.ts'
import { isUnsaid, readFilterParameter } from '#contract/kit/filter-suffix.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import type { Ctx } from '../engine/context.ts'
import { checkFilter } from '../engine/filter-condition.ts'
import { addDisplayNames } from '../engine/labels.ts'

/** The sign before the value of a comparison; those without a value are words instead. */
const signs: Readonly<Record<string, string>> = { notequal: '≠ ', ge: '≥ ', gt: '> ', le: '≤ ', lt: '< ' }
const words: Readonly<Record<string, Text>> = { null: ['为空', 'is empty'], notnull: ['不为空', 'is not empty'] }
const signWords: Readonly<Record<string, Text>> = { notlike: ['不含', 'does not contain'] }
const colon: Text = ['：', ': ']
const [comma, semicolon]: readonly [Text, Text] = [
  ['、', ', '],
  ['；', '; '],
]

const fieldOf = (fields: Fields, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

/** One parameter of a list, such as 创建时间：> 2026-01-01; null for those that are not filters. */
const describeFilter = async (ctx: Ctx, fields: Fields, parameter: string, value: string): Promise<string | null> => {
  const read = readFilterParameter(fields, parameter)
  const field = read && fieldOf(fields, read.name)
  if (!field || isUnsaid(value)) return null
  const { name, suffix } = read
  const start = `${localize(field.label, ctx.lang)}${localize(colon, ctx.lang)}`
  const comparison = (suffix ?? '').replace(/^date/, '')
  if (words[comparison]) return `${start}${localize(words[comparison], ctx.lang)}`
  const row: Record<string, unknown> = { [name]: value }
  // SQL would refuse to look up a name for part of a value, and for one that the list refused
  const { value: checked, faults } = checkFilter(name, field, 'equal', value)
  if (checked === null) return null
  if (faults.length === 0) await addDisplayNames(ctx, { [name]: field }, [row])
  const sign = signWords[comparison] ? `${localize(signWords[comparison], ctx.lang)} ` : (signs[comparison] ?? '')
  return `${start}${sign}${row[nameKey(name)] ?? value}`
}

/** The parameters of an export in words: labels of its columns, its filters, the number of selected rows. */
export const describeExport = async (
  ctx: Ctx,
  fields: Fields,
  after: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> => {
  const labelOf = (name: string) => localize(fieldOf(fields, name)?.label ?? [name, name], ctx.lang)
  const parameters = [...new URLSearchParams(String(after.query ?? ''))]
  const filters = await Promise.all(parameters.map(([name, value]) => describeFilter(ctx, fields, name, value)))
  return {
    ...after,
    columns:
      split(String(after.columns ?? ''))
        .map(labelOf)
        .join(localize(comma, ctx.lang)) || null,
    query: filters.filter((one) => one !== null).join(localize(semicolon, ctx.lang)) || null,
    ids: split(String(after.ids ?? '')).length || null,
  }
}
