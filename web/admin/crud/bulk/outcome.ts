import type { Endpoint } from '#contract/kit/call.ts'
import type { FormValues } from '#web/form/form-values.ts'
import type { AnyRow } from '../calls.ts'

/** A call looked up by name. */
export type Call = Endpoint<FormValues, unknown>

/** What came of one row of several. */
export interface Outcome {
  readonly row: AnyRow
  readonly done: boolean
  readonly msg: string | null
  readonly answer: unknown
}

/** Whether a call does to each row for itself what it does to several. */
export const acceptsRows = ({ method, input: takes }: Call): boolean => {
  const first = Object.values(takes)[0]
  return method === 'POST' && first?.kind === 'refs' && first.required === true
}

/** Rows of a tree so that each comes before the one it lies below: what has others below it cannot go before them. */
export const childrenFirst = (rows: readonly AnyRow[]): AnyRow[] => {
  const remaining = new Map(rows.map((row) => [row.id, row]))
  const ordered: AnyRow[] = []
  while (remaining.size) {
    const parents = new Set([...remaining.values()].map(({ parentId }) => String(parentId ?? '')))
    const leaves = [...remaining.values()].filter(({ id }) => !parents.has(id))
    // a circle cannot be; were there one, its rows are asked for as they come
    for (const row of leaves.length ? leaves : remaining.values()) {
      ordered.push(row)
      remaining.delete(row.id)
    }
  }
  return ordered
}

/** What a screen is told of several answers: lists as one list, all others one by one. */
export const mergeAnswers = (outcomes: readonly Outcome[]): unknown[] => {
  const answers = outcomes.filter(({ done }) => done).map(({ answer }) => answer)
  return answers.length && answers.every(Array.isArray) ? [answers.flat()] : answers
}

/** The outcomes of a second try in place of those of the first. */
export const mergeOutcomes = (before: readonly Outcome[], retried: readonly Outcome[]): Outcome[] =>
  before.map((one) => retried.find(({ row }) => row.id === one.row.id) ?? one)
