import { type Choice, type Field, type Fields, money, type Options } from '../kit/field.ts'
import { fitsCell, isLong } from '../kit/kinds.ts'
import type { Text } from '../kit/text.ts'
import { base } from '../kit/verbs.ts'

/** What of a prototype decides the field that it becomes. */
export interface FieldPrototype {
  readonly jdbcName: string
  readonly jdbcType?: string | null
  readonly jdbcComment?: string | null
  readonly labelEn?: string | null
  readonly propertyName?: string | null
  readonly propertyType?: string | null
  readonly isForm?: number | null
  readonly isList?: number | null
  readonly isRequired?: number | null
  readonly isQuery?: number | null
  readonly isUnique?: number | null
  readonly componentType?: string | null
  readonly dictCode?: string | null
  readonly choices?: string | null
  readonly refersTo?: string | null
}

/** A fault of a prototype, by the name of its column. */
export interface PrototypeFault {
  readonly column: string
  readonly text: Text
}

/** Names that would hide something of the language, of each row, or of a list's parameters. */
const reserved = new Set([
  ...Object.keys(base),
  ...['current', 'size', 'ascs', 'descs', 'keyword', 'row', 'constructor', 'prototype', 'toString', 'valueOf'],
  ...'break case catch class const continue debugger default delete do else enum export extends false finally for'.split(
    ' ',
  ),
  ...'function if import in instanceof new null return super switch this throw true try typeof var void while with'.split(
    ' ',
  ),
  ...'let static yield await implements interface package private protected public arguments eval'.split(' '),
])

/** Whether a name cannot be that of a field or of an entity. */
export const isReserved = (name: string): boolean => reserved.has(name)

/** The column of each row that a prototype stands for, if any: its values are the server's. */
export const isBaseColumn = ({ jdbcName }: FieldPrototype): boolean =>
  Object.keys(base).some((name) => name.toLowerCase() === jdbcName.replaceAll('_', '').toLowerCase())

/** Fields of a form or a list become fields of the entity; others, and those that every row has, do not. */
export const isUsed = (prototype: FieldPrototype): boolean =>
  !isBaseColumn(prototype) && (prototype.isForm === 1 || prototype.isList === 1)

const nameFault = ({ propertyName }: FieldPrototype): Text | null => {
  if (!propertyName || !/^[a-z][A-Za-z0-9]{0,40}$/.test(propertyName))
    return [
      '属性名应以小写字母开头，只含字母和数字',
      'A property begins with a small letter and has letters and digits only',
    ]
  return isReserved(propertyName) ? ['属性名是保留字，请改名', 'The property is a reserved word; rename it'] : null
}

const lengthOf = (type: string | null | undefined): number => Number(/\((\d{1,5})\)/.exec(type ?? '')?.[1] ?? 0)

