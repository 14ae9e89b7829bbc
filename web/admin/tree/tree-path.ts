import { useEffect } from 'react'
import type { Level } from './levels.ts'
import type { Levels } from './use-levels.ts'

/** The path to a node: its ancestors' ids, the root first, and its own id. */
export interface TreePath {
  readonly above: readonly string[]
  readonly to: string | null
}

/** Levels on the path that do not contain its next node yet but have more pages. */
export const incompleteLevels = (
  { above, to }: TreePath,
  levels: ReadonlyMap<string, Level<{ readonly id: string }>>,
): string[] =>
  above.filter((id, i) => {
    const [level, next] = [levels.get(id), above[i + 1] ?? to]
    return level?.loadState === 'more' && !level.nodes.some((node) => node.id === next)
  })

/** Loads the levels of a path page by page until the path is complete. */
export const useLoadPath = (path: TreePath, { of, loadMore }: Levels<{ readonly id: string }>) =>
  useEffect(() => {
    for (const above of incompleteLevels(path, of)) loadMore(above)
  })
