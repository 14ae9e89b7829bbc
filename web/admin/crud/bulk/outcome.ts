import type { Endpoint } from '#contract/kit/call.ts'
import type { FormValues } from '#web/form/form-values.ts'
import type { AnyRow } from '../../entity/calls.ts'

/** A call looked up by name. */
export type Call = Endpoint<FormValues, unknown>

/** The result for one row of a bulk call. */
export interface Outcome {
  readonly row: AnyRow
  readonly done: boolean
  readonly msg: string | null
  readonly answer: unknown
}

/** The rows for which a call was done, or those for which it failed. */
export const rowsOf = (outcomes: readonly Outcome[], areDone: boolean): readonly AnyRow[] =>
  outcomes.filter(({ done }) => done === areDone).map(({ row }) => row)

/** Whether a call takes a list of rows and treats each row independently. */
export const acceptsRows = ({ method, input: takes }: Call): boolean => {
  const first = Object.values(takes)[0]
  return method === 'POST' && first?.kind === 'refs' && first.required === true
}

/** Orders rows of a tree so that children come before their parents: a row with children cannot be removed. */
export const childrenFirst = (rows: readonly AnyRow[]): AnyRow[] => {
  const remaining = new Map(rows.map((row) => [row.id, row]))
  const ordered: AnyRow[] = []
  while (remaining.size) {
    const parents = new Set([...remaining.values()].map(({ parentId }) => String(parentId ?? '')))
    const leaves = [...remaining.values()].filter(({ id }) => !parents.has(id))
    // a cycle is not possible; if there were one, its rows keep their order
    for (const row of leaves.length ? leaves : remaining.values()) {
      ordered.push(row)
      remaining.delete(row.id)
    }
  }
  return ordered
}

/** Merges the answers of the successful rows: lists into one list, all others one by one. */
export const mergeAnswers = (outcomes: readonly Outcome[]): unknown[] => {
  const answers = outcomes.filter(({ done }) => done).map(({ answer }) => answer)
  return answers.length && answers.every(Array.isArray) ? [answers.flat()] : answers
}

/** Replaces outcomes by those of a retry. */
export const mergeOutcomes = (before: readonly Outcome[], retried: readonly Outcome[]): Outcome[] =>
  before.map((one) => retried.find(({ row }) => row.id === one.row.id) ?? one)
