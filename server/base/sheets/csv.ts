import { Readable } from 'node:stream'
import type { Cell, Sheet, SheetRow } from './cell.ts'

/** Matches text that a spreadsheet program would read as a formula (docs/decisions/0030). */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

const asText = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
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

/** The text of a file: UTF-8 if valid, otherwise GB 18030, the Chinese national encoding. */
const textOf = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** Yields the lines of a CSV file, including empty ones; quoted values may contain commas and line ends. */
export function* readCsv(bytes: Buffer): Generator<string[]> {
  const text = textOf(bytes)
  let line: string[] = []
  let at = 0
  while (at < text.length) {
    const { value, next } = text[at] === '"' ? quotedAt(text, at) : plainAt(text, at)
    line.push(value)
    at = next + 1
    if (text[next] === ',' && at < text.length) continue
    if (text[next] === ',') line.push('')
    if (text[next] === '\r' && text[at] === '\n') at++
    yield line
    line = []
  }
}

const plainAt = (text: string, from: number) => {
  let next = from
  while (next < text.length && text[next] !== ',' && text[next] !== '\r' && text[next] !== '\n') next++
  return { value: text.slice(from, next), next }
}

const quotedAt = (text: string, from: number) => {
  let value = ''
  let at = from + 1
  for (;;) {
    const end = text.indexOf('"', at)
    if (end < 0) return { value: value + text.slice(at), next: text.length }
    value += text.slice(at, end)
    if (text[end + 1] !== '"') {
      // text between the closing quote and the comma belongs to the value too
      const remainder = plainAt(text, end + 1)
      return { value: value + remainder.value, next: remainder.next }
    }
    value += '"'
    at = end + 2
  }
}
