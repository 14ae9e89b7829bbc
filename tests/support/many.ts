import { declaration } from '#contract/project/declaration.ts'
import type { MoveOfManyName } from '#contract/project/moves-of-many.ts'
import { type RowResult, rowByRow, versionsText } from '#contract/row-results.ts'
import type { Caller } from './platform.ts'
import type { Review } from './review.ts'

/** What an officer does with a declaration after its submission. */
export type Officer = readonly [who: string, action: string, more?: object]

/** Submits declarations, then lets these officers act on each; resolves to their ids. */
export const submitMany = async (review: Review, count: number, ...steps: readonly Officer[]): Promise<string[]> => {
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) {
    ids.push(await review.beginDeclaration())
    await review.performAction('company', 'submit')
    for (const [who, action, more] of steps) await review.performAction(who, action, more)
  }
  return ids
}

interface Seen {
  readonly id: string
  readonly version?: number | null
}

/** The rows as a list would show them now. */
export const seenBy = async (caller: Caller, ids: readonly string[]): Promise<Seen[]> => {
  const { records } = await caller.get(declaration.calls.page, { current: 1, size: 200 })
  return ids.map((id) => records.find((row) => row.id === id) ?? { id, version: 1 })
}

/** Makes a move of many declarations, with a result for each. */
export const sendMany = async (
  caller: Caller,
  action: MoveOfManyName | string,
  rows: readonly Seen[],
  more: object = {},
): Promise<RowResult[]> => {
  const body = { ids: rows.map(({ id }) => id).join(','), action, versions: versionsText(rows), ...more }
  const response = await caller.raw('POST', `${declaration.calls.handleMany.path}?${rowByRow}=1`, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  return ((await response.json()) as { data: RowResult[] }).data
}

export const doneOf = (results: readonly RowResult[]): boolean[] => results.map(({ done }) => done)
export const reasonsOf = (results: readonly RowResult[]): (string | null)[] => results.map(({ msg }) => msg)