/** `paid=已付款` on each line; whole numbers if all are. */
export const choicesOf = (text: string | null | undefined): readonly Choice[] => {
  const lines = (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const pairs = lines.map((line) => {
    const [value = '', ...name] = line.split('=')
    return [value.trim(), name.join('=').trim() || value.trim()] as const
  })
  const isNumeric = pairs.every(([value]) => /^\d{1,6}$/.test(value))
  return pairs.map(([value, name]) => [isNumeric ? Number(value) : value, [name, englishOf(value, name)]])
}

/** English of a value that has none: the value itself, with a capital letter. */
const englishOf = (value: string, name: string): string => {
  const plain = /^[A-Za-z][A-Za-z0-9_ -]*$/.test(value) ? value.replaceAll(/[_-]+/g, ' ') : name
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

type Shape = Pick<Field, 'kind'> & Options

const isMoney = ({ jdbcComment, jdbcName }: FieldPrototype): boolean =>
  /元|金额|价|费用|款/.test(jdbcComment ?? '') || /(amount|price|fee|cost)$/i.test(jdbcName)

const numberShape = (prototype: FieldPrototype, type: string): Shape => {
  if (/^(Integer|Short|Byte)$/.test(type)) return { kind: 'int' }
  if (isMoney(prototype)) return { kind: 'money' }
  return { kind: 'decimal' }
}

const textShape = ({ componentType, jdbcType }: FieldPrototype): Shape => {
  const length = lengthOf(jdbcType)
  if (componentType === 'editor') return { kind: 'richText', max: 20_000 }
  if (componentType === 'textarea') return { kind: 'longText', max: length || 2000 }
  return { kind: 'text', max: length || 255 }
}

const dateShape = ({ jdbcType }: FieldPrototype, type: string): Shape =>
  type === 'LocalDate' || /^date$/i.test(jdbcType ?? '') ? { kind: 'date' } : { kind: 'time' }

/** The kind of field for a column: choices and references first, then its control, then its type. */
const shapeOf = (prototype: FieldPrototype): Shape => {
  const { componentType, dictCode, choices, refersTo, propertyType } = prototype
  const type = (propertyType ?? 'String').replace(/^.*\./, '')
  if (dictCode) return { kind: componentType === 'checkbox' ? 'dicts' : 'dict', of: dictCode }
  if (choices) return { kind: 'choice', choices: choicesOf(choices) }
  if (refersTo) return { kind: componentType === 'checkbox' ? 'refs' : 'ref', of: refersTo }
  if (componentType === 'switch' || type === 'Boolean') return { kind: 'flag', initial: 0 }
  if (componentType === 'date' || /^(Local)?(Date|DateTime)$|^Timestamp$/.test(type)) return dateShape(prototype, type)
  return /^(Integer|Short|Byte|Long|Double|Float|BigDecimal)$/.test(type)
    ? numberShape(prototype, type)
    : textShape(prototype)
}

/** Chinese labels that the platform already has, with their English text: one Chinese text has one English one. */
export type KnownLabels = ReadonlyMap<string, string>

const labelOf = ({ jdbcComment, jdbcName, labelEn }: FieldPrototype, known: KnownLabels): Text => {
  const zh = (jdbcComment?.trim() || jdbcName).replace(/[（(][^（()）]*元[)）]$/, '')
  return [zh, known.get(zh) ?? (labelEn?.trim() || zh)]
}

/** The field that a prototype becomes. */
export const fieldOf = (prototype: FieldPrototype, known: KnownLabels = new Map()): Field => {
  const { kind, ...shape } = shapeOf(prototype)
  const label = labelOf(prototype, known)
  const isWritten = prototype.isForm === 1
  const options: Options = {
    ...(isWritten ? {} : { direction: 'out' }),
    ...(isWritten && prototype.isRequired === 1 ? { required: true } : {}),
    ...(isWritten && prototype.isUnique === 1 ? { unique: true } : {}),
    ...shape,
  }
  if (kind !== 'money') return { kind, label, ...options }
  return money(...label, prototype.jdbcComment?.includes('万元') ? 'tenThousandYuan' : 'yuan', options)
}

/** What is wrong with the prototypes of a model; empty if fields can be made of them. */
export const prototypeFaults = (prototypes: readonly FieldPrototype[]): PrototypeFault[] => {
  const used = prototypes.filter(isUsed)
  const names = used.map(({ propertyName }) => propertyName)
  const wrong = used.flatMap((prototype, at): PrototypeFault[] => {
    const text =
      nameFault(prototype) ??
      (names.indexOf(prototype.propertyName) < at
        ? (['属性名与另一个字段相同', 'Another field has the same property'] as const)
        : null)
    return text ? [{ column: prototype.jdbcName, text }] : []
  })
  const none: PrototypeFault[] = [
    { column: '', text: ['模型没有可生成的字段，请勾选“表单”或“列表”', 'The model has no field in a form or a list'] },
  ]
  return used.length ? wrong : none
}

/** The fields of the entity that these prototypes describe, by property. */
export const fieldsOfModel = (prototypes: readonly FieldPrototype[], known?: KnownLabels): Fields =>
  Object.fromEntries(
    prototypes.filter(isUsed).map((prototype) => [String(prototype.propertyName), fieldOf(prototype, known)]),
  )

const isShort = (field: Field | undefined): boolean => field !== undefined && fitsCell(field) && !isLong(field.kind)

/** The properties that its list shows and searches by: those whose values fit into a cell. */
export const listOfModel = (prototypes: readonly FieldPrototype[], fields: Fields) => {
  const namesWith = (test: (one: FieldPrototype) => boolean) =>
    prototypes
      .filter((one) => isUsed(one) && test(one))
      .map(({ propertyName }) => String(propertyName))
      .filter((name) => isShort(fields[name]))
  return {
    search: namesWith(({ isQuery, isForm }) => isQuery === 1 && isForm === 1),
    list: namesWith(({ isList }) => isList === 1),
  }
}
