import { expect, test } from 'vitest'
import { text } from '#contract/kit/field.ts'
import { mergeFaults } from './form-faults.ts'

const field = text('字段', 'Field')
const fields = { first: field, second: field, third: field }

test('faults of the server stand among those of the form in the order of the fields', () => {
  const own = [{ at: 'first' }, { at: 'third' }]
  expect(mergeFaults(fields, own, [{ at: 'second' }])).toEqual([{ at: 'first' }, { at: 'second' }, { at: 'third' }])
})

test('a field that the form itself refuses gets no second fault, and all rows of a field keep theirs', () => {
  const own = [
    { at: 'second.0.name', from: 'form' },
    { at: 'second.1.name', from: 'form' },
  ]
  const ofServer = [{ at: 'second', from: 'server' }]
  expect(mergeFaults(fields, own, ofServer)).toEqual(own)
})

test('a fault of no field of the form is left out: nothing here can show it', () => {
  expect(mergeFaults(fields, [{ at: 'first' }], [{ at: 'elsewhere' }])).toEqual([{ at: 'first' }])
})
