import { type Field, type Fields, nameKey, split } from '#contract/kit/field.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import type { Ctx } from '../engine/context.ts'
import { checkFilter, fieldIn } from '../engine/filter.ts'
import { addDisplayNames } from '../engine/labels.ts'

const signs: readonly (readonly [suffix: RegExp, sign: string])[] = [
  [/_(date)?ge$/, '≥ '],
  [/_(date)?gt$/, '> '],
  [/_(date)?le$/, '≤ '],
  [/_(date)?lt$/, '< '],
]
const colon: Text = ['：', ': ']
const [comma, semicolon]: readonly [Text, Text] = [
  ['、', ', '],
  ['；', '; '],
]

const fieldOf = (fields: Fields, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

/** One parameter of a list, such as 创建时间：> 2026-01-01; null for those that are not filters. */
const describeFilter = async (ctx: Ctx, fields: Fields, parameter: string, value: string): Promise<string | null> => {
  const name = fieldIn(parameter)
  const field = fieldOf(fields, name)
  if (!field) return null
  const { value: filter, faults } = checkFilter(name, field, value)
  if (filter === '' || filter === null) return null
  const row: Record<string, unknown> = { [name]: value }
  // the list ignores some parameters unchecked, and SQL would refuse to look up a name for such a value
  if (faults.length === 0) await addDisplayNames(ctx, { [name]: field }, [row])
  const sign = signs.find(([suffix]) => suffix.test(parameter))?.[1] ?? ''
  return `${localize(field.label, ctx.lang)}${localize(colon, ctx.lang)}${sign}${row[nameKey(name)] ?? value}`
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
