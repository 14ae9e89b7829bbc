import { daysAfter } from '#contract/kit/days.ts'
import { type StayGroup, stayGroups } from '#contract/project/stage-stay.ts'
import { type Days, type PeriodUnit, periodOf, periodUnits } from '#contract/project/stay-figures.ts'
import { useSearch } from '#web/base/preferences/search.ts'
import { todayInShanghai } from '#web/ui/date/shanghai-days.ts'

export interface Question {
  readonly unit: PeriodUnit
  readonly days: Days
  readonly by: StayGroup
}

const datePattern = /^\d{4}-\d\d-\d\d$/
const earlier = (one: string, other: string): string => (one < other ? one : other)

/** The days of a whole period up to today. */
const untilToday = ({ from, to }: Days, today: string): Days => ({ from, to: from > today ? to : earlier(to, today) })

/** What an address asks for: `unit`, a day of the period (or `from` and `to`), and `by`. This month by stage, if it says nothing. */
export const readQuestion = (search: URLSearchParams, today: string): Question => {
  const unit = periodUnits.find(([value]) => value === search.get('unit'))?.[0] ?? 'month'
  const by = stayGroups.find(([value]) => value === search.get('by'))?.[0] ?? 'stage'
  const day = (name: string, usual: string) => {
    const text = search.get(name) ?? ''
    return datePattern.test(text) && !Number.isNaN(Date.parse(text)) ? text : usual
  }
  const from = day('from', today)
  if (unit === 'range') return { unit, by, days: { from, to: day('to', today) } }
  return { unit, by, days: untilToday(periodOf(unit, from), today) }
}

/** The period beside another of the same unit: 1 is the next one, -1 the one before. */
export const stepFrom = ({ unit, days }: Question, step: 1 | -1): string => {
  if (unit === 'range') return days.from
  return daysAfter(step > 0 ? periodOf(unit, days.from).to : days.from, step)
}

/** What the address of the page asks for, and a function to change it. */
export const useQuestion = () => {
  const [search, setSearch] = useSearch()
  const today = todayInShanghai()
  const question = readQuestion(search, today)
  const ask = (change: Readonly<Record<string, string>>) =>
    setSearch((before) => {
      for (const [name, value] of Object.entries(change)) before.set(name, value)
      return before
    })
  return { question, ask, today }
}
