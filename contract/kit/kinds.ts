import type { Field, Kind } from './field.ts'

/** What a single value of a kind is, which decides how it is checked, compared, imported, exported and displayed. */
export type ValueType =
  | 'text'
  | 'html'
  | 'number'
  | 'flag'
  | 'moment'
  | 'choice'
  | 'dictionary'
  | 'reference'
  | 'classification'
  | 'file'
  | 'secret'
  | 'group'

interface KindTraits {
  readonly type: ValueType
  /** Whether the value is a list of such values, joined by commas. */
  readonly isMultiple?: true
  /** Maximum length or number, if the field itself sets none. */
  readonly max?: number
  /** Decimals that a number may have, and those that are always displayed. */
  readonly decimals?: { readonly max: number; readonly min: number }
  /** Typical width of a value in a sheet, in characters. */
  readonly width?: number
  /** Whether a value has several lines. */
  readonly isLong?: true
  /** The kind of the input that searches one such value, if it is another. */
  readonly searchedAs?: Kind | undefined
}

const several = (type: ValueType, searchedAs?: Kind): KindTraits => ({ type, isMultiple: true, searchedAs })

/** Maximum code units of plain text that declares no higher one, and of rich text, which includes its HTML tags. */
export const [maxTextLength, maxRichTextLength] = [20_000, 200_000]

/** Everything that the parts of the product must know of a kind; no other file lists kinds. */
export const kinds: Readonly<Record<Kind, KindTraits>> = {
  text: { type: 'text', max: 255 },
  longText: { type: 'text', max: 2000, width: 40, isLong: true, searchedAs: 'text' },
  richText: { type: 'html', max: maxTextLength, isLong: true },
  int: { type: 'number', max: 2_147_483_647, decimals: { max: 0, min: 0 }, width: 12 },
  decimal: { type: 'number', max: 999_999_999_999, decimals: { max: 6, min: 0 }, width: 14 },
  money: { type: 'number', max: 999_999_999_999, decimals: { max: 2, min: 2 }, width: 16 },
  flag: { type: 'flag', width: 8, searchedAs: 'choice' },
  date: { type: 'moment', width: 12 },
  time: { type: 'moment', width: 20 },
  choice: { type: 'choice' },
  dict: { type: 'dictionary' },
  dicts: several('dictionary', 'dict'),
  ref: { type: 'reference' },
  refs: several('reference', 'ref'),
  tree: { type: 'reference' },
  code: { type: 'classification' },
  codes: several('classification', 'code'),
  file: { type: 'file' },
  files: several('file'),
  secret: { type: 'secret', max: 1024 },
  one: { type: 'group' },
  many: { type: 'group' },
}

interface TypeTraits {
  /** People type the value; they choose it otherwise. */
  readonly isTyped?: true
  /** The value fits into a cell of a sheet, so it can be imported, exported and compared with a condition. */
  readonly fitsCell?: true
  /** A row has a name beside the value: the label of a code, the title of another row. */
  readonly hasName?: true
  /** The value identifies something else. */
  readonly isIdentifier?: true
}

const types: Readonly<Record<ValueType, TypeTraits>> = {
  text: { isTyped: true, fitsCell: true },
  html: { isTyped: true },
  number: { isTyped: true, fitsCell: true },
  flag: { fitsCell: true },
  moment: { fitsCell: true },
  choice: { fitsCell: true, hasName: true },
  dictionary: { fitsCell: true, hasName: true },
  reference: { fitsCell: true, hasName: true, isIdentifier: true },
  classification: { fitsCell: true, hasName: true, isIdentifier: true },
  file: { isIdentifier: true },
  secret: { isTyped: true },
  group: {},
}

type OfKind = Pick<Field, 'kind'>

export const typeOf = ({ kind }: OfKind): ValueType => kinds[kind].type
export const isNumber = (field: OfKind): boolean => typeOf(field) === 'number'
export const isMoment = (field: OfKind): boolean => typeOf(field) === 'moment'
export const isFile = (field: OfKind): boolean => typeOf(field) === 'file'
/** Whether the value has fields of its own: one group of them, or a list. */
export const hasFields = (field: OfKind): boolean => typeOf(field) === 'group'
export const isTyped = (field: OfKind): boolean => types[typeOf(field)].isTyped === true
export const fitsCell = (field: OfKind): boolean => types[typeOf(field)].fitsCell === true
export const hasName = (field: OfKind): boolean => types[typeOf(field)].hasName === true
export const isIdentifier = (field: OfKind): boolean => types[typeOf(field)].isIdentifier === true

/** Whether values of this kind are lists, joined by commas. */
export const isMultiple = (kind: Kind): boolean => kinds[kind].isMultiple === true
/** Whether a value of this kind may have several lines. */
export const isLong = (kind: Kind): boolean => kinds[kind].isLong === true
