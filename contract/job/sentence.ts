import { fill, type Text } from '../kit/text.ts'

/** Words of a sentence that are built from values: lists, ranges, durations. */

/** More parts than this would be a table, not a sentence. */
export const maxParts = 6

/** Several words as a sentence lists them: `1、2、3`, `1, 2 and 3`. */
export const inSentence = (texts: readonly Text[], and = 'and'): Text => {
  const english = texts.map(([, en]) => en)
  const last = english.pop() ?? ''
  return [texts.map(([zh]) => zh).join('、'), english.length > 0 ? `${english.join(', ')} ${and} ${last}` : last]
}

/** Values in ascending order as runs of neighbours; two neighbours are no run. */
export const runsOf = (values: readonly number[]): (readonly [first: number, last: number])[] => {
  const runs: [number, number][] = []
  for (const value of values) {
    const run = runs.at(-1)
    if (run && run[1] === value - 1) run[1] = value
    else runs.push([value, value])
  }
  return runs.flatMap(([first, last]): [number, number][] =>
    last === first + 1
      ? [
          [first, first],
          [last, last],
        ]
      : [[first, last]],
  )
}

export const rangeText = (first: Text, last: Text): Text => fill(['{0}至{1}', '{0} to {1}'], first, last)

interface Unit {
  readonly ms: number
  readonly one: Text
  readonly several: Text
  readonly eachOne: Text
  readonly eachSeveral: Text
}
const units: readonly Unit[] = [
  {
    ms: 3_600_000,
    one: ['1 小时', '1 hour'],
    several: ['{0} 小时', '{0} hours'],
    eachOne: ['每小时', 'every hour'],
    eachSeveral: ['每 {0} 小时', 'every {0} hours'],
  },
  {
    ms: 60_000,
    one: ['1 分钟', '1 minute'],
    several: ['{0} 分钟', '{0} minutes'],
    eachOne: ['每分钟', 'every minute'],
    eachSeveral: ['每 {0} 分钟', 'every {0} minutes'],
  },
  {
    ms: 1000,
    one: ['1 秒', '1 second'],
    several: ['{0} 秒', '{0} seconds'],
    eachOne: ['每秒', 'every second'],
    eachSeveral: ['每 {0} 秒', 'every {0} seconds'],
  },
  {
    ms: 1,
    one: ['1 毫秒', '1 millisecond'],
    several: ['{0} 毫秒', '{0} milliseconds'],
    eachOne: ['每毫秒', 'every millisecond'],
    eachSeveral: ['每 {0} 毫秒', 'every {0} milliseconds'],
  },
]
const inUnits = (ms: number, one: 'one' | 'eachOne', several: 'several' | 'eachSeveral'): Text => {
  const unit = units.find((each) => ms % each.ms === 0) as Unit
  return ms === unit.ms ? unit[one] : fill(unit[several], ms / unit.ms)
}

/** A whole number of milliseconds in the largest unit that divides it: `90 秒`, `2 分钟`. */
export const durationText = (ms: number): Text => inUnits(ms, 'one', 'several')
/** `每 90 秒`, `每分钟`. */
export const everyText = (ms: number): Text => inUnits(ms, 'eachOne', 'eachSeveral')

/** The sentence as it is printed: a space between Chinese and digits, a capital letter in English. */
export const asSentence = ([zh, en]: Text): Text => [
  zh.replace(/([\u4e00-\u9fff])(\d)/g, '$1 $2').replace(/(\d)([\u4e00-\u9fff])/g, '$1 $2'),
  en.charAt(0).toUpperCase() + en.slice(1),
]
