import { check } from '#contract/kit/check.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { faulty } from '#contract/kit/fail.ts'
import type { Field } from '#contract/kit/field.ts'
import { fold } from '#contract/kit/fold.ts'
import { keyword, keywordFields } from '#contract/kit/keyword.ts'
import { normalizeByRule } from '#contract/kit/normalize.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { contains, type Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier } from './column-types.ts'
import { type Ctx, hasPermission } from './context.ts'
import { filtersOf } from './filter.ts'
import { isWhole } from './filter-condition.ts'
import { hiddenFields } from './scope.ts'

/** The keyword of a list; null without one, and for entities whose lists have none. */
const keywordIn = (entity: AnyEntity, input: ListInput): string | null => {
  if (keywordFields(entity).length === 0) return null
  const { value, faults } = check({ keyword }, { keyword: input.keyword }, { mode: 'new' })
  if (faults.length) throw faulty(faults)
  return (value.keyword as string | null | undefined) || null
}

/** Whether the input restricts a list by fields or by a keyword. */
export const isSearch = (entity: AnyEntity, input: ListInput): boolean =>
  filtersOf(entity.fields, input).length > 0 || keywordIn(entity, input) !== null

/** The condition that a field contains a text, in the form that its rule gives the text. */
interface TextTest {
  readonly text: string
  readonly test: Fragment
}

const containsText = (name: string, field: Field, text: string): TextTest[] => {
  const normalized = normalizeByRule(field.rule, text)
  if (!normalized) return []
  if (!isWhole(field)) return [{ text: normalized, test: contains(identifier(name), normalized) }]
  const whole = fold(normalized)
  return /^\d{4}$/.test(whole) ? [{ text: whole, test: sql`${identifier(name)} = ${whole}` }] : []
}

/** The condition of a keyword, and the texts of which a row contains one. */
interface KeywordFilter {
  readonly condition: Fragment
  readonly texts: readonly string[]
}

/**
 * The condition of a keyword: one of the fields it searches contains it. Fields hidden from the caller are not searched. Null without
 * a keyword.
 */
export const keywordFilter = (ctx: Ctx, entity: AnyEntity, input: ListInput): KeywordFilter | null => {
  const text = keywordIn(entity, input)
  if (text === null) return null
  const hidden = hiddenFields(ctx.actor, entity)
  const names = keywordFields(entity, (code) => hasPermission(ctx, code)).filter((name) => !hidden.has(name))
  const tests = names.flatMap((name) => containsText(name, entity.fields[name], text))
  const conditions = tests.map(({ test }) => test)
  const condition = conditions.length ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`
  return { condition, texts: tests.map((one) => one.text) }
}
