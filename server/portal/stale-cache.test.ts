import { expect, test } from 'vitest'
import { until } from '../../tests/support/until.ts'
import { createStaleCache } from './stale-cache.ts'

/** A cache of rendered pages (docs/decisions/0033): fresh for 5 ms, usable for 15 ms. */
const pages = () => {
  const state = { now: 0, renders: 0 }
  const get = createStaleCache<number>({ ttlMs: 5, maxAgeMs: 15, maxEntries: 2, clock: () => state.now })
  const request = (key = 'home') =>
    get(key, async () => {
      state.renders++
      return state.renders
    })
  return { state, get, request }
}

test('a fresh value is reused, also for requests at the same time', async () => {
  const { state, request } = pages()
  expect(await Promise.all([request(), request(), request()])).toEqual([1, 1, 1])
  state.now = 4
  expect(await request()).toBe(1)
  expect(state.renders).toBe(1)
})

test('a stale value is returned once more, and refreshed once in the background', async () => {
  const { state, request } = pages()
  await request()
  state.now = 6
  expect(await Promise.all([request(), request()])).toEqual([1, 1])
  await until(() => state.renders === 2)
  expect(await request()).toBe(2)
  expect(state.renders).toBe(2)
})

test('a refresh gets the previous value', async () => {
  const { state, get } = pages()
  const add = async (before = 0) => before + 1
  await get('home', add)
  state.now = 6
  expect(await get('home', add)).toBe(1)
  await until(() => get('home', add).then((value) => value === 2))
})

test('a value that is too old is refreshed before it is returned', async () => {
  const { state, request } = pages()
  await request()
  state.now = 15
  expect(await request()).toBe(2)
})

test('a failure is not cached, and a stale value is dropped after it', async () => {
  const { state, get, request } = pages()
  const failing = () => Promise.reject<number>(new Error('not now'))
  await expect(get('home', failing)).rejects.toThrow('not now')
  expect(await request()).toBe(1)
  state.now = 6
  expect(await get('home', failing)).toBe(1)
  await until(() => request().then((value) => value === 2))
})

test('the number of entries is limited', async () => {
  const { state, request } = pages()
  for (const key of ['a', 'b', 'c']) await request(key)
  await request('c')
  expect(state.renders).toBe(3)
  await request('a')
  expect(state.renders).toBe(4)
})
