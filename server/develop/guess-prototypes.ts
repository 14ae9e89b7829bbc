import { classOfType } from '#contract/develop/java-names.ts'
import type { prototypeFields } from '#contract/develop/model-prototype.ts'
import type { TableColumn, TableInfo } from '#contract/develop/table-info.ts'
import type { Row } from '#contract/kit/field.ts'

type Prototype = Row<typeof prototypeFields>

/** Columns that every row of the platform has, in the spellings of other programs too: their values are the server's. */
const systemColumns = new Set([
  ...[
    'id',
    'tenant_id',
    'create_user',
    'create_dept',
    'create_time',
    'update_user',
    'update_time',
    'status',
    'is_deleted',
  ],
  ...[
    'created_at',
    'updated_at',
    'deleted_at',
    'created_by',
    'updated_by',
    'gmt_create',
    'gmt_modified',
    'create_by',
    'update_by',
  ],
  ...['created_time', 'updated_time', 'del_flag', 'deleted', 'version', 'revision'],
])

/** Codes of the dictionaries that exist, and the entities and their tables, by which guesses are made. */
export interface Known {
  /** Dictionary code by the folded texts of its entries. */
  readonly dictionaries: readonly { readonly code: string; readonly keys: readonly string[] }[]
  /** Entity name by table. */
  readonly entities: ReadonlyMap<string, string>
}

const lengthOf = (type: string): number => Number(/\((\d+)/.exec(type)?.[1] ?? 0)

/** `status`, `order_status` … name the dictionary with the same code, if its keys are the values of the column. */
const dictionaryFor = ({ name, values }: TableColumn, { dictionaries }: Known): string | null => {
  const named = dictionaries.find(({ code }) => code === name)
  if (named && (values.length === 0 || values.every((value) => named.keys.includes(value)))) return named.code
  return null
}

/** In comments such as `状态：0待付款 1已付款` or `状态(0-待付款,1-已付款)`. */
const choicesInComment = (comment: string): string[] =>
  [
    ...comment.matchAll(/(?:^|[\s:：,，;；(（、])(\d{1,3})\s{0,2}[-:：=、.]?\s{0,2}([\p{Script=Han}A-Za-z]{1,20})/gu),
  ].map(([, key, name]) => `${key}=${name}`)

const labelOf = (comment: string): string => (comment.split(/[：:（(，,;；\s]/, 1)[0] ?? '').slice(0, 64)

const choicesOf = ({ values, comment }: TableColumn): string => {
  const named = choicesInComment(comment)
  if (values.length) {
    const names = new Map(named.map((line) => line.split('=') as [string, string]))
    return values.map((value) => `${value}=${names.get(value) ?? value}`).join('\n')
  }
  return named.length > 1 ? named.join('\n') : ''
}

const controlOf = (column: TableColumn, hasChoices: boolean): Prototype['componentType'] => {
  const { propertyType, type, name } = column
  if (/^set/i.test(type)) return 'checkbox'
  if (hasChoices) return column.values.length > 0 && column.values.length <= 3 ? 'radio' : 'select'
  if (propertyType === 'Boolean' || /^is_|_flag$/.test(name)) return 'switch'
  if (/^Local/.test(propertyType)) return 'date'
  if (/(html|content_html|rich)/i.test(name)) return 'editor'
  if (/text|json|clob/i.test(type) && lengthOf(type) === 0) return 'textarea'
  return lengthOf(type) > 255 ? 'textarea' : 'input'
}

/** `order_no` → `Order no`. */
const englishOf = (name: string): string => {
  const words = name
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .join(' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const guess = (column: TableColumn, known: Known, sort: number): Omit<Prototype, 'modelId'> => {
  const isSystem = column.isPrimary || systemColumns.has(column.name.toLowerCase())
  const choices = choicesOf(column)
  const dictCode = dictionaryFor(column, known)
  const refersTo = column.refersTo ? (known.entities.get(column.refersTo) ?? null) : null
  const componentType = controlOf(column, Boolean(choices || dictCode || refersTo))
  const isLong = componentType === 'textarea' || componentType === 'editor'
  const isEdited = !isSystem
  return {
    jdbcName: column.name,
    jdbcType: column.type,
    jdbcComment: labelOf(column.comment) || column.name,
    labelEn: englishOf(column.name),
    propertyName: column.propertyName,
    propertyType: column.propertyType,
    propertyEntity: classOfType(column.propertyType),
    isForm: Number(isEdited),
    isList: Number(isEdited && !isLong),
    isRow: Number(isLong),
    isRequired: Number(isEdited && !column.isNullable),
    isQuery: Number(isEdited && (choices !== '' || /name|title|code|_no$/i.test(column.name))),
    isUnique: Number(isEdited && column.isUnique),
    componentType,
    dictCode,
    choices: choices || null,
    refersTo,
    queryType: componentType === 'input' && column.propertyType === 'String' ? 'like' : 'equal',
    sort,
  }
}

/** What each column of a table probably is in the platform; people correct it in the grid. */
export const guessPrototypes = ({ fields }: TableInfo, known: Known): Omit<Prototype, 'modelId'>[] =>
  fields.map((column, at) => guess(column, known, at + 1))
