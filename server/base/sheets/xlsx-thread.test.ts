import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import type { Sheet } from './cell.ts'
import { xlsxOf } from './xlsx.ts'
import { Unreadable } from './xlsx-read.ts'
import { readXlsxInThread } from './xlsx-thread.ts'

const workbookOf = (rows: number): Promise<Buffer> => {
  const sheet: Sheet = {
    name: '表',
    columns: [{ title: '数', width: 10 }],
    rows: (async function* () {
      yield Array.from({ length: rows }, (_, i) => [i])
    })(),
  }
  return buffer(xlsxOf([sheet]))
}
const read = async (bytes: Buffer) => {
  const rows = []
  for await (const { cells } of readXlsxInThread(bytes)) rows.push(cells[0])
  return rows
}
/** Eighteen million elements in a few kilobytes, where the sheets are listed. */
const bomb = () => {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from('<a b="c"/>'.repeat(18_000_000)), 'xl/workbook.xml')
  zip.end()
  return buffer(zip.outputStream)
}

describe('a workbook is read in a thread of its own', () => {
  test('whole, whatever its length, and several at once one after the other', async () => {
    const lengths = [0, 199, 200, 201, 1000]
    const read1 = await Promise.all(lengths.map(async (length) => read(await workbookOf(length))))
    expect(read1).toEqual(lengths.map((length) => ['数', ...Array.from({ length }, (_, i) => i)]))
  })

  test('one that is none, or made to do harm, is refused, and the next is read all the same', async () => {
    for (const bytes of [Buffer.from('no zip at all'), await bomb()])
      await expect(read(bytes)).rejects.toThrow(Unreadable)
    expect(await read(await workbookOf(1))).toEqual(['数', 0])
  })

  test('who stops in the middle does not keep the next one waiting', async () => {
    for await (const { n } of readXlsxInThread(await workbookOf(1000))) if (n === 3) break
    expect(await read(await workbookOf(1))).toEqual(['数', 0])
  })
})
