import { expect, test } from 'vitest'
import { until } from '../../tests/support/until.ts'
import { createStaleCache } from './stale-cache.ts'

/** Pages rendered for visitors (docs/decisions/0033): fresh for five, handed out for fifteen. */
const pages = () => {
  const state = { now: 0, made: 0 }
  const get = createStaleCache<number>({ ttlMs: 5, maxAgeMs: 15, maxEntries: 2, clock: () => state.now })
  const ask = (key = 'home') =>
    get(key, async () => {
      state.made++
      return state.made
    })
  return { state, get, ask }
}

test('what is fresh is handed out again, whoever asks at once', async () => {
  const { state, ask } = pages()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  state.now = 4
  expect(await ask()).toBe(1)
  expect(state.made).toBe(1)
})

test('what is a little old is handed out once more, and made anew behind those who ask, once', async () => {
  const { state, ask } = pages()
  await ask()
  state.now = 6
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  await until(() => state.made === 2)
  expect(await ask()).toBe(2)
  expect(state.made).toBe(2)
})

test('what is made anew is told what it was', async () => {
  const { state, get } = pages()
  const add = async (before = 0) => before + 1
  await get('home', add)
  state.now = 6
  expect(await get('home', add)).toBe(1)
  await until(() => get('home', add).then((value) => value === 2))
})

test('what is too old is waited for', async () => {
  const { state, ask } = pages()
  await ask()
  state.now = 15
  expect(await ask()).toBe(2)
})

test('what could not be made is not kept, and neither is what was before it', async () => {
  const { state, get, ask } = pages()
  const failing = () => Promise.reject<number>(new Error('not now'))
  await expect(get('home', failing)).rejects.toThrow('not now')
  expect(await ask()).toBe(1)
  state.now = 6
  expect(await get('home', failing)).toBe(1)
  await until(() => ask().then((value) => value === 2))
})

test('no more are kept than there is room for', async () => {
  const { state, ask } = pages()
  for (const key of ['a', 'b', 'c']) await ask(key)
  await ask('c')
  expect(state.made).toBe(3)
  await ask('a')
  expect(state.made).toBe(4)
})
