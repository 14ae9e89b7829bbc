import type { Fault } from './fail.ts'
import { applies, type Field, type Fields, type Kind, type RowInput, secretMask } from './field.ts'
import { isBlankText } from './fold.ts'
import {
  hasFields,
  isFile,
  isMultiple,
  isNumber,
  isTyped,
  kinds,
  maxRichTextLength,
  maxTextLength,
  typeOf,
} from './kinds.ts'
import { lengthOf } from './length.ts'
import { isTooComplex, tooComplexText } from './rich-text-bounds.ts'
import { rules } from './rules.ts'
import { fill, type Text } from './text.ts'
import { broken, codePattern, isScalar, maxOf, maxRows, schemaOf } from './value-schemas.ts'

/**
 * How strictly to check. `new`: required fields must be present, unless the field has an initial value. `change`: an
 * absent field stays unchanged, and a required field cannot be emptied.
 */
export interface CheckOptions {
  readonly mode: 'new' | 'change'
  /** Shared by the checks of several inputs that cost together what one may cost. */
  readonly budget?: CheckBudget
}

/** How many more code units may be counted as people see them. */
export interface CheckBudget {
  countableUnits: number
}

export interface CheckedInput<F extends Fields> {
  readonly value: RowInput<F>
  readonly faults: readonly Fault[]
}

/** Faults of one input; further ones are not looked for. */
const maxFaults = 1000
/** Says at the last place that was looked at that there are more faults than are named. */
const furtherFaults: Text = [
  '还有其他问题，更正已列出的问题后显示',
  'There are further faults; they are shown when the listed ones are corrected',
]
/**
 * Code units of one input whose characters are counted as people see them, which costs a microsecond each. Beyond them a text must
 * have as few code units as it may have characters.
 */
const maxCountedUnits = 40_000
/** What the checks of inputs may cost that count as one (docs/decisions/0102). */
export const newBudget = (): CheckBudget => ({ countableUnits: maxCountedUnits })

