import { columnsOf, type Import, importLimits } from '#contract/job/importing.ts'
import { Fail } from '#contract/kit/fail.ts'
import { fill, type Lang, localize } from '#contract/kit/text.ts'
import { readCsv } from '../base/sheets/csv.ts'
import type { RawCell, RawRow } from '../base/sheets/xlsx-read.ts'
import { readXlsxInThread } from '../base/sheets/xlsx-thread.ts'

/** A line of an uploaded sheet: its row number, and its cells by field. */
export interface Line {
  readonly n: number
  readonly cells: Readonly<Record<string, RawCell>>
}

/** An uploaded sheet: its lines, and the fields of its headings, in their order. */
export interface UploadedSheet {
  readonly lines: readonly Line[]
  readonly fields: readonly string[]
}

const rowsOf = async function* (bytes: Buffer, fileName: string): AsyncGenerator<RawRow> {
  if (!fileName.toLowerCase().endsWith('.csv')) return yield* readXlsxInThread(bytes)
  let n = 0
  for (const cells of readCsv(bytes)) yield { n: ++n, cells }
}

const unreadable = () =>
  new Fail([
    '文件无法读取，请上传未加密的 .xlsx 或 .csv 文件',
    'The file cannot be read; please upload an .xlsx or .csv file without a password',
  ])

/** A heading is the label of a field in either language, with or without the mark `*`, or the field's name. */
const fieldAt = (spec: Import, head: RawCell): string | null => {
  const heading = String(head).replace(/\*/g, '').trim()
  const column = columnsOf(spec).find(([name, { label }]) => heading === name || label.includes(heading))
  return column?.[0] ?? null
}

const headOf = (spec: Import, cells: readonly RawCell[], lang: Lang): (string | null)[] => {
  const fields = cells.map((cell) => fieldAt(spec, cell))
  const missingColumns = columnsOf(spec).filter(([name]) => spec.key.includes(name) && !fields.includes(name))
  if (missingColumns.length === 0) return fields
  const message = [
    '第 1 行应为表头，缺少列：{0}。请使用模板填写',
    'Row 1 must be the header row; missing columns: {0}. Please use the template',
  ] as const
  throw new Fail(fill(message, missingColumns.map(([, { label }]) => localize(label, lang)).join(', ')))
}

const tooMany = () =>
  fill(
    ['数据超过 {0} 行，请拆分后分批导入', 'There are more than {0} rows; please split the file into several'],
    importLimits.rows,
  )

const isBlank = (cell: RawCell) => String(cell).trim() === ''

/** Reads the first sheet of a workbook, or a CSV file, by its headings. Throws if it is unreadable, empty or has too many rows. */
export const readSheet = async (bytes: Buffer, fileName: string, spec: Import, lang: Lang): Promise<UploadedSheet> => {
  let fields: readonly (string | null)[] | null = null
  const lines: Line[] = []
  try {
    for await (const { n, cells } of rowsOf(bytes, fileName)) {
      if (cells.every(isBlank)) continue
      if (fields === null) {
        fields = headOf(spec, cells, lang)
        continue
      }
      if (lines.length >= importLimits.rows) throw new Fail(tooMany())
      const entries = fields.flatMap((field, i) => (field ? [[field, cells[i] ?? ''] as const] : []))
      lines.push({ n, cells: Object.fromEntries(entries) })
    }
  } catch (error) {
    throw error instanceof Fail ? error : unreadable()
  }
  if (lines.length === 0) throw new Fail(['文件中没有数据', 'The file contains no data'])
  return { lines, fields: (fields ?? []).filter((field) => field !== null) }
}
