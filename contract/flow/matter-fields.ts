import type { Fault } from '../kit/fail.ts'
import {
  type Choice,
  choice,
  date,
  decimal,
  type Field,
  type Fields,
  files,
  flag,
  longText,
  many,
  money,
  nameKey,
  ref,
  text,
} from '../kit/field.ts'
import { fill, type Text } from '../kit/text.ts'

/** A field of a form, as an administrator declares it (docs/decisions/0162). */
export interface MatterField {
  readonly id?: string
  readonly fieldName: string | null
  readonly kind: MatterFieldKind | null
  readonly isRequired: number | null
  /** The options of a choice, one per line. */
  readonly options: string | null
  /** Its name in the conditions of a process, and the key of its value in a matter. */
  readonly code: string | null
}

type Make = (name: string, options: { required: boolean }, declared: MatterField) => Field

const choicesOf = ({ options }: MatterField): Choice[] =>
  optionsIn(options).map((option): Choice => [option, [option, option]])

/** The kinds that a declared field can have, each as a field of the kit. */
const kinds = {
  text: [['单行文字', 'Text'], (name, options) => text(name, name, options)],
  longText: [['多行文字', 'Text of several lines'], (name, options) => longText(name, name, options)],
  decimal: [['数字', 'Number'], (name, options) => decimal(name, name, options)],
  money: [['金额', 'Amount'], (name, options) => money(name, name, 'yuan', options)],
  date: [['日期', 'Date'], (name, options) => date(name, name, options)],
  choice: [
    ['单项选择', 'One of several options'],
    (name, options, declared) => choice(name, name, { ...options, choices: choicesOf(declared) }),
  ],
  person: [['人员', 'Person'], (name, options) => ref(name, name, { ...options, of: 'user' })],
  files: [['附件', 'Attachments'], (name, options) => files(name, name, options)],
} as const satisfies Readonly<Record<string, readonly [Text, Make]>>

export type MatterFieldKind = keyof typeof kinds

const kindChoices = (Object.keys(kinds) as MatterFieldKind[]).map((kind) => [kind, kinds[kind][0]] as const)

/** At most so many fields in a form. */
export const maxMatterFields = 40

export const matterFields = many('表单字段', 'Fields of the form', {
  fieldName: text('字段标题', 'Title of the field', { required: true, max: 30 }),
  kind: choice('字段类型', 'Kind of field', { required: true, choices: kindChoices, initial: 'text' }),
  isRequired: flag('必填', 'Required', { required: true, initial: 1 }),
  options: longText('选项（每行一项）', 'Options (one per line)', {
    required: true,
    message: ['请输入选项', 'Options are required'],
    max: 2000,
    when: { kind: ['choice'] },
  }),
  code: text('变量名（流程条件使用）', 'Name in conditions', { max: 30 }),
})

const optionsIn = (options: string | null | undefined): string[] =>
  (options ?? '')
    .split('\n')
    .map((option) => option.trim())
    .filter(Boolean)

/** Names that the platform gives to its own fields of a matter, on its pages and in its calls. */
const ownNames = [
  ...['title', 'taskUser', 'createUser', 'id', 'processDefinitionId'],
  ...['comment', 'applicant', 'applyTime', 'taskUserName'],
]

/** Whether the name of what one of two codes refers to would stand in the place of the other, or of its name. */
const isSameKey = (one: string, other: string): boolean =>
  one === nameKey(other) || nameKey(one) === other || nameKey(one) === nameKey(other)

/** Fields with a name in conditions each: those that have none get the first free one, `field1`, `field2`, …. */
export const withCodes = (declared: readonly MatterField[], earlier: readonly string[]): MatterField[] => {
  const used = new Set([...earlier, ...declared.flatMap(({ code }) => code || [])])
  let next = 0
  return declared.map((field) => {
    if (field.code) return field
    do next += 1
    while (used.has(`field${next}`))
    return { ...field, code: `field${next}` }
  })
}

const repeated: Text = ['“{0}”重复', '“{0}” is repeated']
const badCode: Text = [
  '变量名以小写字母开头，只含字母和数字',
  'The name starts with a small letter and has letters and digits only',
]
const ownCode: Text = ['“{0}”为系统保留的变量名，请换一个', '“{0}” is a reserved name; choose another one']
const sameKey: Text = [
  '“{0}”与另一个字段的变量名冲突，请换一个',
  '“{0}” conflicts with the name of another field; choose another one',
]
const otherKind: Text = [
  '变量“{0}”曾是另一类型的字段，请换一个变量名',
  '“{0}” was a field of another kind; choose another name',
]
const fewOptions: Text = ['请至少填写两个不同的选项', 'Give at least two different options']
const noFields: Text = ['请至少添加一个字段', 'Add at least one field']
const tooMany: Text = ['最多 {0} 个字段', 'At most {0} fields']

export interface NamesOfFields {
  /**
   * The kinds of all fields that the form ever had, by code: a code keeps its kind, so that values of older matters are read as they were
   * written.
   */
  readonly kindsBefore: ReadonlyMap<string, string>
  /** Whether the conditions of a process can read a variable of this name. */
  readonly isFree: (name: string) => boolean
}

const faultsOf = (
  field: MatterField,
  others: readonly MatterField[],
  { kindsBefore, isFree }: NamesOfFields,
): [name: keyof typeof matterFields.fields, text: Text][] => {
  const { fieldName, code, kind } = field
  const found: [keyof typeof matterFields.fields, Text][] = []
  if (others.some((other) => other.fieldName === fieldName)) found.push(['fieldName', fill(repeated, fieldName ?? '')])
  if (kind === 'choice' && new Set(optionsIn(field.options)).size < 2) found.push(['options', fewOptions])
  if (!code) return found
  if (!/^[a-z][A-Za-z0-9]*$/.test(code)) found.push(['code', badCode])
  // every object has some names already, such as `constructor`
  else if (ownNames.includes(code) || code in {} || !isFree(code)) found.push(['code', fill(ownCode, code)])
  else if (others.some((other) => other.code === code)) found.push(['code', fill(repeated, code)])
  else if (others.some((other) => other.code && isSameKey(code, other.code))) found.push(['code', fill(sameKey, code)])
  else if ((kindsBefore.get(code) ?? kind) !== kind) found.push(['code', fill(otherKind, code)])
  return found
}

/** What is wrong with declared fields, at the paths of their rows. */
export const faultsOfMatterFields = (declared: readonly MatterField[], names: NamesOfFields): Fault[] => {
  if (declared.length === 0) return [{ at: 'fields', text: noFields }]
  if (declared.length > maxMatterFields) return [{ at: 'fields', text: fill(tooMany, maxMatterFields) }]
  return declared.flatMap((field, nth) =>
    faultsOf(field, declared.slice(0, nth), names).map(([name, text]) => ({
      at: `fields.${field.id ?? nth}.${name}`,
      text,
    })),
  )
}

/** The declared fields as fields of the kit, by their codes. */
export const fieldsOfMatter = (declared: readonly MatterField[]): Fields =>
  Object.fromEntries(
    declared.flatMap((field): [string, Field][] => {
      const { kind, code, fieldName, isRequired } = field
      if (!kind || !code) return []
      const make: Make = kinds[kind][1]
      return [[code, make(fieldName ?? code, { required: isRequired === 1 }, field)]]
    }),
  )
