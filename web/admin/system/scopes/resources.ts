import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Choice, Field, Fields, Kind } from '#contract/kit/field.ts'
import { subjectAttributeOf, usualColumn } from '#contract/system/scope-rule.ts'
import { columnLabel, comparisons } from '#contract/system/scope-words.ts'

/** Entities whose rows a scope can limit: neither shared ones nor those with only own rows (server/system/access/data-scope.ts). */
const scopedEntities = (Object.values(entities) as AnyEntity[]).filter(({ shared, rows }) => !shared && rows !== 'own')

export const resources: readonly Choice[] = scopedEntities.map(({ code, label: [zh, en] }) => [
  code,
  [`${zh}（${code}）`, `${en} (${code})`],
])

export const resourceOf = (code: unknown): AnyEntity | undefined => scopedEntities.find((one) => one.code === code)

const asChoice = (entity: AnyEntity, column: string): Choice => [column, columnLabel(entity, column)]

/** The columns that a scope of this type can compare with the user. */
export const columnsFor = (entity: AnyEntity, type: number): Choice[] => {
  const names = ['id', ...Object.keys(entity.fields), 'createUser', 'createDept']
  const requiredAttribute = type === 2 ? 'user' : type === 3 || type === 4 ? 'dept' : null
  const matchingNames = names.filter((name) => {
    const attribute = subjectAttributeOf(entity, name)
    return requiredAttribute ? attribute === requiredAttribute : attribute !== null
  })
  const usual = requiredAttribute ? [usualColumn(entity, type)] : []
  return [...new Set([...usual, ...matchingNames])].map((name) => asChoice(entity, name))
}

const hidden: readonly Kind[] = ['secret']
const readable = (entity: AnyEntity): [string, Field][] =>
  Object.entries(entity.fields as Fields).filter(
    ([, { kind, direction }]) => direction !== 'in' && !hidden.includes(kind),
  )

/** The columns that a scope can make visible. */
export const visibleIn = (entity: AnyEntity): Choice[] => readable(entity).map(([name]) => asChoice(entity, name))

const unsupportedKinds: readonly Kind[] = ['one', 'many', 'richText', 'file', 'files']

/** The columns that a custom scope can have conditions on. */
export const conditionsOn = (entity: AnyEntity): [string, Field][] =>
  readable(entity).filter(([, { kind }]) => !unsupportedKinds.includes(kind))

const suffixesByKind: Partial<Record<Kind, readonly string[]>> = {
  text: ['equal', 'like'],
  longText: ['like'],
  int: ['equal', 'ge', 'gt', 'le', 'lt'],
  decimal: ['equal', 'ge', 'gt', 'le', 'lt'],
  choice: ['equal', 'ge', 'le'],
  date: ['datege', 'datele'],
  time: ['datege', 'datele'],
}

/** The comparisons that a column supports. */
export const comparisonsFor = ({ kind }: Field) =>
  comparisons.filter(([suffix]) => (suffixesByKind[kind] ?? ['equal']).includes(suffix))
