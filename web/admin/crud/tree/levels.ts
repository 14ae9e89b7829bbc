import type { Endpoint, Page } from '#contract/kit/call.ts'
import type { Failure } from '#web/base/caller.ts'

/** Where the levels of a tree come from. */
export interface Source<I, R, N = R> {
  readonly call: Endpoint<I, R[] | Page<R>>
  /** What the call is given for a page of the level below a node. */
  readonly input: (above: string, page: number) => I
  /** Nodes a page; null where a level comes whole. */
  readonly size: number | null
  readonly nodeOf: (one: R) => N
}

/** What has been read of one level: its nodes so far, and whether there are more, are coming, or were refused. */
export interface Level<N> {
  readonly nodes: readonly N[]
  readonly loadState: 'more' | 'waiting' | 'failed' | null
  /** How many there are in all, where the answer says so. */
  readonly total?: number | undefined
  /** Why it was refused. */
  readonly error?: Failure | undefined
}

type Part<R> = readonly R[] | Page<R>

const isPage = <R>(part: Part<R>): part is Page<R> => 'records' in part
/** The rows of an answer, whether it is a page of them or all. */
export const rowsIn = <R>(part: Part<R>): readonly R[] => (isPage(part) ? part.records : part)

/** A level of the parts that were read of it, in their order; the last one may still be missing. */
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
