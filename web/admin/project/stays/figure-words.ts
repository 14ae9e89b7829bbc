import { fill, type Text } from '#contract/kit/text.ts'
import type { CountName, PeriodUnit } from '#contract/project/stay-figures.ts'

export const figureNames: Readonly<Record<CountName | 'mean' | 'median' | 'slowest', Text>> = {
  received: ['收件', 'Received'],
  finished: ['办结', 'Finished'],
  returned: ['其中退回', 'Of these returned'],
  late: ['超期办结', 'Finished late'],
  open: ['在办', 'Open'],
  overdue: ['超期未办', 'Overdue'],
  mean: ['平均用时', 'Mean days'],
  median: ['用时中位数', 'Median days'],
  slowest: ['最慢一成', 'Slowest tenth'],
}

const halves: readonly Text[] = [
  ['上半年', 'first half'],
  ['下半年', 'second half'],
]

/** What a whole period is called, by its first day: 2026年第2季度. */
export const periodName = (unit: Exclude<PeriodUnit, 'range'>, from: string): Text => {
  const [year, month] = [from.slice(0, 4), Number(from.slice(5, 7))]
  const quarter = Math.ceil(month / 3)
  if (unit === 'year') return fill(['{0}年', '{0}'], year)
  if (unit === 'month') return fill(['{0}年{1}月', '{0}-{2}'], year, month, from.slice(5, 7))
  if (unit === 'quarter') return fill(['{0}年第{1}季度', '{0} Q{1}'], year, quarter)
  return fill(['{0}年{1}', '{0}, {1}'], year, halves[month > 6 ? 1 : 0] as Text)
}

/** How a figure differs from an earlier one, in percent; a dash without a base. */
export const changeWords = ([zh, en]: Text, now: number, base: number): Text => {
  if (base === 0) return [`${zh} —`, `${en} —`]
  const percent = Math.round((100 * (now - base)) / base)
  const sign = percent > 0 ? '+' : ''
  return [`${zh} ${sign}${percent}%`, `${en} ${sign}${percent}%`]
}

/** What each figure means, beside the figures. */
export const definitions: readonly Text[] = [
  [
    '收件、办结：本期开始、结束的环节办理次数，同一申报退回后再次提交的另计一次；撤回或终止的不计入办结',
    'Received and finished: stays at a stage that began or ended in the period; a declaration that comes back counts again, and what was withdrawn or ended is not finished',
  ],
  [
    '用时：办结的环节所用的工作日，收件当日不计；“最慢一成”表示九成办结不超过该天数',
    'Days: working days of what was finished, without the day of receipt; nine of ten took no longer than the slowest tenth',
  ],
  [
    '超期：对照该环节的办理时限；在办、超期未办为统计时的数量，与所选周期无关',
    'Late and overdue: against the deadline of the stage; open and overdue are those of now, whatever the period',
  ],
]
