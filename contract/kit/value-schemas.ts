import * as z from 'zod/mini'
import type { Field, Kind } from './field.ts'
import { kinds, maxTextLength } from './kinds.ts'
import { normalizeByRule } from './normalize.ts'

/** Matches text that PostgreSQL cannot store: NUL or an unpaired surrogate. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is one of the characters to reject
export const broken = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/
export const maxRows = 1000

export const maxOf = (f: Field): number => f.length ?? f.max ?? kinds[f.kind].max ?? maxTextLength

/** Excludes objects in lists: String() on one would call a toString supplied by the caller. */
export const isScalar = (v: unknown) => typeof v === 'string' || Number.isSafeInteger(v)
/** Clients of the family may send a number for a text and a text for a number. */
const asText = (v: unknown) => (Number.isFinite(v) ? String(v) : v)
const numberAsText = z.transform(asText)
const tidySchema = ({ rule }: Field) =>
  z.transform((v) => (isScalar(v) ? normalizeByRule(rule, String(v).trim()) : asText(v)))
const digitsAsNumber = z.transform((v) => (typeof v === 'string' && /^-?\d{1,15}(\.\d{1,6})?$/.test(v) ? Number(v) : v))

const textSchema = z.string().check(z.refine((v) => !broken.test(v), { params: { broken: true } }))

const numberSchema = (f: Field, inner: z.ZodMiniNumber) =>
  z.pipe(digitsAsNumber, inner.check(z.gte(f.min ?? 0), z.lte(maxOf(f))))
const integerSchema = (f: Field) => numberSchema({ ...f, max: f.max ?? kinds.int.max }, z.int())

const idPattern = /^[0-9]{1,19}$/
export const codePattern = /^[0-9A-Za-z_-]{1,24}$/
/** Ids are digits; a small number is accepted too, for clients that still hold ids as numbers. */
const id = z.pipe(
  z.transform((v) => (Number.isSafeInteger(v) ? String(v) : v)),
  z.string().check(z.regex(idPattern)),
)
/** Without empty parts, and each part once, since whoever counts rows by a part would count one twice: "1,,2,1 " → "1,2". */
const differentParts = (text: string) => {
  const parts = text.split(',').filter((part) => part.trim() !== '')
  return [...new Set(parts)].join(',')
}
const joined = (v: unknown) =>
  Array.isArray(v) && v.every(isScalar) ? v.join(',') : Number.isSafeInteger(v) ? String(v) : v
/** Accepts "1,2", "1,,2,1", ["1","2"] or [1,2]; returns "1,2". */
const listSchema = (item: RegExp) =>
  z.pipe(
    z.transform((v) => {
      const text = joined(v)
      return typeof text === 'string' ? differentParts(text) : text
    }),
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

/** Clients of the family send days with a time, which is not kept. */
const day = z.pipe(
  z.transform((v) => (time.safeParse(v).success ? String(v).slice(0, 10) : v)),
  date,
)

type Single = Exclude<Kind, 'one' | 'many'>
const singles: Record<Single, (f: Field) => z.ZodMiniType> = {
  text: (f) => z.pipe(tidySchema(f), textSchema),
  longText: () => z.pipe(numberAsText, textSchema),
  richText: () => z.pipe(numberAsText, textSchema),
  int: integerSchema,
  decimal: (f) => numberSchema(f, z.number()),
  money: (f) =>
    numberSchema(f, z.number().check(z.refine((v) => Number(v.toFixed(2)) === v, { params: { decimals: 2 } }))),
  flag: (f) => integerSchema({ ...f, max: 1 }),
  date: ({ withTime }) => (withTime ? z.union([date, time]) : day),
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
  secret: () => z.pipe(numberAsText, z.string()),
}

const cache = new WeakMap<Field, z.ZodMiniType>()
/** The schema of a field's value, without its length and its rule. */
export const schemaOf = (field: Field): z.ZodMiniType => {
  const schema = cache.get(field) ?? singles[field.kind as Single](field)
  cache.set(field, schema)
  return schema
}
