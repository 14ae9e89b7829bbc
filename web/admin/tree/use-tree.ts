import { useEffect, useState } from 'react'
import type { TreeNode } from '#contract/kit/call.ts'
import { split } from '#contract/kit/field.ts'
import type { Source } from './levels.ts'
import { type TreePath, useLoadPath } from './tree-path.ts'
import { openLevels, type Row, rowsBelow } from './tree-rows.ts'
import { useLevels } from './use-levels.ts'

export interface TreeModel {
  readonly rows: readonly Row[]
  /** Key of the root node, which is always expanded. */
  readonly root: string
  /** Expands or collapses a node. */
  readonly toggle: (key: string) => void
  /** Loads the next page below a node, or retries a failed one. */
  readonly loadMore: (above: string) => void
}

/** The root of a tree; its title if the root is a selectable line of its own, otherwise null. */
export interface Root {
  readonly key: string
  readonly title: string | null
}

/**
 * The lines of a lazily loaded tree: level by level, long levels page by page. Whenever `path` changes, the tree expands and
 * loads down to the selected node.
 */
export const useTree = <I, R>(
  source: Source<I, R, TreeNode>,
  { key: root, title }: Root,
  path: TreePath,
): TreeModel => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(path.above))
  const pathKey = path.above.join()
  // a new path expands the tree once; users may collapse it again
  useEffect(() => setOpen((now) => new Set([...now, ...split(pathKey)])), [pathKey])
  const levels = useLevels(source, openLevels(root, open))
  useLoadPath(path, levels)
  const top: Row[] = title === null ? [] : [{ kind: 'node', key: root, title, depth: 1, isOpen: true }]
  return {
    root,
    rows: [...top, ...rowsBelow(root, levels.of, open, top.length + 1)],
    toggle: (key) => {
      if (key !== root)
        setOpen((now) => (now.has(key) ? new Set([...now].filter((one) => one !== key)) : new Set([...now, key])))
    },
    loadMore: levels.loadMore,
  }
}
