import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { Fail } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import { withoutApostrophe } from './csv.ts'
import { decodeBytes } from './csv-encoding.ts'
import { assertCellCount, maxColumns } from './row-bounds.ts'

/** Separators of the values, the most usual first. */
const separators = [',', ';', '\t', '|'] as const

/** A first line that names the separator, as Excel writes and reads it. */
const separatorLine = /^"?sep=(.)"?(?:\r\n|\n|\r|$)/i

/** The first line with content, without what is in quotes. */
const headLine = (text: string): string => {
  const [line = ''] = /^\s*(?:"[^"]*"|[^"\r\n])*/.exec(text) ?? []
  return line.replace(/"[^"]*"/g, '')
}

/** The separator that occurs most in the line of headings. */
const separatorIn = (text: string): string => {
  const line = headLine(text)
  const counts = separators.map((separator) => line.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] as string
}

const contentOf = (text: string): { readonly content: string; readonly separator: string } => {
  const [line, separator] = separatorLine.exec(text) ?? []
  if (line !== undefined && separator !== undefined) return { content: text.slice(line.length), separator }
  return { content: text, separator: separatorIn(text) }
}

const unclosedQuote = (row: number) =>
  new Fail(
    fill(
      [
        '第 {0} 行有引号没有成对，其后的内容无法分列，请修改后重新上传',
        'Row {0} has a quotation mark that is not closed; please correct it and upload the file again',
      ],
      row,
    ),
  )

const pieceLength = 64 * 1024

/** Yields pieces of a text, so that other work is done between them. */
function* piecesOf(text: string) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength)
}

/**
 * Yields the lines of a CSV file (RFC 4180), including empty ones, in any encoding of `decodeBytes`; values are separated by commas,
 * semicolons, tabs, bars, or what the line `sep=` names. A quotation mark inside an unquoted value belongs to the value. Throws a Fail
 * if the file cannot be decoded or a quotation mark is not closed, Unreadable if a row has too many cells.
 */
export async function* readCsv(bytes: Buffer): AsyncGenerator<string[]> {
  const { content, separator } = contentOf(decodeBytes(bytes))
  const parser = Readable.from(piecesOf(content)).pipe(
    parse({
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      ltrim: true,
      // while the row is read: a longer one would fill the memory first
      cast: (value, { index }) => {
        assertCellCount(index + 1)
        return index < maxColumns ? withoutApostrophe(value) : ''
      },
    }),
  )
  try {
    for await (const cells of parser as AsyncIterable<string[]>) yield cells.slice(0, maxColumns)
  } catch (error) {
    throw error instanceof CsvError ? unclosedQuote(Number(error.records) + 1) : error
  }
}
