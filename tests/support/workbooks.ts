import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import type { SheetLine } from '#server/base/sheets/cell.ts'
import { readXlsx } from '#server/base/sheets/xlsx-read.ts'

export const zipOf = (parts: Readonly<Record<string, string>>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return buffer(zip.outputStream)
}

/** The parts of a workbook with one sheet, which has this content. */
export const sheetParts = (inside: string, beforeRows = '', properties = ''): Record<string, string> => ({
  'xl/workbook.xml': `<workbook xmlns:r="r">${properties}<sheets><sheet name="a" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
  'xl/worksheets/sheet1.xml': `<worksheet>${beforeRows}<sheetData>${inside}</sheetData></worksheet>`,
})

export const readLines = async (bytes: Buffer): Promise<SheetLine[]> => {
  const lines: SheetLine[] = []
  for await (const line of readXlsx(bytes)) lines.push(line)
  return lines
}

const rowOf = (cells: readonly string[], isHidden: boolean) =>
  `<row${isHidden ? ' hidden="1"' : ''}>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`

/** A workbook of texts in which some rows, counted from 1, and some columns are hidden. */
export const workbookWithHidden = (
  rows: readonly (readonly string[])[],
  hidden: { readonly rows?: readonly number[]; readonly columns?: readonly number[] },
): Promise<Buffer> => {
  const columns = (hidden.columns ?? []).map((n) => `<col min="${n}" max="${n}" hidden="1"/>`).join('')
  const inside = rows.map((cells, i) => rowOf(cells, hidden.rows?.includes(i + 1) ?? false)).join('')
  return zipOf(sheetParts(inside, `<cols>${columns}</cols>`))
}
