import type { AnyEntity } from '../kit/entity.ts'
import type { Field } from '../kit/field.ts'
import { fill, type Text } from '../kit/text.ts'
import { base } from '../kit/verbs.ts'
import { comparedColumns, type SubjectAttribute, subjectAttributeOf } from './scope-rule.ts'

type EntityInfo = Pick<AnyEntity, 'name' | 'label' | 'fields'>

/** The label of a column of an entity. */
export const columnLabel = ({ name, fields }: EntityInfo, column: string): Text => {
  if (column === 'id' && name === 'user') return ['账号', 'Account']
  if (column === 'id' && name === 'dept') return ['机构', 'Department']
  const field = ({ ...base, ...fields } as Readonly<Record<string, Field>>)[column]
  return field?.label ?? [column, column]
}

/** Labels of the attributes of a person with which columns are compared. */
export const subjectAttributeWords: Readonly<Record<SubjectAttribute, Text>> = {
  user: ['本人', 'the user'],
  dept: ['本人所在机构', "the user's department"],
  region: ['本人所辖地区', "the user's region"],
  operator: ['本人所属运营商', "the user's operator"],
  organization: ['本单位', "the user's organisation"],
}

/** Operators of a condition, by the suffix of the list parameter. */
export const comparisons: readonly (readonly [suffix: string, words: Text])[] = [
  ['equal', ['等于', 'is']],
  ['like', ['包含', 'contains']],
  ['ge', ['大于或等于', 'is at least']],
  ['gt', ['大于', 'is more than']],
  ['le', ['小于或等于', 'is at most']],
  ['lt', ['小于', 'is less than']],
  ['datege', ['不早于', 'is not before']],
  ['datele', ['不晚于', 'is not after']],
]

const conditionWords = (entity: EntityInfo, parameter: string, value: string): Text => {
  const at = parameter.lastIndexOf('_')
  const suffix = parameter.slice(at + 1)
  const comparison = comparisons.find(([name]) => at > 0 && name === suffix)
  const column = comparison ? parameter.slice(0, at) : parameter
  const field = (entity.fields as Readonly<Record<string, Field>>)[column]
  const choice = field?.choices?.find(([key]) => String(key) === value)?.[1]
  const valueText: Text = choice ?? [value, value]
  return fill(['{0}{1}“{2}”', '{0} {1} “{2}”'], columnLabel(entity, column), comparison?.[1] ?? ['为', 'is'], valueText)
}

const joinTexts = (parts: readonly Text[], [zh, en]: Text): Text => [
  parts.map((part) => part[0]).join(zh),
  parts.map((part) => part[1]).join(en),
]

/** A description of the rows that a scope makes visible. */
export const scopeWords = (
  entity: EntityInfo,
  scope: { readonly type: number; readonly column: string; readonly value: string },
): Text => {
  if (scope.type === 1) return ['全部数据', 'all rows']
  const columns = comparedColumns(entity, scope)
  const compared = columns.map((column) => {
    const attribute = subjectAttributeOf(entity, column) ?? 'user'
    const what: Text =
      scope.type === 4
        ? ['本人所在机构及其下级', "the user's department or one below it"]
        : subjectAttributeWords[attribute]
    const inside: Text = attribute === 'region' ? ['{0}在{1}内', '{0} within {1}'] : ['{0}为{1}', '{0} is {1}']
    return fill(inside, columnLabel(entity, column), what)
  })
  if (scope.type !== 5) return joinTexts(compared, ['，或', ', or '])
  const conditions = [...new URLSearchParams(scope.value)].map(([name, value]) => conditionWords(entity, name, value))
  return joinTexts([...compared, ...conditions], ['，且', ', and '])
}
