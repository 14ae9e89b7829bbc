import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { post } from '#contract/system/post.ts'
import { type ListState, listInputOf, readState, sizes, usualSizeOf, viewSearchOf, writeState } from './list-state.ts'

const read = (search: string, fields = post.fields as typeof post.fields | typeof declaration.fields) =>
  readState(new URLSearchParams(search), fields)
const write = (state: ListState, before = '') => writeState(state, new URLSearchParams(before), post.fields).toString()
const plain: ListState = { current: 1, size: 10, sort: null, filters: {} }

describe('the state of a list is in its address', () => {
  test('an empty address means the first page of ten rows in the default order', () => {
    expect(read('')).toEqual(plain)
    expect(write(plain)).toBe('')
  })
  test('page, size, order and filters are read from the address', () => {
    const state = read('current=3&size=50&sort=-sort&postName=%E7%BB%8F%E7%90%86&category=2')
    expect(state).toEqual({
      current: 3,
      size: 50,
      sort: { field: 'sort', down: true },
      filters: { postName: '经理', category: '2' },
    })
  })
  test('the keyword is read and written like a filter', () => {
    expect(read('keyword=%E7%BB%8F%E7%90%86').filters).toEqual({ keyword: '经理' })
    expect(read('withoutScope=1').filters).toEqual({ withoutScope: '1' })
    expect(write({ ...plain, filters: { keyword: '经理' } }, 'keyword=old&tab=2')).toBe(
      'tab=2&keyword=%E7%BB%8F%E7%90%86',
    )
  })
  test('a link of the desk has exactly the filter that it counts by', () => {
    expect(read('declareStatus=10', declaration.fields).filters).toEqual({ declareStatus: '10' })
    expect(read('declareStatus_ge=10', declaration.fields).filters).toEqual({ declareStatus_ge: '10' })
    const supervised = { supervisedSince_notnull: '1' }
    expect(read('supervisedSince_notnull=1', declaration.fields).filters).toEqual(supervised)
  })
  test('the size is 10, 30, 50, 100 or 200; any other value means 10', () => {
    for (const size of sizes) expect(read(`size=${size}`).size).toBe(size)
    for (const size of ['20', '0', '-1', 'x', '1000']) expect(read(`size=${size}`).size).toBe(10)
  })
  test('a person has a usual size for a list; then the address names the size, so that others see as many rows', () => {
    const usual = usualSizeOf({ size: 50 })
    const at = (search: string) => readState(new URLSearchParams(search), post.fields, usual).size
    expect([at(''), at('size=10'), at('size=20')]).toEqual([50, 10, 50])
    const address = (size: number) =>
      writeState({ ...plain, size }, new URLSearchParams('size=100'), post.fields, usual).toString()
    expect([address(50), address(10), address(30)]).toEqual(['size=50', 'size=10', 'size=30'])
    for (const stored of [undefined, null, {}, { size: 7 }, { size: '50' }, 'x']) expect(usualSizeOf(stored)).toBe(10)
  })
  test.each(['0', '-1', 'x', '1.5', '1e9', ''])('page %j means the first page', (current) => {
    expect(read(`current=${current}`).current).toBe(1)
  })
  test('unknown fields neither filter nor sort, and unknown parameters stay in the address', () => {
    expect(read('nobody=1&sort=nobody')).toEqual(plain)
    expect(write({ ...plain, current: 2 }, 'lang=en&tab=2&current=9&postName=x')).toBe('lang=en&tab=2&current=2')
  })
  test('a written state is read back unchanged', () => {
    const states = fc.record({
      current: fc.integer({ min: 1, max: 9999 }),
      size: fc.constantFrom(...sizes),
      sort: fc.option(fc.record({ field: fc.constantFrom('sort', 'postName', 'createTime'), down: fc.boolean() })),
      filters: fc.dictionary(fc.constantFrom('postName', 'category', 'createTime_dategt'), fc.string({ minLength: 1 })),
    })
    fc.assert(
      fc.property(states, (state) => {
        expect(read(write(state))).toEqual({ ...state, filters: { ...state.filters } })
      }),
    )
  })
})

describe('the request for a list', () => {
  test('has page, size and order', () => {
    expect(listInputOf({ ...plain, current: 2, sort: { field: 'sort', down: false } })).toEqual({
      current: 2,
      size: 10,
      ascs: 'sort',
    })
  })
  test('includes the first and the last day of a filter by creation date', () => {
    expect(
      listInputOf({ ...plain, filters: { createTime_dategt: '2026-03-01', createTime_datelt: '2026-03-31' } }),
    ).toEqual({
      current: 1,
      size: 10,
      createTime_dategt: '2026-02-28 23:59:59',
      createTime_datelt: '2026-04-01 00:00:00',
    })
  })
  test('can have one end of a range only', () => {
    const state = read('createTime_datelt=2026-03-31')
    expect(listInputOf(state)).toEqual({ current: 1, size: 10, createTime_datelt: '2026-04-01 00:00:00' })
    expect(viewSearchOf(state, post.fields)).toBe('createTime_datelt=2026-03-31')
  })
  test('has an invalid date unchanged, so that the server rejects it', () => {
    expect(listInputOf({ ...plain, filters: { createTime_dategt: '2026-99-99' } })).toMatchObject({
      createTime_dategt: '2026-99-99',
    })
  })
})
