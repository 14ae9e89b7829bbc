import { useEffect, useState } from 'react'
import type { ListInput } from '#contract/kit/verbs.ts'
import type { Failure } from '#web/base/caller.ts'
import type { AnyRow } from '../calls.ts'
import type { Expanding } from '../record-table.tsx'
import type { Level, Source } from './levels.ts'
import { pageIn, type RowTree, top, useWayTo } from './row-tree.ts'
import { useLevels } from './use-levels.ts'
import { useReadTo } from './way.ts'

export interface TreeRows {
  /** Those at the top, or those that were found; undefined while they are on their way. */
  readonly rows: readonly AnyRow[] | undefined
  readonly error: Failure | null
  /** Why the row that is to be shown in its place is not: refused, or not there. */
  readonly lost: Failure | 'gone' | null
  readonly busy: boolean
  readonly reread: () => void
  /** Null where rows were found: they stand beside one another. */
  readonly expanding: Required<Expanding> | null
  readonly open: (id: string) => void
  /** The level below a row; null is the top, or what was found. */
  readonly levelOf: (row: AnyRow | null) => Level<AnyRow> | undefined
  readonly readOn: (row: AnyRow | null) => void
}

/**
 * The rows of a tree, read a level at a time as they are opened; with filters, those that match on every level. Without
 * them it is opened as far as the row `at`.
 */
export const useTreeRows = (tree: RowTree, filters: Readonly<Record<string, string>>, at: string | null): TreeRows => {
  const [keys, set] = useState<readonly string[]>([])
  const isFound = Object.keys(filters).length > 0
  const first = isFound ? JSON.stringify(filters) : top
  const source: Source<ListInput, AnyRow> = {
    ...{ call: tree.call, size: tree.size, nodeOf: (row) => row },
    input: (parentId, page) => ({ ...(isFound ? filters : { parentId }), ...pageIn(tree, page) }),
  }
  const way = useWayTo(tree, isFound ? null : at)
  const key = way.above.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way opens it, once
  useEffect(() => set((now) => [...new Set([...now, ...way.above.filter((id) => id !== top)])]), [key])
  const levels = useLevels(source, isFound ? [first] : [first, ...keys])
  useReadTo(way, levels)
  const reread = () => {
    levels.reread()
    if (way.error) void way.refetch()
  }
  const whole = levels.of.get(first)
  const isThere = whole !== undefined && (whole.nodes.length > 0 || whole.rest === null)
  return {
    rows: isThere ? whole.nodes : undefined,
    error: isThere ? null : (whole?.error ?? null),
    lost: way.error ?? (way.isGone ? 'gone' : null),
    ...{ busy: levels.busy, reread },
    expanding: isFound ? null : { keys, set, below: (id) => levels.of.get(id)?.nodes ?? [] },
    open: (id) => set((now) => (now.includes(id) ? now : [...now, id])),
    levelOf: (row) => levels.of.get(row?.id ?? first),
    readOn: (row) => levels.readOn(row?.id ?? first),
  }
}
