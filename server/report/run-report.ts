import type { AnyEntity } from '#contract/kit/entity.ts'
import { Fail, faulty } from '#contract/kit/fail.ts'
import type { Field } from '#contract/kit/field.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import type { Measure, ReportContent } from '#contract/report/report-content.ts'
import { fieldsOf, isRepeated, isTimely, reportFaults } from '#contract/report/report-fields.ts'
import type { GroupKey, ReportGroup, ReportResult } from '#contract/report/report-result.ts'
import type { SourceName } from '#contract/report/report-sources.ts'
import { words } from '#contract/words.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { wireTime } from '../base/process/clock.ts'
import { identifier } from '../engine/column-types.ts'
import type { Ctx, UserCtx } from '../engine/context.ts'
import { addDisplayNames } from '../engine/labels.ts'
import { addValue, type Dimension, dimensionLabel, dimensionsOf, dimensionValue, unnested } from './dimensions.ts'
import { inForms } from './figure-forms.ts'
import { measureHead } from './measure-head.ts'
import { readableSource } from './readable-source.ts'
import { inReportQueue } from './run-queue.ts'
import { parametersOf, rowsOfReport } from './source-rows.ts'
import { type Run, withinTime } from './within-time.ts'

/** Groups of one report, subtotals included. */
const maxGroups = 10_000
const aggregates: Readonly<Record<Exclude<Measure['kind'], 'count'>, (column: Fragment) => Fragment>> = {
  sum: (column) => sql`sum(${column})::numeric`,
  average: (column) => sql`round(avg(${column}), 6)`,
  median: (column) => sql`percentile_cont(0.5) within group (order by ${column})`,
  slowest: (column) => sql`percentile_cont(0.9) within group (order by ${column})`,
  min: (column) => sql`min(${column})::numeric`,
  max: (column) => sql`max(${column})::numeric`,
}

/** Figures of the database: values `d0`, `d1` … of the groupings, the bits of those that are summed up, figures `v0`, `v1` …. */
type FigureRow = Readonly<Record<string, string | number | null>> & { readonly sums: number; readonly count: number }

interface Query {
  readonly entity: AnyEntity
  readonly where: Fragment
  /** Rows of which each row of the entity has several. */
  readonly rows: Fragment | null
  readonly dimensions: readonly Dimension[]
  readonly measures: readonly Measure[]
}

/** The statement for some sets of groupings, each a list of their numbers. A grouping in none of them is summed up in all its rows. */
const figuresOf = (
  { entity, where, rows, dimensions, measures }: Query,
  sets: readonly (readonly number[])[],
): Fragment => {
  const nths = dimensions.map((_, nth) => nth)
  const used = nths.filter((nth) => sets.some((set) => set.includes(nth)))
  const [value, amount] = [(nth: number) => sql.ref(`d${nth}`), (nth: number) => sql.ref(`m${nth}`)]
  const columns = [
    sql`id`,
    ...used.map((nth) => sql`${dimensionValue(dimensions[nth] as Dimension, nth)} as ${value(nth)}`),
    ...measures.flatMap(({ field }, nth) => (field ? [sql`${identifier(field)} as ${amount(nth)}`] : [])),
  ]
  const lists = used.flatMap((nth) => {
    const dimension = dimensions[nth] as Dimension
    return dimension.isMultiple ? [unnested(dimension, nth)] : []
  })
  const joins = rows ? [sql` cross join lateral (${rows}) reading`, ...lists] : lists
  const count = rows ? sql`count(distinct id)::int` : sql`count(*)::int`
  const values = nths.map((nth) => (used.includes(nth) ? value(nth) : sql`null::text as ${value(nth)}`))
  const sums = nths.map(
    (nth) => sql`${used.includes(nth) ? sql`grouping(${value(nth)})` : sql`1`} * ${sql.lit(2 ** nth)}`,
  )
  const figures = measures.map(({ kind }, nth) => {
    const figure = kind === 'count' ? count : aggregates[kind](amount(nth))
    return sql`${figure} as ${sql.ref(`v${nth}`)}`
  })
  const groupingSets = sets.map((set) => (set.length ? sql`(${sql.join(set.map(value))})` : sql`()`))
  return sql`select ${sql.join(values)}, (${sql.join(sums, sql` + `)})::int as sums, ${count} as count, ${sql.join(figures)}
    from (select ${sql.join(columns)} from ${identifier(entity.name)}${sql.join(joins, sql``)} where ${where}) source
    group by grouping sets (${sql.join(groupingSets)}) limit ${sql.lit(maxGroups + 1)}`
}

/** All groups, the subtotals of each level, the total; and the same for all columns of a cross table. */
const setsOf = (levels: number, hasColumn: boolean): number[][] => {
  const prefixes = Array.from({ length: levels + 1 }, (_, length) => Array.from({ length }, (_, nth) => nth))
  return hasColumn ? prefixes.flatMap((set) => [[...set, levels], set]) : prefixes
}

const tooManyGroups = () =>
  new Fail([
    '分组过多（超过一万个），请减少分组或增加筛选条件',
    'There are more than 10,000 groups; choose fewer groups or add filters',
  ])

const readFigures = async (ctx: Ctx, query: Query, sets: readonly (readonly number[])[]): Promise<FigureRow[]> => {
  const several = query.dimensions.findIndex(({ isMultiple }) => isMultiple)
  // a row with several values stands once in the totals
  const parts = [sets.filter((set) => set.includes(several)), sets.filter((set) => !set.includes(several))]
  const rows: FigureRow[] = []
  for (const part of parts) if (part.length) rows.push(...(await run<FigureRow>(ctx.db, figuresOf(query, part))))
  if (rows.length > maxGroups) throw tooManyGroups()
  return rows
}

