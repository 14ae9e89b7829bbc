import type { Endpoint, Page } from '#contract/kit/call.ts'
import type { Failure } from '#web/base/api/caller.ts'

/** Loads the levels of a tree. */
export interface Source<I, R, N = R> {
  readonly call: Endpoint<I, R[] | Page<R>>
  /** Input of the call for one page of the level below a node. */
  readonly input: (above: string, page: number) => I
  /** Nodes per page; null if a level is loaded whole. */
  readonly size: number | null
  readonly nodeOf: (row: R) => N
}

/** The loaded part of one level: its nodes so far, and whether more exist, are loading, or failed. */
export interface Level<N> {
  readonly nodes: readonly N[]
  readonly loadState: 'more' | 'waiting' | 'failed' | null
  /** Total number of nodes, if the answer contains it. */
  readonly total?: number | undefined
  /** Why loading failed. */
  readonly error?: Failure | undefined
}

type Part<R> = readonly R[] | Page<R>

const isPage = <R>(part: Part<R>): part is Page<R> => 'records' in part
/** The rows of an answer, whether it is a page or a list. */
export const rowsIn = <R>(part: Part<R>): readonly R[] => (isPage(part) ? part.records : part)

/** Joins the loaded pages of a level, in order; the last one may still be missing. */
export const levelOf = <R>(
  parts: readonly { readonly data: Part<R> | undefined; readonly error: Failure | null }[],
  size: number | null,
): Level<R> => {
  const nodes = parts.flatMap(({ data }) => (data ? rowsIn(data) : []))
  const last = parts.at(-1)
  if (last?.error) return { nodes, loadState: 'failed', error: last.error }
  if (!last?.data) return { nodes, loadState: 'waiting' }
  const total = isPage(last.data) ? last.data.total : undefined
  const isFull = size !== null && rowsIn(last.data).length === size
  return { nodes, loadState: isFull && (total === undefined || nodes.length < total) ? 'more' : null, total }
}
