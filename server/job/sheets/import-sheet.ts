import { columnsOf, type Import } from '#contract/job/importing.ts'
import { type HiddenContent, importLimits } from '#contract/job/uploaded-sheet.ts'
import { Fail } from '#contract/kit/fail.ts'
import { fold } from '#contract/kit/fold.ts'
import { fill, type Lang, localize, type Text } from '#contract/kit/text.ts'
import type { SheetCell, SheetLine } from '../../base/sheets/cell.ts'
import { readCsv } from '../../base/sheets/csv-read.ts'
import { sheetFormatOf } from '../../base/sheets/sheet-format.ts'
import { readXlsxInThread } from '../../base/sheets/xlsx-thread.ts'
import { isBlank, textOf } from './cell-meaning.ts'

/** A line of an uploaded sheet: its row number, and its cells by field. */
export interface Line {
  readonly n: number
  readonly cells: Readonly<Record<string, SheetCell>>
}

/** An uploaded sheet: its lines, and the fields of its headings, in their order. */
export interface UploadedSheet {
  readonly lines: readonly Line[]
  readonly fields: readonly string[]
  /** Null if nothing is hidden. What is hidden is in the lines only `withHidden`. */
  readonly hidden: HiddenContent | null
}

const unreadable = () =>
  new Fail([
    '文件无法读取，请上传未加密的 .xlsx 或 .csv 文件',
    'The file cannot be read; please upload an .xlsx or .csv file without a password',
  ])

const rowsOf = async function* (bytes: Buffer, fileName: string): AsyncGenerator<SheetLine> {
  if (sheetFormatOf(bytes) === 'workbook') return yield* readXlsxInThread(bytes)
  if (!fileName.toLowerCase().endsWith('.csv')) throw unreadable()
  let n = 0
  for await (const cells of readCsv(bytes)) yield { n: ++n, cells, isHidden: false, hiddenColumns: [] }
}

/** Headings are compared folded, without white space, which some have for the looks, and without the mark `*`. */
const headingOf = (text: string) => fold(text).replace(/[*\s]/g, '')

/** The headings of an import: the label of a field in either language, or the field's name. */
const fieldsByHeading = (spec: Import): ReadonlyMap<string, string> =>
  new Map(
    columnsOf(spec)
      // the first of two fields with one label has it
      .toReversed()
      .flatMap(([name, { label }]) => [...label, name].map((text) => [headingOf(text), name] as const)),
  )

const missingColumns: Text = [
  '第 1 行应为表头，缺少列：{0}。请使用模板填写',
  'Row 1 must be the header row; missing columns: {0}. Please use the template',
]

/** The field of each column; null for one that is not imported. Throws if a column of the key is missing. */
const fieldsOf = (spec: Import, cells: readonly SheetCell[], isOmitted: (column: number) => boolean, lang: Lang) => {
  const byHeading = fieldsByHeading(spec)
  const fields = cells.map((cell, i) => (isOmitted(i) ? null : (byHeading.get(headingOf(textOf(cell))) ?? null)))
  const missing = columnsOf(spec).filter(([name]) => spec.key.includes(name) && !fields.includes(name))
  if (missing.length === 0) return fields
  throw new Fail(fill(missingColumns, missing.map(([, { label }]) => localize(label, lang)).join(', ')))
}

const tooMany = () =>
  fill(
    ['数据超过 {0} 行，请拆分后分批导入', 'There are more than {0} rows; please split the file into several'],
    importLimits.rows,
  )

/** Collects the lines of a sheet below its headings; leaves out what is hidden unless `withHidden`. */
const lineCollector = (spec: Import, lang: Lang, withHidden: boolean) => {
  let fields: readonly (string | null)[] | null = null
  const lines: Line[] = []
  const hiddenColumns: string[] = []
  let hiddenRows = 0
  const addHeadings = ({ cells, hiddenColumns: hidden }: SheetLine) => {
    for (const column of hidden) {
      const heading = textOf(cells[column] ?? '')
      if (fieldsByHeading(spec).has(headingOf(heading))) hiddenColumns.push(heading.replaceAll('*', '').trim())
    }
    fields = fieldsOf(spec, cells, (column) => !withHidden && hidden.includes(column), lang)
  }
  const add = (row: SheetLine) => {
    if (row.cells.every(isBlank)) return
    if (fields === null) return addHeadings(row)
    if (row.isHidden) hiddenRows++
    if (row.isHidden && !withHidden) return
    if (lines.length >= importLimits.rows) throw new Fail(tooMany())
    const entries = fields.flatMap((field, i) => (field ? [[field, row.cells[i] ?? ''] as const] : []))
    lines.push({ n: row.n, cells: Object.fromEntries(entries) })
  }
  const take = (): UploadedSheet => ({
    lines,
    fields: (fields ?? []).filter((field) => field !== null),
    hidden: hiddenRows || hiddenColumns.length ? { rows: hiddenRows, columns: hiddenColumns } : null,
  })
  return { add, take }
}

const noData: Text = ['文件中没有数据', 'The file contains no data']
const nothingVisible: Text = ['文件中的数据行全部被隐藏', 'All rows with data are hidden']

/**
 * Reads the first sheet of a workbook, or a CSV file, by its headings; with or without the rows and columns that are hidden. Throws if
 * it is unreadable, empty or has too many rows.
 */
export const readSheet = async (
  bytes: Buffer,
  fileName: string,
  spec: Import,
  lang: Lang,
  withHidden: boolean,
): Promise<UploadedSheet> => {
  const collector = lineCollector(spec, lang, withHidden)
  try {
    for await (const row of rowsOf(bytes, fileName)) collector.add(row)
  } catch (error) {
    throw error instanceof Fail ? error : unreadable()
  }
  const sheet = collector.take()
  if (sheet.lines.length === 0) throw new Fail(sheet.hidden?.rows ? nothingVisible : noData)
  return sheet
}
