import * as z from 'zod/mini'
import type { Fault } from './fail.ts'
import { applies, type Field, type Fields, type Kind, type RowInput, secretMask } from './field.ts'
import { lengthOf } from './length.ts'
import { normalizeByRule } from './normalize.ts'
import { rules } from './rules.ts'
import { fill, type Text } from './text.ts'

/**
 * How strictly to check. `new`: required fields must be present, unless the field has an initial value. `change`: an
 * absent field stays unchanged, and a required field cannot be emptied.
 */
export interface CheckOptions {
  readonly mode: 'new' | 'change'
}

export interface CheckedInput<F extends Fields> {
  readonly value: RowInput<F>
  readonly faults: readonly Fault[]
}

/** Matches text that PostgreSQL cannot store: NUL or an unpaired surrogate. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is one of the characters to reject
const broken = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/
/** Maximum code units of plain text that declares no higher one, and of rich text, which includes its HTML tags. */
const [maxTextLength, maxRichTextLength] = [20_000, 200_000]
const maxRows = 1000

/** Maximum length or number of each kind, if the field itself sets none. */
const bounds: Partial<Record<Kind, number>> = {
  text: 255,
  longText: 2000,
  richText: maxTextLength,
  secret: 1024,
  int: 2_147_483_647,
  decimal: 999_999_999_999,
}
const maxOf = (f: Field): number => f.length ?? f.max ?? bounds[f.kind] ?? maxTextLength

/** The visible text of rich text: without tags, with each character reference as one character. */
export const plainTextOf = (html: string): string => html.replace(/<[^>]*>/g, '').replace(/&#?\w+;/g, ' ')

/** Excludes objects in lists: String() on one would call a toString supplied by the caller. */
const isScalar = (v: unknown) => typeof v === 'string' || Number.isSafeInteger(v)
/** Clients of the family may send a number for a text and a text for a number. */
const asText = (v: unknown) => (Number.isFinite(v) ? String(v) : v)
const numberAsText = z.transform(asText)
const tidySchema = ({ rule }: Field) =>
  z.transform((v) => (isScalar(v) ? normalizeByRule(rule, String(v).trim()) : asText(v)))
const digitsAsNumber = z.transform((v) => (typeof v === 'string' && /^-?\d{1,15}(\.\d{1,6})?$/.test(v) ? Number(v) : v))

const textSchema = (f: Field, visibleText = (v: string) => v, maxLength = maxTextLength) =>
  z.string().check(
    z.refine((v) => !broken.test(v), { params: { broken: true } }),
    z.maxLength(Math.max(maxLength, f.max ?? 0)),
    z.refine((v) => v.length <= maxOf(f) || lengthOf(visibleText(v)) <= maxOf(f)),
  )

const numberSchema = (f: Field, inner: z.ZodMiniNumber) =>
  z.pipe(digitsAsNumber, inner.check(z.gte(f.min ?? 0), z.lte(maxOf(f))))
const integerSchema = (f: Field) => numberSchema({ ...f, max: f.max ?? bounds.int }, z.int())

const idPattern = /^[0-9]{1,19}$/
const codePattern = /^[0-9A-Za-z_-]{1,24}$/
/** Ids are digits; a small number is accepted too, for clients that still hold ids as numbers. */
const id = z.pipe(
  z.transform((v) => (Number.isSafeInteger(v) ? String(v) : v)),
  z.string().check(z.regex(idPattern)),
)
/** Accepts "1,2", ["1","2"] or [1,2]; returns "1,2". */
const listSchema = (item: RegExp) =>
  z.pipe(
    z.transform((v) => (Array.isArray(v) && v.every(isScalar) ? v.join(',') : Number.isSafeInteger(v) ? String(v) : v)),
    z.string().check(z.refine((v) => v.split(',').length <= maxRows && v.split(',').every((text) => item.test(text)))),
  )

const isDate = (v: string) => {
  const [y, m, d] = v.split('-').map(Number) as [number, number, number]
  const day = new Date(Date.UTC(y, m - 1, d))
  return y >= 1900 && day.getUTCMonth() === m - 1 && day.getUTCDate() === d
}
const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isDate))
const time = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/),
  z.refine((v) => isDate(v.slice(0, 10))),
)

