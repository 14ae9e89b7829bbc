import { describe, expect, test } from 'vitest'
import { columnsToDrop } from './columns-to-drop.ts'

const columns = [
  { name: 'account', width: 120, isRequired: true },
  { name: 'phone', width: 110, isRequired: false },
  { name: 'status', width: 80, isRequired: true },
  { name: 'company', width: 200, isRequired: false },
  { name: 'created', width: 140, isRequired: false },
]

describe('columns that do not fit', () => {
  test('none are dropped if all fit', () => {
    expect(columnsToDrop(columns, 0)).toEqual([])
    expect(columnsToDrop(columns, -30)).toEqual([])
  })

  test('the last ones are dropped first, and no more than needed', () => {
    expect(columnsToDrop(columns, 1)).toEqual(['created'])
    expect(columnsToDrop(columns, 140)).toEqual(['created'])
    expect(columnsToDrop(columns, 141)).toEqual(['created', 'company'])
  })

  test('required ones stay, even if the table does not fit without the others', () => {
    expect(columnsToDrop(columns, 5000)).toEqual(['created', 'company', 'phone'])
  })
})
