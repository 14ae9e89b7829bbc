import { daysAfter } from '#contract/kit/days.ts'
import type { Field } from '#contract/kit/field.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import { type StayGroup, stageStay } from '#contract/project/stage-stay.ts'
import {
  type Days,
  type PeriodUnit,
  periodBefore,
  type StayCounts,
  type StayFigures,
  type StayGroupFigures,
  yearBefore,
} from '#contract/project/stay-figures.ts'
import { sumWords } from '#contract/report/report-layout.ts'
import { words } from '#contract/words.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { wireTime } from '../../base/process/clock.ts'
import { identifier } from '../../engine/column-types.ts'
import type { UserCtx } from '../../engine/context.ts'
import { addDisplayNames } from '../../engine/labels.ts'

export interface StayQuestion {
  readonly unit: PeriodUnit
  readonly days: Days
  readonly by: StayGroup
  /** Whether figures of officers are those of the caller alone. */
  readonly isOwn: boolean
}

/** Groups of one answer: of more, those with most stays, and that without a value. The rows of the others are in the total. */
const maxGroups = 500

interface CountRow extends StayCounts {
  readonly period: number
  readonly isTotal: boolean
  readonly key: string | null
  readonly open: number
  readonly overdue: number
}

const none: StayCounts = { received: 0, finished: 0, returned: 0, late: 0, mean: null, median: null, slowest: null }
const [now, before, lastYear, moment] = [0, 1, 2, 3]

const isFinished = sql`result between 1 and 3`
const start = (date: string): Fragment => sql`${`${date} 00:00:00`}::timestamp at time zone 'Asia/Shanghai'`
const during = (column: Fragment, { from, to }: Days): Fragment =>
  sql`${column} >= ${start(from)} and ${column} < ${start(daysAfter(to, 1))}`

/** Stays as rows to count: those that began in a period, those that ended in it, and those that are open. */
const countedRows = (visible: Fragment, by: StayGroup, periods: readonly Days[]): Fragment => {
  const list = by === 'operators'
  const column = list ? sql`one.operator::text` : sql`${identifier(by)}::text`
  const from = list
    ? sql`stage_stay left join lateral (select unnest(operators) as operator) one on true`
    : sql`stage_stay`
  const rows = (period: number, kind: string, condition: Fragment) =>
    sql`select ${sql.lit(period)} as period, ${sql.lit(kind)} as kind, id, ${column} as key, result, overdue, workdays, due
      from ${from} where ${visible} and ${condition}`
  return sql.join(
    [
      ...periods.flatMap((days, period) => [
        rows(period, 'received', during(sql`since`, days)),
        rows(period, 'ended', sql`${isFinished} and ${during(sql`until`, days)}`),
      ]),
      rows(moment, 'open', sql`until is null`),
    ],
    sql` union all `,
  )
}

const readCounts = (ctx: UserCtx, rows: Fragment, at: string, isList: boolean): Promise<CountRow[]> => {
  // a row with several values counts once in the total
  const count = (condition: Fragment) =>
    sql`count(${isList ? sql`distinct id` : sql`*`}) filter (where ${condition})::int`
  const figures = sql`${count(sql`kind = 'received'`)} as received, ${count(sql`kind = 'ended'`)} as finished,
    ${count(sql`kind = 'ended' and result = 2`)} as returned, ${count(sql`kind = 'ended' and overdue = 1`)} as late,
    ${count(sql`kind = 'open'`)} as open, ${count(sql`kind = 'open' and due < ${at}::timestamp at time zone 'Asia/Shanghai'`)} as overdue,
    round(avg(workdays) filter (where kind = 'ended'), 1)::float as mean,
    percentile_cont(0.5) within group (order by workdays) filter (where kind = 'ended') as median,
    percentile_cont(0.9) within group (order by workdays) filter (where kind = 'ended') as slowest`
  const total = isList ? sql`(select distinct on (period, kind, id) * from counted) counted` : sql`counted`
  return run<CountRow>(
    ctx.db,
    sql`with counted as materialized (${rows})
      select period, false as "isTotal", key, ${figures} from counted group by period, key
      union all
      select period, true, null, ${figures} from ${total} group by period`,
  )
}

/** The group of stays that no officer has ended, open or withdrawn: nothing is left to fill in. */
const noOfficer: Text = ['无经办人', 'No officer']

/** Names of the values of a group, in the caller's language. */
const namesOf = async (ctx: UserCtx, by: StayGroup, keys: readonly string[]): Promise<Map<string, string>> => {
  const field: Field = stageStay.fields[by]
  const single: Field = field.kind === 'dicts' ? { ...field, kind: 'dict' } : field
  const rows = keys.map(
    (key) => ({ key: single.kind === 'choice' ? Number(key) : key }) as { key: unknown; keyName?: string },
  )
  const named = await addDisplayNames(ctx, { key: single }, rows)
  return new Map(named.map(({ keyName }, nth) => [keys[nth] as string, keyName ?? (keys[nth] as string)]))
}

const countsOf = ({ received, finished, returned, late, mean, median, slowest }: CountRow): StayCounts => ({
  ...{ received, finished, returned, late, mean, median, slowest },
})

/** The figures of the stays that the caller sees, in groups, with those of the period before and of the year before. */
export const readStayFigures = async (
  ctx: UserCtx,
  visible: Fragment,
  { unit, days, by, isOwn }: StayQuestion,
): Promise<StayFigures> => {
  const at = wireTime()
  const periods = [days, periodBefore(unit, days), yearBefore(unit, days)]
  const own = by === 'handlerId' && isOwn ? sql`${visible} and handler_id = ${ctx.actor.id}` : visible
  const rows = await readCounts(ctx, countedRows(own, by, periods), at, by === 'operators')
  const inPeriod = (period: number, isTotal: boolean, key: string | null) =>
    rows.find((row) => row.period === period && row.isTotal === isTotal && row.key === key)
  const figuresOf = (isTotal: boolean, key: string | null, name: string): StayGroupFigures => {
    const counts = (period: number) => {
      const row = inPeriod(period, isTotal, key)
      return row ? countsOf(row) : none
    }
    const present = inPeriod(moment, isTotal, key)
    return {
      ...{ key, name, ...counts(now), open: present?.open ?? 0, overdue: present?.overdue ?? 0 },
      before: counts(before),
      yearBefore: counts(lastYear),
    }
  }
  const groupRows = rows.filter(({ isTotal }) => !isTotal)
  const keys = [...new Set(groupRows.flatMap(({ key }) => (key === null ? [] : [key])))].sort(compareKeys)
  const names = await namesOf(ctx, by, keys)
  const all = keys.map((key) => figuresOf(false, key, names.get(key) ?? key))
  const groups = all.length < maxGroups ? all : all.toSorted(byRows).slice(0, maxGroups - 1)
  if (groupRows.some(({ key }) => key === null))
    groups.push(figuresOf(false, null, localize(by === 'handlerId' ? noOfficer : words.notFilled, ctx.lang)))
  return {
    at,
    days,
    before: periods[before] as Days,
    yearBefore: periods[lastYear] as Days,
    groups,
    total: figuresOf(true, null, localize(sumWords.total, ctx.lang)),
  }
}

/** Those with most stays first. */
const byRows = (a: StayGroupFigures, b: StayGroupFigures): number => {
  const rowsOf = ({ received, finished, open }: StayGroupFigures) => received + finished + open
  return rowsOf(b) - rowsOf(a)
}

const compareKeys = (a: string, b: string): number => Number(a) - Number(b) || (a < b ? -1 : 1)
