import { type Lang, localize, type Text } from '../kit/text.ts'

/** An amount in words: its number and what it is of. */
export interface Amount {
  readonly figure: string
  readonly unit: string
}

const groupedFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const decimalFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const integerFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** What the numbers of a column of amounts are of. */
const columnUnit: Text = ['亿元', '¥ million']

/** 亿元 that make a billion yuan. */
const billion = 10

/** An amount given in 亿元 as each language reads it: 401.8 亿元, ¥40.18 billion; below a billion ¥350 million. */
export const amountOf = (value: number, lang: Lang): Amount => {
  if (lang === 'zh') return { figure: groupedFormat.format(value), unit: columnUnit[0] }
  return value >= billion
    ? { figure: `¥${groupedFormat.format(value / billion)}`, unit: 'billion' }
    : { figure: `¥${groupedFormat.format(value * 100)}`, unit: value > 0 ? 'million' : '' }
}

/** The head of a column of amounts. */
export const amountHead = (name: Text): Text => [`${name[0]}（${columnUnit[0]}）`, `${name[1]} (${columnUnit[1]})`]

/** An amount given in 亿元 among others in a column of that unit, the points below each other. */
export const inAmountColumn = (value: number, lang: Lang): string =>
  localize([decimalFormat.format(value), integerFormat.format(value * 100)], lang)
