import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { serialOf } from './calendar.ts'
import type { Cell, Column, Sheet, SheetRow } from './cell.ts'
import { encodeText } from './xlsx-text.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const related = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const contentTypePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const xlsxType = `${contentTypePrefix}.sheet`

/** Maximum length of the text in a cell. */
const maxCellLength = 32_767
/** The least number with more digits than programs keep: they store fifteen. */
const minInexact = 1e15
const special = /[<>&"]/
const entities: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }

const xml = (text: string): string => {
  const encoded = encodeText(text)
  return special.test(encoded) ? encoded.replace(/[<>&"]/g, (char) => entities[char] as string) : encoded
}

/** A, B … Z, AA, AB … */
export const letters = (column: number): string =>
  (column > 25 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** Indexes into the table of styles below. */
const style = { plain: 0, head: 1, day: 2, moment: 3, marked: 4 } as const

const styles = `${head}<styleSheet xmlns="${main}">
<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>
<fonts count="2"><font><sz val="11"/></font><font><b/><sz val="11"/></font></fonts>
<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE9EEF6"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFDDCDC"/></patternFill></fill></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="5"><xf/><xf fontId="1" fillId="2" applyFont="1" applyFill="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf fillId="3" applyFill="1"/></cellXfs>
</styleSheet>`

const textCell = (at: string, text: string, styleIndex: number): string =>
  `<c r="${at}"${styleIndex ? ` s="${styleIndex}"` : ''} t="inlineStr"><is><t xml:space="preserve">${xml(text.slice(0, maxCellLength))}</t></is></c>`

const cellOf = (cell: Cell, at: string, styleIndex: number): string => {
  const styled = (index: number) => (index ? ` s="${index}"` : '')
  if (cell === null || cell === '') return styleIndex ? `<c r="${at}"${styled(styleIndex)}/>` : ''
  if (typeof cell === 'string') return textCell(at, cell, styleIndex)
  if (typeof cell === 'boolean') return `<c r="${at}"${styled(styleIndex)} t="b"><v>${Number(cell)}</v></c>`
  if (typeof cell === 'number')
    return Math.abs(cell) < minInexact
      ? `<c r="${at}"${styled(styleIndex)}><v>${cell}</v></c>`
      : textCell(at, String(cell), styleIndex)
  const serial = serialOf(cell)
  if (serial === null) return textCell(at, cell.at, styleIndex)
  const dateStyle = cell.at.length > 10 ? style.moment : style.day
  return `<c r="${at}"${styled(styleIndex || dateStyle)}><v>${serial}</v></c>`
}

const rowOf = (row: SheetRow, n: number, names: readonly string[], styleIndex: number = style.plain): string => {
  let cells = ''
  for (let i = 0; i < row.length; i++) {
    const cell = row[i] ?? null
    const isMarked = typeof cell === 'object' && cell !== null && 'marked' in cell
    cells += cellOf(isMarked ? cell.marked : cell, `${names[i]}${n}`, isMarked ? style.marked : styleIndex)
  }
  return `<row r="${n}">${cells}</row>`
}

const widths = (columns: readonly Column[]) =>
  columns.map(({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`).join('')

async function* sheetXml({ columns, rows }: Sheet): AsyncGenerator<Buffer> {
  const names = columns.map((_, i) => letters(i))
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  yield Buffer.from(
    `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews>` +
      `<cols>${widths(columns)}</cols><sheetData>${rowOf(
        columns.map(({ title }) => title),
        1,
        names,
        style.head,
      )}`,
  )
  let n = 1
  for await (const batch of rows) {
    let text = ''
    for (const row of batch) text += rowOf(row, ++n, names)
    if (text) yield Buffer.from(text)
  }
  yield Buffer.from('</sheetData></worksheet>')
}

/** A valid sheet name: at most 31 characters, none that have a meaning in formulas. */
const sheetName = (name: string) => xml(name.replace(/[\\/?*[\]:']/g, ' ').slice(0, 31))

const parts = (sheets: readonly Sheet[]): readonly [path: string, content: string][] => {
  const each = (make: (n: number, sheet: Sheet) => string) => sheets.map((sheet, i) => make(i + 1, sheet)).join('')
  const contentType = (path: string, type: string) =>
    `<Override PartName="/xl/${path}" ContentType="${contentTypePrefix}.${type}+xml"/>`
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="r${id}" Type="${related}/${type}" Target="${target}"/>`
  return [
    [
      '[Content_Types].xml',
      `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `${contentType('workbook.xml', 'sheet.main')}${contentType('styles.xml', 'styles')}${each((n) => contentType(`worksheets/sheet${n}.xml`, 'worksheet'))}</Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${packaged}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${related}"><sheets>${each((n, { name }) => `<sheet name="${sheetName(name)}" sheetId="${n}" r:id="r${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packaged}/relationships">${each((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`))}${relation(sheets.length + 1, 'styles', 'styles.xml')}</Relationships>`,
    ],
  ]
}

/** Fast enough to keep up with the rows, and a tenth of their size. */
const compressionLevel = 3

/**
 * Sheets as a workbook (ECMA-376), streamed sheet by sheet while the rows arrive; never entirely in memory.
 * Text is stored in text cells, so that none is read as a formula.
 */
export const xlsxOf = (sheets: readonly Sheet[]): Readable => {
  const zip = new ZipFile()
  // the library declares it as a more general type
  const out = zip.outputStream as Readable
  const fail = (error: unknown) => out.destroy(error as Error)
  zip.on('error', fail)
  for (const [path, content] of parts(sheets)) zip.addBuffer(Buffer.from(head + content), path)
  zip.addBuffer(Buffer.from(styles), 'xl/styles.xml')
  for (const [i, sheet] of sheets.entries())
    zip.addReadStreamLazy(`xl/worksheets/sheet${i + 1}.xml`, { compressionLevel }, (addStream) => {
      const rows = Readable.from(sheetXml(sheet), { objectMode: false }).on('error', fail)
      out.once('close', () => rows.destroy())
      addStream(null, rows)
    })
  zip.end()
  return out
}
