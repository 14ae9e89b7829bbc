import type pg from 'pg'
import { expect, test } from 'vitest'
import { createRowMaker } from './row-shapes.ts'

const result = (names: readonly string[], ...rows: unknown[][]) =>
  ({ fields: names.map((name) => ({ name })), rows }) as unknown as pg.QueryArrayResult

test('rows have the columns of their statement, whatever their names', () => {
  const rowsOf = createRowMaker()
  const names = ['id', '省份', `it's "x"\\\n`, '__proto__', 'constructor', '']
  const [row] = rowsOf('s', result(names, [1, 2, 3, 4, 5, 6]))
  expect(Object.entries(row ?? {})).toEqual(names.map((name, i) => [name, i + 1]))
})

test('a statement whose columns change gets other rows', () => {
  const rowsOf = createRowMaker()
  expect(rowsOf('s', result(['a', 'b'], [1, 2]))).toEqual([{ a: 1, b: 2 }])
  expect(rowsOf('s', result(['a', 'c'], [1, 2]))).toEqual([{ a: 1, c: 2 }])
  expect(rowsOf('s', result(['a'], [1]))).toEqual([{ a: 1 }])
  expect(rowsOf('s', result(['a']))).toEqual([])
})

test('of two columns with one name the last counts, as in rows of pg', () => {
  expect(createRowMaker()('s', result(['a', 'a'], [1, 2]))).toEqual([{ a: 2 }])
})
