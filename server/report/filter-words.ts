import { type Chip, chipsOf, rangeText } from '#contract/filter-chips.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field } from '#contract/kit/field.ts'
import { hasName, isNumber } from '#contract/kit/kinds.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import type { Ctx } from '../engine/context.ts'
import { addDisplayNames } from '../engine/labels.ts'

type Filters = Readonly<Record<string, string>>

const valueWords = async (ctx: Ctx, { field, keys, range }: Chip, filters: Filters): Promise<string> => {
  const [key = ''] = keys
  const value = filters[key] ?? ''
  if (key.endsWith('_notnull')) return localize(['已有', 'any'], ctx.lang)
  if (key.endsWith('_null')) return localize(words.notFilled, ctx.lang)
  if (range) return localize(rangeText(range.from, range.to), ctx.lang)
  const chosen = field.choices?.find(([one]) => String(one) === value)
  if (chosen) return localize(chosen[1], ctx.lang)
  if (isNumber(field) && Number.isFinite(Number(value))) return Number(value).toLocaleString('en-US')
  if (!hasName(field)) return value
  const [row] = await addDisplayNames(ctx, { value: field } as Readonly<Record<string, Field>>, [
    { value, valueName: null as string | null },
  ])
  return row?.valueName ?? value
}

/** The conditions of a list in words, as the pages show them: 年份 2025, 总投资（万元）不小于 100. */
export const filterWords = async (ctx: Ctx, entity: AnyEntity, filters: string): Promise<readonly string[]> => {
  const values = Object.fromEntries(new URLSearchParams(filters))
  const filtered = { ...entity, fields: { ...entity.fields, ...entity.filters } }
  const conditions: string[] = []
  for (const chip of chipsOf(filtered, values)) {
    const label: Text = chip.field.label
    conditions.push(`${localize(label, ctx.lang)} ${chip.sign}${await valueWords(ctx, chip, values)}`)
  }
  return conditions
}
