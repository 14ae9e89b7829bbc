import { useEffect, useState } from 'react'
import { split } from '#contract/kit/field.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import type { Failure } from '#web/base/api/caller.ts'
import type { AnyRow } from '../../entity/calls.ts'
import type { Expanding } from '../../table/record-table.tsx'
import type { Level, Source } from '../../tree/levels.ts'
import { pageIn, type RowTree, top, useTreePath } from '../../tree/row-tree.ts'
import { useLoadPath } from '../../tree/tree-path.ts'
import { useLevels } from '../../tree/use-levels.ts'

export interface TreeRows {
  /** The top-level rows, or the search results; undefined while loading. */
  readonly rows: readonly AnyRow[] | undefined
  readonly error: Failure | null
  /** Why the requested row is not displayed: the error, or `gone` if it does not exist. */
  readonly missing: Failure | 'gone' | null
  readonly busy: boolean
  readonly reread: () => void
  /** Null for search results, which form a flat list. */
  readonly expanding: Required<Expanding> | null
  readonly open: (id: string) => void
  /** The level below a row; null is the top level, or the search results. */
  readonly levelOf: (row: AnyRow | null) => Level<AnyRow> | undefined
  readonly loadMore: (row: AnyRow | null) => void
}

/**
 * The rows of a tree, loaded level by level as they are expanded; with filters, the matches on all levels. Without filters the
 * tree expands down to the row `at`.
 */
export const useTreeRows = (tree: RowTree, filters: Readonly<Record<string, string>>, at: string | null): TreeRows => {
  const [keys, set] = useState<readonly string[]>([])
  const isFiltered = Object.keys(filters).length > 0
  const first = isFiltered ? JSON.stringify(filters) : top
  const source: Source<ListInput, AnyRow> = {
    call: tree.call,
    size: tree.size,
    nodeOf: (row) => row,
    input: (parentId, page) => ({ ...(isFiltered ? filters : { parentId }), ...pageIn(tree, page) }),
  }
  const path = useTreePath(tree, isFiltered ? null : at)
  const key = path.above.join()
  // a new path expands the tree once; users may collapse it again
  useEffect(() => set((now) => [...new Set([...now, ...split(key).filter((id) => id !== top)])]), [key])
  const levels = useLevels(source, isFiltered ? [first] : [first, ...keys])
  useLoadPath(path, levels)
  const reread = () => {
    levels.reread()
    if (path.error) void path.refetch()
  }
  const firstLevel = levels.of.get(first)
  const isLoaded = firstLevel !== undefined && (firstLevel.nodes.length > 0 || firstLevel.loadState === null)
  return {
    rows: isLoaded ? firstLevel.nodes : undefined,
    error: isLoaded ? null : (firstLevel?.error ?? null),
    missing: path.error ?? (path.isMissing ? 'gone' : null),
    busy: levels.busy,
    reread,
    expanding: isFiltered ? null : { keys, set, below: (id) => levels.of.get(id)?.nodes ?? [] },
    open: (id) => set((now) => (now.includes(id) ? now : [...now, id])),
    levelOf: (row) => levels.of.get(row?.id ?? first),
    loadMore: (row) => levels.loadMore(row?.id ?? first),
  }
}
