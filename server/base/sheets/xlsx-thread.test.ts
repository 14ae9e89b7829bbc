import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { plainValue } from '../../../tests/support/jobs.ts'
import type { Sheet } from './cell.ts'
import { xlsxOf } from './xlsx.ts'
import { Unreadable } from './xlsx-package.ts'
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
  for await (const { cells } of readXlsxInThread(bytes)) rows.push(plainValue(cells[0] ?? ''))
  return rows
}
/** 18 million elements in a few kilobytes, in the list of sheets. */
const bomb = () => {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from('<a b="c"/>'.repeat(18_000_000)), 'xl/workbook.xml')
  zip.end()
  return buffer(zip.outputStream)
}

describe('a workbook that is read in a worker thread', () => {
  test('is complete, for any length, and when several are read at once', async () => {
    const lengths = [0, 199, 200, 201, 1000]
    const results = await Promise.all(lengths.map(async (length) => read(await workbookOf(length))))
    expect(results).toEqual(lengths.map((length) => ['数', ...Array.from({ length }, (_, i) => i)]))
  })

  test('is rejected if it is invalid or malicious, and the next one is still read', async () => {
    for (const bytes of [Buffer.from('no zip at all'), await bomb()])
      await expect(read(bytes)).rejects.toThrow(Unreadable)
    expect(await read(await workbookOf(1))).toEqual(['数', 0])
  })

  test('does not block the next one if reading stops in the middle', async () => {
    for await (const { n } of readXlsxInThread(await workbookOf(1000))) if (n === 3) break
    expect(await read(await workbookOf(1))).toEqual(['数', 0])
  })
})
