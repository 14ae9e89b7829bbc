import { useEffect, useState } from 'react'
import type { TreeNode } from '#contract/kit/call.ts'
import type { Source } from './levels.ts'
import { openLevels, type Row, rowsBelow } from './rows.ts'
import { type TreePath, useLoadPath } from './tree-path.ts'
import { useLevels } from './use-levels.ts'

export interface TreeModel {
  readonly rows: readonly Row[]
  /** What everything lies below; it is always open. */
  readonly root: string
  readonly turn: (key: string) => void
  /** Reads on below a node; once more where that was refused. */
  readonly loadMore: (above: string) => void
}

/** What a tree begins with: its root, and what that is called where it is a line of its own that can be chosen. */
export interface Root {
  readonly key: string
  readonly title: string | null
}

/**
 * The lines of a tree that is read as it is opened, a level at a time and of a long level a page at a time. `way` leads
 * to the chosen node: it is opened that far, and read on that far, whenever it changes.
 */
export const useTree = <I, R>(
  source: Source<I, R, TreeNode>,
  { key: root, title }: Root,
  path: TreePath,
): TreeModel => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(path.above))
  const key = path.above.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new way opens it, once
  useEffect(() => setOpen((now) => new Set([...now, ...path.above])), [key])
  const levels = useLevels(source, openLevels(root, open))
  useLoadPath(path, levels)
  const top: Row[] = title === null ? [] : [{ kind: 'node', key: root, title, depth: 1, isOpen: true }]
  return {
    root,
    rows: [...top, ...rowsBelow(root, levels.of, open, top.length + 1)],
    turn: (turned) => {
      if (turned !== root)
        setOpen((now) =>
          now.has(turned) ? new Set([...now].filter((one) => one !== turned)) : new Set([...now, turned]),
        )
    },
    loadMore: levels.loadMore,
  }
}
