import { groupBy } from '../kit/group-by.ts'

/** A member of a batch with the mean of its scores; null while they are not complete. */
export interface Scored {
  readonly id: string
  readonly mean: number | null
}

/**
 * A line through the members of a batch: the best `at` of them, or those with a mean of at least `at`; with a minimum, none below it. It
 * selects and decides nothing (docs/decisions/0157).
 */
export interface CutOff {
  readonly by: 'count' | 'value'
  readonly at: number
  readonly minimum: number | null
}

export const isSameLine = (one: CutOff, other: CutOff): boolean =>
  one.by === other.by && one.at === other.at && one.minimum === other.minimum

type WithMean<R> = R & { readonly mean: number }

/** Those with complete scores, the best first. */
const bestFirst = <R extends Scored>(rows: readonly R[]): WithMean<R>[] =>
  rows.filter((row): row is WithMean<R> => row.mean !== null).sort((one, other) => other.mean - one.mean)

/** The mean from which on members are above the line; null if it leaves all below. */
export const lowestAbove = (rows: readonly Scored[], { by, at, minimum }: CutOff): number | null => {
  const least = Math.max(minimum ?? 0, by === 'value' ? at : 0)
  const eligible = bestFirst(rows).filter(({ mean }) => mean >= least)
  const last = by === 'count' ? eligible[Math.min(Math.trunc(at), eligible.length) - 1] : eligible.at(-1)
  return last?.mean ?? null
}

/** The members above the line. Equal means are never parted: with the last of a count come all that are equal to it. */
export const selectedBy = (rows: readonly Scored[], line: CutOff): ReadonlySet<string> => {
  const lowest = lowestAbove(rows, line)
  if (lowest === null) return new Set()
  return new Set(bestFirst(rows).flatMap(({ id, mean }) => (mean >= lowest ? [id] : [])))
}

/** Which members another line adds and leaves out. */
export const changeBetween = (before: ReadonlySet<string>, after: ReadonlySet<string>) => ({
  added: [...after].filter((id) => !before.has(id)),
  removed: [...before].filter((id) => !after.has(id)),
})

/** Ranks from 1; equal means share one, and the next one counts all before it: 1, 2, 2, 4. Incomplete scores have none. */
export const ranksOf = (rows: readonly Scored[]): ReadonlyMap<string, number> => {
  const sorted = bestFirst(rows)
  const firstWith = new Map<number, number>()
  for (const [i, { mean }] of sorted.entries()) if (!firstWith.has(mean)) firstWith.set(mean, i + 1)
  return new Map(sorted.map(({ id, mean }) => [id, firstWith.get(mean) ?? 0]))
}

export interface PanelRank {
  readonly rank: number
  /** How many members the panel has scored completely. */
  readonly of: number
}

/** Ranks among the members that the same experts have scored, since panels differ in how they score. */
export const panelRanksOf = (
  rows: readonly (Scored & { readonly panel: string })[],
): ReadonlyMap<string, PanelRank> => {
  const complete = rows.filter(({ mean }) => mean !== null)
  const byPanel = groupBy(complete, ({ panel }) => panel)
  return new Map(
    [...byPanel.values()].flatMap((own) => [...ranksOf(own)].map(([id, rank]) => [id, { rank, of: own.length }])),
  )
}