/** The visible text of rich text: without tags, with each character reference as one character. */
export const plainTextOf = (html: string): string => html.replace(/<[^<>]*>/g, '').replace(/&#?\w+;/g, ' ')

/** Code units that a value of this field never exceeds; whatever is longer is refused before anything reads it. */
const maxUnits = (field: Field): number => {
  if (field.kind === 'richText') return maxRichTextLength
  if (field.kind === 'secret') return maxOf(field)
  // a character that people see can have a dozen code units
  if (typeOf(field) === 'text') return Math.max(Math.min(16 * maxOf(field) + 64, maxTextLength), field.max ?? 0)
  return isMultiple(field.kind) ? maxTextLength : 64
}

/** What one call of `check` has found, and what it may still do. */
interface Progress {
  readonly faults: Fault[]
  readonly budget: CheckBudget
}

/** Whether one input has so many faults that no further one is looked for. */
export const isFull = (faults: readonly Fault[]): boolean => faults.length > maxFaults

/** Adds a fault of an input unless it has too many; instead of the first of these one that says so. */
export const addFault = (faults: Fault[], at: string, text: Text): void => {
  if (!isFull(faults)) faults.push({ at, text: faults.length === maxFaults ? furtherFaults : text })
}

/** Whether a text has more characters than its field allows. */
const isTooLong = (field: Field, value: string, progress: Progress): boolean => {
  const visible = field.kind === 'richText' ? plainTextOf(value) : value
  if (visible.length <= maxOf(field)) return false
  progress.budget.countableUnits -= visible.length
  return progress.budget.countableUnits < 0 || lengthOf(visible) > maxOf(field)
}

/** The label for use in a sentence: without the prefix in “其中：5G投资”, which refers to the line above it. */
const inSentence = ([zh, en]: Text): Text => [
  zh.replace(/^其中：/, ''),
  en.replace(/^of which (.)/, (_, first: string) => first.toUpperCase()),
]

/** The message for a missing value: 请输入 for typed kinds, 请选择 for the others, unless the field has its own message. */
export const missingText = (field: Field): Text => {
  if (field.message) return field.message
  const label = inSentence(field.label)
  if (field.kind === 'many') return fill(['请至少填写一条{0}', '{0}: add at least one row'], label)
  if (isFile(field)) return fill(['请上传{0}', '{0} is required'], label)
  return isTyped(field) ? fill(['请输入{0}', '{0} is required'], label) : fill(['请选择{0}', '{0} is required'], label)
}

const invalidText = (field: Field, code: string): Text => {
  const label = inSentence(field.label)
  if (isNumber(field)) {
    if (code === 'too_small') return fill(['{0}不能小于{1}', '{0} must be at least {1}'], label, field.min ?? 0)
    if (code === 'too_big') return fill(['{0}不能大于{1}', '{0} must be at most {1}'], label, maxOf(field))
    if (code === 'decimals')
      return fill(
        ['{0}最多保留{1}位小数', '{0} must have at most {1} decimals'],
        label,
        kinds[field.kind].decimals?.max ?? 0,
      )
    if (code === 'not_int') return fill(['{0}应为整数', '{0} must be a whole number'], label)
    return fill(['{0}应为数字', '{0} must be a number'], label)
  }
  if (code === 'broken') return fill(['{0}含有无法保存的字符', '{0} contains characters that cannot be saved'], label)
  if (code === 'custom' || code === 'too_big')
    if (isTyped(field)) return fill(['{0}不能超过{1}个字', '{0} must have at most {1} characters'], label, maxOf(field))
  return fill(['{0}的值不正确', '{0} is not valid'], label)
}

const tooManyRows = ({ label }: Field): Text =>
  fill(['{0}不能超过{1}行', '{0} must have at most {1} rows'], inSentence(label), maxRows)

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * White space and invisible characters count as empty: a name of three spaces is missing. Those of a secret are its own. So is a list
 * of which every part is empty.
 */
const isBlank = (value: unknown, kind: Kind) => {
  if (typeof value !== 'string') return false
  if (kind === 'secret') return value.trim() === ''
  if (isMultiple(kind)) return isBlankText(value.replaceAll(',', ''))
  return isBlankText(value) || (kind === 'richText' && !/<(img|hr)/.test(value) && isBlankText(plainTextOf(value)))
}

const checkOne = (field: Field, value: unknown, at: string, options: CheckOptions, progress: Progress): unknown => {
  if (typeof value === 'string' && value.length > maxUnits(field)) {
    addFault(progress.faults, at, invalidText(field, 'custom'))
    return null
  }
  if (field.kind === 'richText' && typeof value === 'string' && isTooComplex(value)) {
    addFault(progress.faults, at, tooComplexText(field.label))
    return null
  }
  if (isEmpty(value) || isBlank(value, field.kind)) {
    // a group is never absent: its required fields apply to an empty group too
    if (field.kind === 'one') checkGroup(field, {}, at, options, progress)
    else if (field.required) addFault(progress.faults, at, missingText(field))
    return field.kind === 'many' ? [] : null
  }
  if (hasFields(field)) return checkGroup(field, value, at, options, progress)
  const parsed = schemaOf(field).safeParse(value)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const isNotInteger = issue?.code === 'invalid_type' && issue.expected === 'int'
    const ownCode = issue?.code === 'custom' ? Object.keys(issue.params ?? {})[0] : undefined
    addFault(progress.faults, at, invalidText(field, isNotInteger ? 'not_int' : (ownCode ?? issue?.code ?? '')))
    return value
  }
  if ((typeOf(field) === 'text' || typeOf(field) === 'html') && isTooLong(field, parsed.data as string, progress))
    addFault(progress.faults, at, invalidText(field, 'custom'))
  if (field.length && typeof parsed.data === 'string' && !field.rule && parsed.data.length !== field.length)
    addFault(progress.faults, at, fill(['{0}应为{1}位', '{0} must have {1} characters'], field.label, field.length))
  const ruleFault = field.rule && typeof parsed.data === 'string' ? rules[field.rule](parsed.data) : null
  if (ruleFault) addFault(progress.faults, at, ruleFault)
  return parsed.data
}

const checkGroup = (field: Field, value: unknown, at: string, options: CheckOptions, progress: Progress): unknown => {
  const innerFields = field.fields ?? {}
  const checkItem = (item: unknown, path: string) => {
    if (typeof item === 'object' && item !== null && !Array.isArray(item))
      return checkInto(innerFields, item as Record<string, unknown>, `${path}.`, { ...options, mode: 'new' }, progress)
    addFault(progress.faults, path, invalidText(field, ''))
    return {}
  }
  if (field.kind === 'one') return checkItem(value, at)
  if (!Array.isArray(value) || value.length > maxRows) {
    addFault(progress.faults, at, Array.isArray(value) ? tooManyRows(field) : invalidText(field, ''))
    return []
  }
  return value.map((row, i) => {
    const rowId = (row as { id?: unknown } | null)?.id
    const idFields = typeof rowId === 'string' && codePattern.test(rowId) ? { id: rowId } : {}
    return { ...checkItem(row, `${at}.${idFields.id ?? i}`), ...idFields }
  })
}

