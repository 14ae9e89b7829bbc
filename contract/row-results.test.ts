import { describe, expect, test } from 'vitest'
import { versionedRows, versionsText } from './row-results.ts'

describe('rows with their versions as one text', () => {
  test('are the same rows again, in their order', () => {
    const rows = [
      { id: '1123598821738675201', version: 3 },
      { id: '12', version: null },
      { id: '5', version: 0 },
    ]
    expect(versionsText(rows)).toBe('1123598821738675201=3,12=,5=0')
    expect(versionedRows(versionsText(rows))).toEqual(rows)
  })

  test('a row without a version is one', () => {
    expect(versionsText([{ id: '7' }])).toBe('7=')
    expect(versionedRows('7=')).toEqual([{ id: '7', version: null }])
  })

  test('a row that is named twice is one, with its first version', () => {
    expect(versionedRows('7=1,8=2,7=3')).toEqual([
      { id: '7', version: 1 },
      { id: '8', version: 2 },
    ])
  })

  test.each(['', 'x', '7', '7=1,', '7=-1', '7=1.5', '7=1;8=2', "7=1,8=2' or 1=1", '=1', `${'9'.repeat(20)}=1`])(
    'whatever else is none: %s',
    (text) => expect(versionedRows(text)).toBeNull(),
  )

  test('spaces around a row do not matter', () => {
    expect(versionedRows(' 7=1 , 8=2')).toHaveLength(2)
  })
})
