import type { RuleName } from './rules.ts'
import type { Text } from './text.ts'

/**
 * The value of each kind on the wire and in a row. Every table that covers all kinds is a `Record<Kind, …>`, so the
 * compiler reports each of them for a new kind; what else the product must know of it is a row of kinds.ts. Kinds with several values (dicts, refs, codes, files) are sent as one text
 * joined by commas, as clients of the family send them.
 */
export interface Values {
  text: string
  longText: string
  richText: string
  /** Whole number, not negative unless the field says otherwise. */
  int: number
  /** Number with up to 6 decimals. */
  decimal: number
  /** Amount in the unit that its label names, with two decimals. */
  money: number
  /** 0 no, 1 yes. */
  flag: number
  /** yyyy-MM-dd */
  date: string
  /** yyyy-MM-dd HH:mm:ss, zone Asia/Shanghai. */
  time: string
  /** One of the values listed in the field's `choices`. */
  choice: string | number
  /** Key of an entry of the dictionary `of`. */
  dict: number
  dicts: string
  /** Id of a row of the entity `of`. */
  ref: string
  refs: string
  /** Id of the parent, or of a node of the tree entity `of`; "0" is the root. */
  tree: string
  /** Code in the classification `of`: region (GB/T 2260) or industry (GB/T 4754). */
  code: string
  codes: string
  /** Id of an attachment. */
  file: string
  files: string
  /** Write-only; a stored secret is returned as `secretMask`. */
  secret: string
  /** A group of fields stored as one document. */
  one: object
  /** A list of such groups; every row has its own id. */
  many: readonly object[]
}

export type Kind = keyof Values
export type Choice = readonly [value: string | number, label: Text]

export interface Options {
  readonly required?: boolean
  /** Maximum length of a text in visible characters, or maximum number. */
  readonly max?: number
  /** Minimum number; 0 by default. */
  readonly min?: number
  /** Exact length of a text. */
  readonly length?: number
  readonly unique?: boolean
  /** The dictionary code, entity name or classification that the value refers to. */
  readonly of?: string
  /** Which rows of `of` may be chosen: filters of their list, which pickers send and the server checks, and its message for others. */
  readonly among?: { readonly filters: Readonly<Record<string, string | number>>; readonly message: Text }
  readonly choices?: readonly Choice[]
  /** Another field, whose text (in English that of the field with `En`) replaces the name of the choice in a row that has one. */
  readonly nameFrom?: string
  /** What it means that nothing is chosen, where several may be. */
  readonly emptyMeans?: Text
  /** Value in a new row. */
  readonly initial?: string | number
  /** Message for a missing value, if the specification prescribes one. */
  readonly message?: Text
  /** in: a caller may only write it; out: a caller may only read it. */
  readonly direction?: 'both' | 'in' | 'out'
  /** A trade secret of the company (商业秘密): marked wherever it is entered or read, and never published. */
  readonly isTradeSecret?: true
  /** Fewer people may read it than the log of calls, which never contains it. */
  readonly isUnlogged?: true
  /** Computed for each row of a view: lists are not sorted by it, which would compute it for all of them. */
  readonly isComputed?: true
  /** Whether a date may come with a time of day. */
  readonly withTime?: boolean
  /** A text in which clients keep several values: empty it is "", never null, because they split it. */
  readonly joined?: true
  /** A check of the text, by name (docs/decisions/0004). */
  readonly rule?: RuleName
  /** Fields of a `one` or of each row of a `many`. */
  readonly fields?: Fields
  /** The field applies only if other fields of the row have one of these values; otherwise it is neither required nor stored. */
  readonly when?: { readonly [field: string]: readonly (string | number)[] }
  /** Fields that say where a secret is sent, and for whom: who changes one of them enters the secret again. */
  readonly sentTo?: readonly string[]
  /** A field that does not apply to the row stores the value that a client sends nevertheless. */
  readonly keepsUnused?: boolean
}

export interface Field<K extends Kind = Kind> extends Options {
  readonly kind: K
  readonly label: Text
}

export type Fields = { readonly [name: string]: Field }

const make =
  <K extends Kind>(kind: K) =>
  <const O extends Options = object>(zh: string, en: string, options?: O) =>
    ({ kind, label: [zh, en], ...options }) as Field<K> & O

const group =
  <K extends 'one' | 'many'>(kind: K) =>
  <const F extends Fields>(zh: string, en: string, fields: F) =>
    ({ kind, label: [zh, en], fields }) as Field<K> & { readonly fields: F }

export const text = make('text')
export const longText = make('longText')
export const richText = make('richText')
export const int = make('int')
export const decimal = make('decimal')
/** Units of amounts, as the label of a field ends with them. */
export const moneyUnits = { yuan: ['元', 'yuan'], tenThousandYuan: ['万元', '10k yuan'] } as const
/** An amount; the label ends with the unit, so that it is read wherever the value is. */
export const money = <const O extends Options = object>(
  zh: string,
  en: string,
  unit: keyof typeof moneyUnits,
  options?: O,
) => make('money')(`${zh}（${moneyUnits[unit][0]}）`, `${en} (${moneyUnits[unit][1]})`, options)
export const flag = make('flag')
export const date = make('date')
export const time = make('time')
export const choice = make('choice')
export const dict = make('dict')
export const dicts = make('dicts')
export const ref = make('ref')
export const refs = make('refs')
export const tree = make('tree')
export const code = make('code')
export const codes = make('codes')
export const file = make('file')
export const files = make('files')
export const secret = make('secret')
export const one = group('one')
export const many = group('many')

type ValueOf<F extends Field> = F extends { readonly kind: 'one'; readonly fields: infer G extends Fields }
  ? Row<G>
  : F extends { readonly kind: 'many'; readonly fields: infer G extends Fields }
    ? readonly (Row<G> & { id?: string })[]
    : F extends { readonly choices: infer C extends readonly Choice[] }
      ? C[number][0]
      : Values[F['kind']]

/** A row of these fields as returned: null for an absent value. */
export type Row<F extends Fields> = {
  -readonly [N in keyof F as F[N] extends { readonly direction: 'in' } | { readonly kind: 'secret' } ? never : N]:
    | ValueOf<F[N]>
    | (F[N] extends { readonly when: object } ? null : F[N] extends { readonly required: true } ? never : null)
}

/** The input for these fields; an absent one stays unchanged. */
export type RowInput<F extends Fields> = {
  -readonly [N in keyof F as F[N] extends { readonly direction: 'out' } ? never : N]?: ValueOf<F[N]> | null
}

/** Returned instead of a secret: forms of the family require a value, and send this back to leave the secret unchanged. */
export const secretMask = '******'

/** The single values of a joined text: "1,2" → ["1", "2"]; null and "" → []. Empty parts are no values. */
export const split = (joinedValues: string | null | undefined): string[] =>
  joinedValues ? joinedValues.split(',').filter(Boolean) : []

/** Whether `when` lets the field apply to a row with these values. */
export const applies = ({ when = {} }: Field, row: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(when).every(([name, values]) => values.some((value) => String(value) === String(row[name])))

/** The same fields, none of them required, for drafts and columns. */
export const relaxed = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, required: false }])) as {
    readonly [N in keyof F]: Omit<F[N], 'required'> & { readonly required: false }
  }

/** The key of a value's display name in a row: `roleId` → `roleName`, `category` → `categoryName`. */
export const nameKey = (field: string): string => `${field.replace(/Id$/, '')}Name`
