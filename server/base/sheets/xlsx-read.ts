import type { SheetCell, SheetLine } from './cell.ts'
import { assertCellCount, maxColumns } from './row-bounds.ts'
import { readCell, type Workbook } from './xlsx-cell.ts'
import { type Attributes, isTrue, type Listener, openPackage, Unreadable } from './xlsx-package.ts'
import { openWorkbook, textBudget, textCollector } from './xlsx-parts.ts'

/** Zero-based column index of a cell: BC12 → 54. */
const columnOf = (at: string): number => {
  let n = 0
  for (const char of at.replace(/\d/g, '')) n = n * 26 + char.charCodeAt(0) - 64
  return n - 1
}

/** Hidden by a person, by a filter, in a collapsed group, or by its size. */
const isHidden = ({ hidden, ht, width }: Attributes): boolean =>
  isTrue(hidden) || Number(ht ?? width ?? Number.NaN) === 0

/** Adds the indexes of a range of hidden columns; `min` and `max` count from 1. */
const addHiddenColumns = (columns: number[], attributes: Attributes): void => {
  if (!isHidden(attributes)) return
  for (let n = Number(attributes.min); n <= Math.min(Number(attributes.max), maxColumns); n++) columns.push(n - 1)
}

/** What a cell adds to the text of the sheet. */
const textIn = (cell: SheetCell): string =>
  typeof cell === 'string' ? cell : typeof cell === 'object' && 'error' in cell ? cell.error : ''

/** Collects the rows of a sheet during parsing. */
const rowListener = (workbook: Workbook, readyRows: SheetLine[]): Listener => {
  const checked = textBudget()
  const collector = textCollector('v', 't')
  const hiddenColumns: number[] = []
  let [row, n, isRowHidden, column]: [SheetCell[], number, boolean, number] = [[], 0, false, 0]
  let [type, style, cellCount] = ['n', 0, 0]
  const endCell = () => {
    const value = collector.take()
    if (column < 0 || column >= maxColumns) return
    const cell = readCell({ type, style, value }, workbook)
    checked(textIn(cell))
    row[column] = cell
  }
  return {
    text: collector.text,
    open: (name, attributes) => {
      collector.open(name)
      if (name === 'col') addHiddenColumns(hiddenColumns, attributes)
      if (name === 'row') cellCount = 0
      if (name === 'row') [row, n, isRowHidden, column] = [[], Number(attributes.r ?? n + 1), isHidden(attributes), -1]
      if (name !== 'c') return
      assertCellCount(++cellCount)
      column = attributes.r ? columnOf(attributes.r) : column + 1
      ;[type, style] = [attributes.t ?? 'n', Number(attributes.s ?? 0)]
    },
    close: (name) => {
      collector.close(name)
      if (name === 'c') endCell()
      if (name === 'row')
        readyRows.push({ n, cells: Array.from(row, (cell) => cell ?? ''), isHidden: isRowHidden, hiddenColumns })
    },
  }
}

/** Yields the rows of the first visible sheet while they are unpacked. Throws if the file is not a valid workbook. */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<SheetLine> {
  const from = await openPackage(bytes)
  const workbook = await openWorkbook(from)
  const readyRows: SheetLine[] = []
  const parsing = from.parse(workbook.sheetPath, rowListener(workbook, readyRows))
  if (!parsing) throw new Unreadable('no sheet')
  for await (const _ of parsing) yield* readyRows.splice(0)
}
