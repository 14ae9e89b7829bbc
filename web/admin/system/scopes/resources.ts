import type { Choice, Field, Fields } from '#contract/kit/field.ts'
import { fitsCell, isLong, isMoment, isNumber } from '#contract/kit/kinds.ts'
import { subjectAttributeOf, usualColumn } from '#contract/system/scope-rule.ts'
import { columnLabel, comparisons } from '#contract/system/scope-words.ts'
import { type ScopedEntity, scopedEntities } from './scoped-entities.data.ts'

export const resources: readonly Choice[] = scopedEntities.map(({ code, label: [zh, en] }) => [
  code,
  [`${zh}（${code}）`, `${en} (${code})`],
])

export const resourceOf = (code: unknown): ScopedEntity | undefined => scopedEntities.find((one) => one.code === code)

const asChoice = (entity: ScopedEntity, column: string): Choice => [column, columnLabel(entity, column)]

/** The columns that a scope of this type can compare with the user. */
export const columnsFor = (entity: ScopedEntity, type: number): Choice[] => {
  const names = ['id', ...Object.keys(entity.fields), 'createUser', 'createDept']
  const requiredAttribute = type === 2 ? 'user' : type === 3 || type === 4 ? 'dept' : null
  const matchingNames = names.filter((name) => {
    const attribute = subjectAttributeOf(entity, name)
    return requiredAttribute ? attribute === requiredAttribute : attribute !== null
  })
  const usual = requiredAttribute ? [usualColumn(entity, type)] : []
  return [...new Set([...usual, ...matchingNames])].map((name) => asChoice(entity, name))
}

const readable = (entity: ScopedEntity): [string, Field][] =>
  Object.entries(entity.fields as Fields).filter(([, { kind, direction }]) => direction !== 'in' && kind !== 'secret')

/** The columns that a scope can make visible. */
export const visibleIn = (entity: ScopedEntity): Choice[] => readable(entity).map(([name]) => asChoice(entity, name))

/** The columns that a custom scope can have conditions on. */
export const conditionsOn = (entity: ScopedEntity): [string, Field][] =>
  readable(entity).filter(([, field]) => fitsCell(field))

const suffixesOf = (field: Field): readonly string[] => {
  if (isLong(field.kind)) return ['like']
  if (isNumber(field)) return ['equal', 'ge', 'gt', 'le', 'lt']
  if (isMoment(field)) return ['datege', 'datele']
  if (field.kind === 'choice') return ['equal', 'ge', 'le']
  return field.kind === 'text' ? ['equal', 'like'] : ['equal']
}

/** The comparisons that a column supports. */
export const comparisonsFor = (field: Field) => comparisons.filter(([suffix]) => suffixesOf(field).includes(suffix))
