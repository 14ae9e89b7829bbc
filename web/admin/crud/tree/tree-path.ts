import { useEffect } from 'react'
import type { Level } from './levels.ts'
import type { Levels } from './use-levels.ts'

/** How a node is come to: the ids above it, the root first, and its own. */
export interface TreePath {
  readonly above: readonly string[]
  readonly to: string | null
}

/** Those on a way whose levels are read too short: there is more of them, and the next one of the way may be in it. */
export const incompleteLevels = (
  { above, to }: TreePath,
  levels: ReadonlyMap<string, Level<{ readonly id: string }>>,
): string[] =>
  above.filter((id, i) => {
    const [level, next] = [levels.get(id), above[i + 1] ?? to]
    return level?.loadState === 'more' && !level.nodes.some((node) => node.id === next)
  })

/** Reads the levels of a way on, page after page, until the way is whole. */
export const useLoadPath = (path: TreePath, { of, loadMore }: Levels<{ readonly id: string }>) =>
  useEffect(() => {
    for (const above of incompleteLevels(path, of)) loadMore(above)
  })
