import type { Fault } from '../kit/fail.ts'
import { decimal, longText, text } from '../kit/field.ts'
import { isSameText } from '../kit/fold.ts'
import { fill, listText, type Text } from '../kit/text.ts'
import type { RubricItem } from './rubric.ts'

/** What an expert gives for an item of the rubric, which it names. */
export const sheetFields = {
  itemName: text('评分项', 'Item', { required: true, max: 60 }),
  points: decimal('得分', 'Points', { required: true, max: 1000 }),
  reason: longText('理由', 'Reason', { max: 500 }),
} as const

/** Why an expert corrects a sheet. */
export const correctionReason = longText('更正理由', 'Reason for the correction', {
  required: true,
  max: 500,
  isUnlogged: true,
})

type Typed = { readonly [N in 'itemName' | 'reason']?: string | null } & { readonly points?: number | null }

/** An item of a sheet as it is stored, with its weight and maximum. */
export interface ScoredItem {
  readonly itemName: string
  readonly weight: number
  readonly maxPoints: number
  readonly points: number
  readonly reason: string | null
}

/** Whether a number has at most the two decimals of a score. */
const isInHundredths = (value: number): boolean => Number(value.toFixed(2)) === value
const hundredthsOf = (value: number): bigint => BigInt(Math.round(value * 100))

/** A quotient, rounded to a whole number, halves up. */
const rounded = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator)

/** The score of a sheet: the sum of weight × points ÷ maximum, rounded once, to two decimals. */
export const totalOf = (items: readonly Pick<ScoredItem, 'weight' | 'maxPoints' | 'points'>[]): number => {
  let [numerator, denominator] = [0n, 1n]
  for (const { weight, maxPoints, points } of items) {
    const max = BigInt(maxPoints)
    numerator = numerator * max + BigInt(weight) * hundredthsOf(points) * denominator
    denominator *= max
  }
  return Number(rounded(numerator, denominator)) / 100
}

/** Why points need a reason; null if they need none. */
export const reasonDemand = (
  { reasonBelow, reasonAbove }: Pick<RubricItem, 'reasonBelow' | 'reasonAbove'>,
  points: number,
): Text | null => {
  if (typeof reasonBelow === 'number' && points < reasonBelow)
    return fill(['低于{0}分，请说明理由', 'Below {0} points: please give the reason'], reasonBelow)
  if (typeof reasonAbove === 'number' && points > reasonAbove)
    return fill(['高于{0}分，请说明理由', 'Above {0} points: please give the reason'], reasonAbove)
  return null
}

const isOf = ({ itemName }: RubricItem, typed: Typed): boolean => isSameText(itemName, typed.itemName ?? '')

/** The items by name, as a message lists them. */
const namesOf = (rubric: readonly RubricItem[]): Text =>
  listText(
    rubric.map(({ itemName, maxPoints }) => [`${itemName}（满分${maxPoints}）`, `${itemName} (max. ${maxPoints})`]),
  )

const faultsOfTyped = (item: RubricItem, { points, reason }: Typed, at: string): Fault[] => {
  if (typeof points !== 'number') return [{ at: `${at}.points`, text: ['请输入得分', 'Points is required'] }]
  if (points > item.maxPoints)
    return [{ at: `${at}.points`, text: fill(['得分不能大于{0}', 'Points must be at most {0}'], item.maxPoints) }]
  if (!isInHundredths(points))
    return [{ at: `${at}.points`, text: ['得分最多保留2位小数', 'Points must have at most 2 decimals'] }]
  const demand = reasonDemand(item, points)
  return demand && !reason?.trim() ? [{ at: `${at}.reason`, text: demand }] : []
}

/** Faults of a sheet: each item of the rubric once, within its maximum, with a reason where one is required. */
export const sheetFaults = (rubric: readonly RubricItem[], items: readonly Typed[]): Fault[] => {
  const missing = rubric.filter((item) => !items.some((typed) => isOf(item, typed)))
  const faults = items.flatMap((typed, i): Fault[] => {
    const item = rubric.find((one) => isOf(one, typed))
    const at = `items.${i}`
    if (!item)
      return [
        {
          at: `${at}.itemName`,
          text: fill(
            ['评分标准中没有“{0}”，评分项为：{1}', 'The rubric has no “{0}”; its items are: {1}'],
            typed.itemName ?? '',
            namesOf(rubric),
          ),
        },
      ]
    if (items.slice(0, i).some((other) => isOf(item, other)))
      return [{ at: `${at}.itemName`, text: ['同一评分项只能评一次', 'Each item can be scored only once'] }]
    return faultsOfTyped(item, typed, at)
  })
  if (missing.length)
    faults.unshift({
      at: 'items',
      text: fill(
        ['请按评分标准逐项给出得分（items）：{0}', 'Score each item of the rubric (items): {0}'],
        namesOf(missing),
      ),
    })
  return faults
}

/** A sheet without faults as it is stored, in the order of the rubric. */
export const scoredItems = (rubric: readonly RubricItem[], items: readonly Typed[]): ScoredItem[] =>
  rubric.flatMap((item) => {
    const typed = items.find((one) => isOf(item, one))
    if (typeof typed?.points !== 'number') return []
    const { itemName, weight, maxPoints } = item
    return [{ itemName, weight, maxPoints, points: typed.points, reason: typed.reason?.trim() || null }]
  })

/** A score as people read it: a whole number, or with both decimals. */
export const scoreText = (score: number): string => (Number.isInteger(score) ? String(score) : score.toFixed(2))

/** By how many points a score differs from the median of all before it is marked. */
export const outlierDistance = 15
/** Fewer scores have no median from which one could differ. */
const minForOutliers = 3

const medianOf = (sorted: readonly number[]): number => {
  const middle = sorted.length / 2
  const [low = 0, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

export interface ScoreSummary {
  readonly mean: number
  /** The highest score less the lowest one. */
  readonly spread: number
  readonly isOutlier: (score: number) => boolean
}

/** What several scores of one declaration say together; null without one. All of them count, also outliers. */
export const summaryOf = (scores: readonly number[]): ScoreSummary | null => {
  if (scores.length === 0) return null
  const sorted = scores.toSorted((one, other) => one - other)
  const sum = sorted.reduce((total, score) => total + hundredthsOf(score), 0n)
  const spread = hundredthsOf(sorted.at(-1) ?? 0) - hundredthsOf(sorted[0] ?? 0)
  const median = medianOf(sorted)
  return {
    mean: Number(rounded(sum, BigInt(sorted.length))) / 100,
    spread: Number(spread) / 100,
    isOutlier: (score) =>
      sorted.length >= minForOutliers && Math.round(100 * Math.abs(score - median)) > 100 * outlierDistance,
  }
}
