import type { Field, Fields } from '#contract/kit/field.ts'
import { hasFields, isLong } from '#contract/kit/kinds.ts'
import { type Lang, localize, type Text } from '#contract/kit/text.ts'
import { tradeSecretMark } from '#contract/secrecy.ts'
import { words } from '#contract/words.ts'

/** The values of a document, or of a row in it; a draft may have anything in the place of a value. */
export type PaperRow = Record<string, unknown>

export interface Pair {
  readonly label: string
  readonly value: string
}

/** A table of labels with their values, one or two in a line; a table with a row for each row of a list; or a sentence. */
export type PaperBlock =
  | { readonly kind: 'pairs'; readonly title: string | null; readonly lines: readonly (readonly Pair[])[] }
  | {
      readonly kind: 'table'
      readonly title: string | null
      readonly heads: readonly string[]
      /** Shares of the width; null is as wide as its text. */
      readonly widths: readonly (number | null)[]
      readonly rows: readonly (readonly string[])[]
    }
  | { readonly kind: 'none'; readonly title: string | null; readonly text: string }

/** The text of a value of this field. */
export type TextOf = (field: Field, name: string, row: PaperRow) => string

/** More columns are narrower than a word. */
const maxColumns = 7
/** Half a line of a pair has some so many characters, Chinese ones counted twice. */
const maxHalf = 44

const widthOf = (text: string): number => [...text].reduce((sum, one) => sum + (one > '\u2e7f' ? 2 : 1), 0)

/** Pairs in lines: two beside each other where both are short. */
export const inLines = (pairs: readonly (Pair & { readonly isWide: boolean })[]): Pair[][] => {
  const lines: Pair[][] = []
  let isOpen = false
  for (const { isWide, ...pair } of pairs) {
    if (isOpen && !isWide) lines.at(-1)?.push(pair)
    else lines.push([pair])
    isOpen = !isWide && !isOpen
  }
  return lines
}

/** A text whose long words may break at each letter, by spaces without width. */
export const breakable = (text: string): string =>
  text.replaceAll(/[^\s\u2e80-\uffff]{25,}/g, (word) => [...word].join('\u200b'))

const labelOf = (field: Field, lang: Lang): string =>
  localize(field.label, lang) + (field.isTradeSecret ? `\n${localize(tradeSecretMark, lang)}` : '')

/** Fields of single values; what the server writes inside a group repeats a value that stands at its own field. */
const plainOf = (fields: Fields, isInside: boolean) =>
  Object.entries(fields).filter(([, field]) => !hasFields(field) && !(isInside && field.direction === 'out'))

interface Setting {
  readonly lang: Lang
  readonly textOf: TextOf
}

const pairsOf = ({ lang, textOf }: Setting, title: string | null, fields: Fields, row: PaperRow, isInside: boolean) => {
  const pairs = plainOf(fields, isInside).map(([name, field]) => {
    const value = textOf(field, name, row)
    return {
      label: labelOf(field, lang),
      value: breakable(value),
      isWide: isLong(field.kind) || widthOf(value) > maxHalf,
    }
  })
  return pairs.length ? [{ kind: 'pairs', title, lines: inLines(pairs) } as const] : []
}

const number: Text = ['序号', 'No.']

/** The rows of a list: a table where its columns fit, otherwise each row by itself. */
const listOf = (setting: Setting, field: Field, rows: readonly PaperRow[]): PaperBlock[] => {
  const { lang, textOf } = setting
  const title = localize(field.label, lang)
  const fields = field.fields ?? {}
  if (rows.length === 0) return [{ kind: 'none', title, text: localize(words.notFilled, lang) }]
  const columns = plainOf(fields, true)
  const isSheet = columns.length <= maxColumns && !columns.some(([, one]) => isLong(one.kind))
  if (!isSheet) return rows.flatMap((row, i) => pairsOf(setting, `${title} ${i + 1}`, fields, row, true))
  const cells = rows.map((row) => columns.map(([name, column]) => textOf(column, name, row)))
  const heads = columns.map(([, column]) => labelOf(column, lang))
  const shareOf = (nth: number) =>
    Math.min(30, Math.max(6, ...[heads, ...cells].map((row) => Math.max(...(row[nth] ?? '').split('\n').map(widthOf)))))
  return [
    {
      kind: 'table',
      title,
      heads: [localize(number, lang), ...heads],
      widths: [null, ...columns.map((_, nth) => shareOf(nth))],
      rows: cells.map((row, i) => [String(i + 1), ...row.map(breakable)]),
    },
  ]
}

/** The rows of a group or a list; a draft may have anything in their place. */
export const rowsOf = (value: unknown): PaperRow[] =>
  [value].flat().filter((row): row is PaperRow => typeof row === 'object' && row !== null)

/** The blocks of a document or a part of it: its own values, then its groups and lists. */
export const blocksOf = (setting: Setting, fields: Fields, body: PaperRow): PaperBlock[] => [
  ...pairsOf(setting, null, fields, body, false),
  ...Object.entries(fields).flatMap(([name, field]): PaperBlock[] => {
    const value = body[name]
    if (field.kind === 'many') return listOf(setting, field, rowsOf(value))
    if (field.kind !== 'one') return []
    return pairsOf(setting, localize(field.label, setting.lang), field.fields ?? {}, rowsOf(value)[0] ?? {}, true)
  }),
]