/** Whether `when` excludes the field from this row. A change that omits the fields of `when` does not exclude it. */
const isInapplicable = (field: Field, input: Record<string, unknown>, { mode }: CheckOptions): boolean =>
  !applies(field, input) &&
  (mode === 'new' || Object.keys(field.when ?? {}).every((name) => Object.hasOwn(input, name)))

const checkInto = (
  fields: Fields,
  input: Record<string, unknown>,
  prefix: string,
  options: CheckOptions,
  progress: Progress,
) => {
  const value: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (field.direction === 'out' || isFull(progress.faults)) continue
    const inapplicable = isInapplicable(field, input, options)
    if (inapplicable && field.keepsUnused) {
      if (Object.hasOwn(input, name))
        value[name] = checkOne({ ...field, required: false }, input[name], prefix + name, options, progress)
      continue
    }
    if (inapplicable && options.mode === 'change') value[name] = null
    if (inapplicable) continue
    const inputValue = Object.hasOwn(input, name) ? input[name] : undefined
    // an empty secret, or its mask, means: leave it unchanged
    const isUnchanged =
      inputValue === undefined || (field.kind === 'secret' && (isEmpty(inputValue) || inputValue === secretMask))
    if (isUnchanged && options.mode === 'change') continue
    // a new row starts with the initial value of the field
    const initialValue = field.required ? field.initial : undefined
    const checkedValue = checkOne(field, isUnchanged ? initialValue : inputValue, prefix + name, options, progress)
    if (inputValue !== undefined || checkedValue !== null) value[name] = checkedValue
  }
  return value
}

/**
 * Reads an input by its fields: drops unknown keys, checks kinds and rules, and requires the required fields. The form and
 * the server run this same function; `faults` has one entry per invalid value, in the order of the fields.
 */
export const check = <F extends Fields>(
  fields: F,
  input: Record<string, unknown>,
  options: CheckOptions,
): CheckedInput<F> => {
  const progress: Progress = { faults: [], budget: options.budget ?? newBudget() }
  return { value: checkInto(fields, input, '', options, progress) as RowInput<F>, faults: progress.faults }
}

const readDraftField = (field: Field, value: unknown, at: string, faults: Fault[]): unknown => {
  if (isEmpty(value)) return field.kind === 'many' ? [] : null
  if (hasFields(field)) {
    const readItem = (item: unknown) =>
      typeof item === 'object' && item !== null
        ? readDraftFields(field.fields ?? {}, item as Record<string, unknown>, `${at}.`, faults)
        : {}
    if (field.kind === 'one') return readItem(value)
    const rows = Array.isArray(value) ? value : [value]
    if (rows.length > maxRows) addFault(faults, at, tooManyRows(field))
    return rows.slice(0, maxRows).map((row) => {
      const { id } = (row ?? {}) as { id?: unknown }
      return { ...readItem(row), ...(typeof id === 'string' && codePattern.test(id) ? { id } : {}) }
    })
  }
  // a day that came with a time is the day
  if (field.kind === 'date' && schemaOf(field).safeParse(value).success) return schemaOf(field).parse(value)
  const rawValue = Array.isArray(value) ? value.filter(isScalar).join(',') : value
  if (typeof rawValue === 'number' || typeof rawValue === 'boolean') return Number(rawValue)
  if (typeof rawValue !== 'string') return null
  if (rawValue.length <= maxTextLength && !broken.test(rawValue)) return rawValue
  addFault(faults, at, invalidText(field, broken.test(rawValue) ? 'broken' : 'custom'))
  return null
}

const readDraftFields = (fields: Fields, input: Record<string, unknown>, prefix: string, faults: Fault[]) => {
  const value: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields))
    if (field.direction !== 'out' && Object.hasOwn(input, name) && input[name] !== undefined)
      value[name] = readDraftField(field, input[name], prefix + name, faults)
  return value
}

/**
 * Reads a draft as typed, valid or not: an invalid number stays text. Drops unknown keys, and reports a fault only for
 * what cannot be stored: text, or too many rows.
 */
export const readDraft = (fields: Fields, input: Record<string, unknown>) => {
  const faults: Fault[] = []
  return { value: readDraftFields(fields, input, '', faults), faults }
}