const flagWords: Readonly<Record<string, Text>> = { '0': words.no, '1': words.yes }

/** A name for each value of a grouping, in the reader's language. */
const namesOf = async (
  ctx: Ctx,
  { field, period }: Dimension,
  values: readonly string[],
): Promise<Map<string, string>> => {
  if (period || field.kind === 'text') return new Map(values.map((value) => [value, value]))
  if (field.kind === 'flag')
    return new Map(values.map((value) => [value, localize(flagWords[value] ?? words.notFilled, ctx.lang)]))
  const single: Field = field.kind === 'dicts' ? { ...field, kind: 'dict' } : field
  const rows = await addDisplayNames(
    ctx,
    { key: single },
    values.map((key) => ({ key }) as { key: string; keyName?: string | null }),
  )
  return new Map(rows.map(({ key, keyName }) => [key, keyName ?? key]))
}

/** Values of dictionaries are numbers; rows without a value come last, and totals after all. */
const compareValues = (a: string | null | undefined, b: string | null | undefined): number => {
  const rank = (value: string | null | undefined) => (value === undefined ? 2 : value === null ? 1 : 0)
  if (rank(a) || rank(b)) return rank(a) - rank(b)
  const difference = Number(a) - Number(b)
  if (!Number.isNaN(difference) && difference) return difference
  return (a as string) < (b as string) ? -1 : Number(a !== b)
}

const isSummedUp = ({ sums }: FigureRow, nth: number): boolean => ((sums >> nth) & 1) === 1

const inOrder = (rows: readonly FigureRow[], of: number): FigureRow[] => {
  const valueAt = (row: FigureRow, nth: number) =>
    isSummedUp(row, nth) ? undefined : (row[`d${nth}`] as string | null)
  return rows.toSorted((a, b) => {
    for (let nth = 0; nth < of; nth++) {
      const difference = compareValues(valueAt(a, nth), valueAt(b, nth))
      if (difference) return difference
    }
    return 0
  })
}

/** The groups of the answer: their keys with names, and the address of their rows. */
const groupsOf = async (
  ctx: Ctx,
  content: ReportContent,
  dimensions: readonly Dimension[],
  rows: readonly FigureRow[],
) => {
  const names = await Promise.all(
    dimensions.map((one, nth) =>
      namesOf(ctx, one, [...new Set(rows.flatMap((row) => (row[`d${nth}`] === null ? [] : [String(row[`d${nth}`])])))]),
    ),
  )
  const levels = content.rows?.length ?? 0
  const keyOf = (row: FigureRow, nth: number): GroupKey | null => {
    if (isSummedUp(row, nth)) return null
    const value = row[`d${nth}`] as string | null
    return { value, name: value === null ? localize(words.notFilled, ctx.lang) : (names[nth]?.get(value) ?? value) }
  }
  return inOrder(rows, dimensions.length).map((row): ReportGroup => {
    const keys = dimensions.map((_, nth) => keyOf(row, nth))
    const parameters = parametersOf(content.source as SourceName, content.filters)
    keys.forEach((key, nth) => {
      if (key) addValue(parameters, dimensions[nth] as Dimension, key.value)
    })
    return {
      rows: keys.slice(0, levels).filter((key) => key !== null),
      column: keys[levels] ?? null,
      count: row.count,
      values: (content.measures ?? []).map((_, nth) => row[`v${nth}`] as number | null),
      filters: String(parameters),
    }
  })
}

/** The content of a report, if it can run. Throws faults. */
export const runnable = (content: ReportContent | null | undefined): ReportContent => {
  const faults = reportFaults(content)
  if (!content || faults.length) throw faulty(faults)
  return content
}

/**
 * The figures of a report over the rows that the reader's list of the source shows (design: reports, section 1). Throws faults for a report
 * that cannot run, 403 without the permission of the list, 503 while too many are computed.
 */
export const runReport = async (
  ctx: UserCtx,
  stored: ReportContent | null | undefined,
  how: Run = {},
): Promise<ReportResult> => {
  const content = runnable(stored)
  const entity = readableSource(ctx, content)
  const [levels, columns, measures] = [content.rows ?? [], content.columns ?? [], content.measures ?? []]
  const dimensions = dimensionsOf(content.source, [...levels, ...columns])
  const source = content.source as SourceName
  const query = { entity, ...rowsOfReport(ctx, source, content.filters), dimensions, measures }
  const sets = setsOf(levels.length, columns.length > 0)
  const rows = await inReportQueue(ctx.app, ctx.actor.id, how.isBackground === true, () =>
    withinTime(ctx, how, (inside) => readFigures(inside, query, sets)),
  )
  const fields = fieldsOf(content.source)
  const several = dimensions.find(({ name }) => isRepeated(source, name))
  return {
    source,
    filters: String(parametersOf(source, content.filters)),
    heads: {
      rows: dimensions.slice(0, levels.length).map(dimensionLabel),
      column: columns.length ? dimensionLabel(dimensions[levels.length] as Dimension) : null,
      measures: measures.map((one) => measureHead(entity, fields, one)),
    },
    chart: content.chart ?? null,
    groups: inForms(await groupsOf(ctx, content, dimensions, rows), measures, {
      timeAt: dimensions.findIndex(({ field }) => isTimely(field)),
      levels: levels.length,
    }),
    hasSeveral: several ? several.field.label : null,
    asOf: wireTime(),
  }
}
