import { type Lang, localize, type Text } from '../kit/text.ts'

/** A formatted amount: number and unit. */
export interface Amount {
  readonly figure: string
  readonly unit: string
}

const groupedFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const decimalFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const integerFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Unit of a column of amounts. */
const columnUnit: Text = ['亿元', '¥ million']

/** A billion yuan, in 亿元. */
const billion = 10

/** Formats an amount in 亿元 for a language: 401.8 亿元, ¥40.18 billion; below a billion ¥350 million. */
export const amountOf = (value: number, lang: Lang): Amount => {
  if (lang === 'zh') return { figure: groupedFormat.format(value), unit: columnUnit[0] }
  return value >= billion
    ? { figure: `¥${groupedFormat.format(value / billion)}`, unit: 'billion' }
    : { figure: `¥${groupedFormat.format(value * 100)}`, unit: value > 0 ? 'million' : '' }
}

/** The header of a column of amounts, with the unit. */
export const amountHead = (name: Text): Text => [`${name[0]}（${columnUnit[0]}）`, `${name[1]} (${columnUnit[1]})`]

/** Formats an amount in 亿元 for a column with that header: without unit, with a fixed number of decimals. */
export const inAmountColumn = (value: number, lang: Lang): string =>
  localize([decimalFormat.format(value), integerFormat.format(value * 100)], lang)