type Single = Exclude<Kind, 'one' | 'many'>
const singles: Record<Single, (f: Field) => z.ZodMiniType> = {
  text: (f) => z.pipe(tidySchema(f), textSchema(f)),
  longText: (f) => z.pipe(numberAsText, textSchema(f)),
  richText: (f) => z.pipe(numberAsText, textSchema(f, plainTextOf, maxRichTextLength)),
  int: integerSchema,
  decimal: (f) => numberSchema(f, z.number()),
  flag: (f) => integerSchema({ ...f, max: 1 }),
  date: ({ withTime }) => (withTime ? z.union([date, time]) : date),
  time: () => time,
  choice: (f) => {
    const values = (f.choices ?? []).map(([value]) => value)
    const choiceSchema = z.union([z.string(), z.number()]).check(z.refine((v) => values.includes(v)))
    return z.pipe(values.some((v) => typeof v === 'number') ? digitsAsNumber : numberAsText, choiceSchema)
  },
  dict: integerSchema,
  dicts: () => listSchema(/^\d{1,9}$/),
  ref: () => id,
  refs: () => listSchema(idPattern),
  tree: () => id,
  code: () => z.pipe(numberAsText, z.string().check(z.regex(codePattern))),
  codes: () => listSchema(codePattern),
  file: () => id,
  files: () => listSchema(idPattern),
  secret: (f) => z.pipe(numberAsText, z.string().check(z.maxLength(maxOf(f)))),
}

const typedKinds: readonly Kind[] = ['text', 'longText', 'richText', 'int', 'decimal', 'secret']
const uploaded: readonly Kind[] = ['file', 'files']

/** The label for use in a sentence: without the prefix in “其中：5G 投资”, which refers to the line above it. */
const inSentence = ([zh, en]: Text): Text => [
  zh.replace(/^其中：/, ''),
  en.replace(/^of which (.)/, (_, first: string) => first.toUpperCase()),
]

/** The message for a missing value: 请输入 for typed kinds, 请选择 for the others, unless the field has its own message. */
export const missingText = (field: Field): Text => {
  if (field.message) return field.message
  const label = inSentence(field.label)
  if (field.kind === 'many') return fill(['请至少填写一条{0}', '{0}: add at least one row'], label)
  if (uploaded.includes(field.kind)) return fill(['请上传{0}', '{0} is required'], label)
  return typedKinds.includes(field.kind)
    ? fill(['请输入{0}', '{0} is required'], label)
    : fill(['请选择{0}', '{0} is required'], label)
}

const numeric: readonly Kind[] = ['int', 'decimal']
const invalidText = (field: Field, code: string): Text => {
  const label = inSentence(field.label)
  if (numeric.includes(field.kind)) {
    if (code === 'too_small') return fill(['{0}不能小于{1}', '{0} must be at least {1}'], label, field.min ?? 0)
    if (code === 'too_big') return fill(['{0}不能大于{1}', '{0} must be at most {1}'], label, maxOf(field))
    if (code === 'not_int') return fill(['{0}应为整数', '{0} must be a whole number'], label)
    return fill(['{0}应为数字', '{0} must be a number'], label)
  }
  if (code === 'broken') return fill(['{0}含有无法保存的字符', '{0} contains characters that cannot be saved'], label)
  if (code === 'custom' || code === 'too_big')
    if (typedKinds.includes(field.kind))
      return fill(['{0}不能超过{1}个字', '{0} must have at most {1} characters'], label, maxOf(field))
  return fill(['{0}的值不正确', '{0} is not valid'], label)
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const cache = new WeakMap<Field, z.ZodMiniType>()
const schemaOf = (field: Field): z.ZodMiniType => {
  const schema = cache.get(field) ?? singles[field.kind as Single](field)
  cache.set(field, schema)
  return schema
}

/** Whitespace counts as empty: a name of three spaces is missing. */
const isBlank = (value: unknown, kind: Kind) =>
  typeof value === 'string' &&
  (value.trim() === '' || (kind === 'richText' && !/<(img|hr)/.test(value) && plainTextOf(value).trim() === ''))

const checkOne = (field: Field, value: unknown, at: string, options: CheckOptions, faults: Fault[]): unknown => {
  if (isEmpty(value) || isBlank(value, field.kind)) {
    // a group is never absent: its required fields apply to an empty group too
    if (field.kind === 'one') checkGroup(field, {}, at, options, faults)
    else if (field.required) faults.push({ at, text: missingText(field) })
    return field.kind === 'many' ? [] : null
  }
  if (field.kind === 'one' || field.kind === 'many') return checkGroup(field, value, at, options, faults)
  const parsed = schemaOf(field).safeParse(value)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const isNotInteger = issue?.code === 'invalid_type' && issue.expected === 'int'
    const isUnstorable = issue?.code === 'custom' && issue.params?.broken === true
    faults.push({
      at,
      text: invalidText(field, isNotInteger ? 'not_int' : isUnstorable ? 'broken' : (issue?.code ?? '')),
    })
    return value
  }
  if (field.length && typeof parsed.data === 'string' && !field.rule && parsed.data.length !== field.length)
    faults.push({ at, text: fill(['{0}应为{1}位', '{0} must have {1} characters'], field.label, field.length) })
  const ruleFault = field.rule && typeof parsed.data === 'string' ? rules[field.rule](parsed.data) : null
  if (ruleFault) faults.push({ at, text: ruleFault })
  return parsed.data
}

