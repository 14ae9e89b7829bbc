import { expect, test } from 'vitest'
import { batchWords, quotaWords } from './batch-words.ts'

const place = { id: '1', name: '2026年第一批', isMember: false, isLater: false }

test('a declaration names its batch, and says when an earlier one was closed without it', () => {
  expect(batchWords(place)[0]).toBe('申报批次：2026年第一批')
  expect(batchWords({ ...place, isLater: true })).toEqual([
    '申报批次：2026年第一批（此前批次已截止）',
    'Batch: 2026年第一批 (the one before is closed)',
  ])
})

test('a declaration without a batch says that it waits for one', () => {
  expect(batchWords({ id: null, name: null, isMember: false, isLater: true })[0]).toContain('由平台列入后续批次')
})

test('a quota says what is taken of it', () => {
  expect(quotaWords({ regionName: '江苏省', places: 10, used: 9 })[0]).toBe('江苏省名额 10，已占用 9')
})
