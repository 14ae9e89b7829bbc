import type { Field, Fields } from '#contract/kit/field.ts'
import { fitsCell, isFile, isMultiple, isNumber, typeOf } from '#contract/kit/kinds.ts'
import { normalizeByRule } from '#contract/kit/normalize.ts'
import { parseNumber } from '#contract/kit/parse-number.ts'
import type { Text } from '#contract/kit/text.ts'
import { readDay, readMoment } from '#web/ui/date/day.ts'
import { type FormValues, newRow } from './form-values.ts'

/** A choice of a field. */
interface Choice {
  readonly value: string
  readonly label: string
}

/** The text of a cell. */
export interface PastedText {
  /** Number of the row in what was pasted, from 1; without a first row of names. */
  readonly row: number
  readonly name: string
  readonly value: string
}

export interface PastedRows {
  readonly rows: readonly FormValues[]
  /** Cells with no value of their field; they stay empty. */
  readonly problems: readonly PastedText[]
  /** Cells in columns of files: a text is no file, but may say which. */
  readonly files: readonly PastedText[]
  /** Titles of columns that no field has. */
  readonly unknown: readonly string[]
  /** More rows were pasted than are taken at once. */
  readonly isCut: boolean
}

/** More rows are not pasted at once. */
export const maxPastedRows = 200

/** Rows of other entities are not named by one text. */
const isPasted = (field: Field) => isFile(field) || (fitsCell(field) && typeOf(field) !== 'reference')

/** The columns of a list that a sheet can have, in their order. */
export const pastedColumns = (fields: Fields): readonly (readonly [name: string, field: Field])[] =>
  Object.entries(fields).filter(([, field]) => field.direction !== 'out' && isPasted(field))

/** The cells that a spreadsheet program copies: tabs between cells; one with a line break or a tab has quotation marks. */
export const cellsOf = (text: string): string[][] => {
  const rows: string[][] = [[]]
  let rest = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  while (true) {
    const quoted = /^"((?:[^"]|"")*)"(?=[\t\n]|$)/.exec(rest)
    const cell = quoted ? (quoted[1] as string).replaceAll('""', '"') : (/^[^\t\n]*/.exec(rest) as RegExpExecArray)[0]
    rows.at(-1)?.push(cell.trim())
    rest = rest.slice(quoted ? quoted[0].length : (/^[^\t\n]*/.exec(rest) as RegExpExecArray)[0].length)
    if (rest === '') return rows.filter((row) => row.some(Boolean))
    if (rest[0] === '\n') rows.push([])
    rest = rest.slice(1)
  }
}

/** Names of columns are compared without blanks and without the unit in brackets. */
const nameOf = (title: string): string =>
  title
    .normalize('NFKC')
    .replace(/\([^()]*\)/g, '')
    .replace(/[\s*]/g, '')
    .toLowerCase()

const affirmations: readonly Text[] = [
  ['是', 'yes'],
  ['有', 'true'],
]
const negations: readonly Text[] = [
  ['否', 'no'],
  ['无', 'false'],
]
const yes = [...affirmations.flat(), '1', '√', 'y']
const no = [...negations.flat(), '0', '×', 'n']

const optionFor = (choices: readonly Choice[], text: string): string | undefined =>
  (choices.find(({ label }) => nameOf(label) === nameOf(text)) ?? choices.find(({ value }) => value === text))?.value

/** The value of a cell in the form; undefined if it is none of the field. */
const valueIn = (field: Field, text: string, choices: readonly Choice[]): unknown => {
  if (isNumber(field)) return parseNumber(text)
  if (field.kind === 'date') return readDay(text) ?? undefined
  if (field.kind === 'time') return readMoment(text) ?? undefined
  if (field.kind === 'flag') {
    const word = text.normalize('NFKC').toLowerCase()
    return yes.includes(word) ? 1 : no.includes(word) ? 0 : undefined
  }
  if (isMultiple(field.kind)) {
    const keys = text.split(/[、,，;；\n]/).map((one) => optionFor(choices, one.trim()))
    return keys.includes(undefined) ? undefined : keys.join(',')
  }
  if (field.kind !== 'dict' && field.kind !== 'choice' && field.kind !== 'code')
    return normalizeByRule(field.rule, text)
  const key = optionFor(choices, text)
  return key !== undefined && field.kind === 'dict' ? Number(key) : key
}

/**
 * Rows of a list from cells that were copied in a spreadsheet program. If the first row has names of fields, in either language, they
 * say which column is which; otherwise columns follow the order of the fields. `choicesOf` has the options of coded fields.
 */
export const readPastedRows = (
  fields: Fields,
  text: string,
  choicesOf: (name: string) => readonly Choice[],
): PastedRows => {
  const columns = pastedColumns(fields)
  const [first = [], ...rest] = cellsOf(text)
  const byTitle = (title: string) => columns.find(([, { label }]) => label.some((one) => nameOf(one) === nameOf(title)))
  const named = first.map(byTitle)
  const hasTitles = named.filter(Boolean).length > first.filter(Boolean).length / 2
  const order = hasTitles ? named : columns
  const lines = hasTitles ? rest : [first, ...rest].filter((line) => line.some(Boolean))
  const problems: PastedText[] = []
  const files: PastedText[] = []
  const rows = lines.slice(0, maxPastedRows).map((cells, i) => {
    const values = cells.flatMap((cell, n) => {
      const [name = '', field] = order[n] ?? []
      if (!field || cell === '') return []
      const value = isFile(field) ? undefined : valueIn(field, cell, choicesOf(name))
      if (value === undefined) (isFile(field) ? files : problems).push({ row: i + 1, name, value: cell })
      return value === undefined ? [] : [[name, value] as const]
    })
    return { ...Object.fromEntries(values), ...newRow() }
  })
  const unknown = hasTitles
    ? first.filter((title, i) => title && !named[i])
    : first.slice(columns.length).filter(Boolean)
  return { rows, problems, files, unknown, isCut: lines.length > maxPastedRows }
}
