import { expect, test } from 'vitest'
import { amountHead, amountOf, inAmountColumn } from './amount.ts'

const read = (value: number, lang: 'zh' | 'en') => {
  const { figure, unit } = amountOf(value, lang)
  return `${figure} ${unit}`.trim()
}

test.each([
  [401.8, '401.8 亿元', '¥40.18 billion'],
  [63.5, '63.5 亿元', '¥6.35 billion'],
  [10, '10 亿元', '¥1 billion'],
  [9.99, '9.99 亿元', '¥999 million'],
  [0.1, '0.1 亿元', '¥10 million'],
  [0, '0 亿元', '¥0'],
  [16_187.4, '16,187.4 亿元', '¥1,618.74 billion'],
])('%f 亿元 is written %s, and %s in English', (value, zh, en) => {
  expect([read(value, 'zh'), read(value, 'en')]).toEqual([zh, en])
})

test('all amounts in a column have the same unit', () => {
  expect([amountHead(['投资额', 'Investment'])]).toEqual([['投资额（亿元）', 'Investment (¥ million)']])
  expect([63.5, 0.07].map((value) => inAmountColumn(value, 'zh'))).toEqual(['63.50', '0.07'])
  expect([63.5, 0.07].map((value) => inAmountColumn(value, 'en'))).toEqual(['6,350', '7'])
})
