import { groupBy } from '#contract/kit/group-by.ts'
import type { Measure } from '#contract/report/report-content.ts'
import type { GroupKey, ReportGroup } from '#contract/report/report-result.ts'
import { periodBefore } from './dimensions.ts'

const idOf = (rows: readonly GroupKey[], column: GroupKey | null): string =>
  JSON.stringify([rows.map(({ value }) => value), column ? [column.value] : null])

const idOfGroup = ({ rows, column }: ReportGroup): string => idOf(rows, column)

type Figure = number | null
/** The figure of a group in another form, from its place among all groups. */
type FormOf = (group: ReportGroup, value: number) => Figure

const percent = (part: number, whole: Figure): Figure => (whole ? (100 * part) / whole : null)

/** A part of the total of the same column. */
const shareIn =
  (figureOf: ReadonlyMap<string, Figure>): FormOf =>
  (group, value) =>
    percent(value, figureOf.get(idOf([], group.column)) ?? null)

/** The place among the groups of the same level, above and column, largest first; equal figures share a place. */
const rankIn = (groups: readonly ReportGroup[], nth: number): FormOf => {
  const placeOf = ({ rows, column }: ReportGroup) => `${rows.length} ${idOf(rows.slice(0, -1), column)}`
  const siblings = groupBy(groups, placeOf)
  return (group, value) => {
    if (!group.rows.length) return null
    const larger = (siblings.get(placeOf(group)) ?? []).filter((one) => (one.values[nth] ?? -Infinity) > value)
    return larger.length + 1
  }
}

/** The change from the group of the period before; null where that has no figure. */
const changeIn = (figureOf: ReadonlyMap<string, Figure>, at: number, levels: number): FormOf => {
  const before = (key: GroupKey): GroupKey | null => {
    const value = key.value === null ? null : periodBefore(key.value)
    return value === null ? null : { value, name: '' }
  }
  return ({ rows, column }, value) => {
    const key = at < levels ? rows[at] : column
    const previous = key ? before(key) : null
    if (!previous) return null
    const id = at < levels ? idOf(rows.with(at, previous), column) : idOf(rows, previous)
    const figure = figureOf.get(id) ?? null
    return figure === null ? null : percent(value - figure, Math.abs(figure))
  }
}

interface Places {
  /** Number of the grouping by periods; groupings of columns come after those of rows. */
  readonly timeAt: number
  readonly levels: number
}

/** The groups with their figures in the forms that the report asks for, computed from nothing but the figures of the reader. */
export const inForms = (
  groups: readonly ReportGroup[],
  measures: readonly Measure[],
  { timeAt, levels }: Places,
): readonly ReportGroup[] => {
  const forms = measures.map(({ form }, nth): FormOf | null => {
    const figureOf = new Map(groups.map((group) => [idOfGroup(group), group.values[nth] ?? null]))
    if (form === 'share') return shareIn(figureOf)
    if (form === 'rank') return rankIn(groups, nth)
    return form === 'change' ? changeIn(figureOf, timeAt, levels) : null
  })
  if (forms.every((form) => form === null)) return groups
  return groups.map((group) => ({
    ...group,
    values: group.values.map((value, nth) => {
      const form = forms[nth]
      return form && value !== null ? form(group, value) : value
    }),
  }))
}
