import { expect, test } from 'vitest'
import { createShapes } from './shaped-query.ts'

const [text, number] = [25, 23]
const shapesOf = () => createShapes((type) => (type === number ? Number : String))
const columns = (...names: string[]) => names.map((name) => ({ name, dataTypeID: text }))

test('rows have the columns of their statement, whatever their names', () => {
  const names = ['id', '省份', `it's "x"\\\n`, '__proto__', 'constructor', '']
  const row = shapesOf()('s', columns(...names)).rowOf(['1', null, '3', '4', '5', '6'])
  expect(Object.entries(row)).toEqual(names.map((name, i) => [name, i === 1 ? null : String(i + 1)]))
})

test('a statement whose columns change in name or type gets other rows', () => {
  const shapeOf = shapesOf()
  expect(shapeOf('s', columns('a', 'b')).rowOf(['1', '2'])).toEqual({ a: '1', b: '2' })
  expect(shapeOf('s', columns('a', 'c')).rowOf(['1', '2'])).toEqual({ a: '1', c: '2' })
  expect(shapeOf('s', columns('a')).rowOf(['1'])).toEqual({ a: '1' })
  expect(shapeOf('s', [{ name: 'a', dataTypeID: number }]).rowOf(['1'])).toEqual({ a: 1 })
})

test('of two columns with one name the last counts, as in rows of pg', () => {
  expect(shapesOf()('s', columns('a', 'a')).rowOf(['1', '2'])).toEqual({ a: '2' })
})