const checkGroup = (field: Field, value: unknown, at: string, options: CheckOptions, faults: Fault[]): unknown => {
  const innerFields = field.fields ?? {}
  const checkItem = (item: unknown, path: string) => {
    if (typeof item === 'object' && item !== null && !Array.isArray(item))
      return checkInto(innerFields, item as Record<string, unknown>, `${path}.`, { ...options, mode: 'new' }, faults)
    faults.push({ at: path, text: invalidText(field, '') })
    return {}
  }
  if (field.kind === 'one') return checkItem(value, at)
  if (!Array.isArray(value) || value.length > maxRows) {
    faults.push({ at, text: invalidText(field, '') })
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
  faults: Fault[],
) => {
  const value: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (field.direction === 'out') continue
    const inapplicable = isInapplicable(field, input, options)
    if (inapplicable && options.mode === 'change') value[name] = null
    if (inapplicable) continue
    const inputValue = Object.hasOwn(input, name) ? input[name] : undefined
    // an empty secret, or its mask, means: leave it unchanged
    const isUnchanged =
      inputValue === undefined || (field.kind === 'secret' && (isEmpty(inputValue) || inputValue === secretMask))
    if (isUnchanged && options.mode === 'change') continue
    // a new row starts with the initial value of the field
    const initialValue = field.required ? field.initial : undefined
    const checkedValue = checkOne(field, isUnchanged ? initialValue : inputValue, prefix + name, options, faults)
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
  const faults: Fault[] = []
  return { value: checkInto(fields, input, '', options, faults) as RowInput<F>, faults }
}

const readDraftField = (field: Field, value: unknown, at: string, faults: Fault[]): unknown => {
  if (isEmpty(value)) return field.kind === 'many' ? [] : null
  if (field.kind === 'one' || field.kind === 'many') {
    const readItem = (item: unknown) =>
      typeof item === 'object' && item !== null
        ? readDraftFields(field.fields ?? {}, item as Record<string, unknown>, `${at}.`, faults)
        : {}
    if (field.kind === 'one') return readItem(value)
    return (Array.isArray(value) ? value : [value]).slice(0, maxRows).map((row) => {
      const { id } = (row ?? {}) as { id?: unknown }
      return { ...readItem(row), ...(typeof id === 'string' && codePattern.test(id) ? { id } : {}) }
    })
  }
  const rawValue = Array.isArray(value) ? value.filter(isScalar).join(',') : value
  if (typeof rawValue === 'number' || typeof rawValue === 'boolean') return Number(rawValue)
  if (typeof rawValue !== 'string') return null
  if (rawValue.length <= maxTextLength && !broken.test(rawValue)) return rawValue
  faults.push({ at, text: invalidText(field, broken.test(rawValue) ? 'broken' : 'custom') })
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
 * text that cannot be stored.
 */
export const readDraft = (fields: Fields, input: Record<string, unknown>) => {
  const faults: Fault[] = []
  return { value: readDraftFields(fields, input, '', faults), faults }
}
