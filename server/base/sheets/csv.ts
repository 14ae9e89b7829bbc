import { Readable } from 'node:stream'
import type { Cell, Sheet, SheetRow } from './cell.ts'

/**
 * Matches text that a spreadsheet program would read as a formula (docs/decisions/0030). An apostrophe precedes it, and one more if it
 * already has some, so that the text can be restored.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

/** The text of a cell, without the apostrophe that a CSV file needs before a formula. */
export const withoutApostrophe = (text: string): string =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text

const asText = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (typeof cell === 'object') return cell.at
  const safe = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

const cellContent = (cell: SheetRow[number]): Cell =>
  typeof cell === 'object' && cell !== null && 'marked' in cell ? cell.marked : cell

const lineOf = (row: SheetRow): string => `${row.map((cell) => asText(cellContent(cell))).join(',')}\r\n`

/** A sheet as CSV: UTF-8 with byte order mark, line ends as in RFC 4180. */
export const csvOf = ({ columns, rows }: Sheet): Readable =>
  Readable.from(
    (async function* () {
      yield Buffer.from(`\uFEFF${lineOf(columns.map(({ title }) => title))}`)
      for await (const batch of rows) if (batch.length) yield Buffer.from(batch.map(lineOf).join(''))
    })(),
    { objectMode: false },
  )
