import type { TreeNode } from '#contract/kit/call.ts'
import type { Level } from './levels.ts'

/** One displayed line of a tree. */
export interface Row {
  readonly kind: 'node' | 'more' | 'waiting' | 'failed'
  /** For a node its own key; for the other kinds the key of the parent node. */
  readonly key: string
  readonly title: string
  /** 1 for the root. */
  readonly depth: number
  /** Null if the node has no children. */
  readonly isOpen: boolean | null
}

/** The nodes whose levels are loaded, without duplicates: the path to a selected node includes the root too. */
export const openLevels = (root: string, open: ReadonlySet<string>): string[] => [...new Set([root, ...open])]

/** The lines below an expanded node, level by level, in display order. */
export const rowsBelow = (
  above: string,
  levels: ReadonlyMap<string, Level<TreeNode>>,
  open: ReadonlySet<string>,
  depth = 2,
): Row[] => {
  const level = levels.get(above)
  if (!level) return []
  const nodes = level.nodes.flatMap((node): Row[] => {
    const isOpen = node.hasChildren ? open.has(node.key) : null
    const row: Row = { kind: 'node', key: node.key, title: node.title, depth, isOpen }
    return isOpen ? [row, ...rowsBelow(node.key, levels, open, depth + 1)] : [row]
  })
  if (!level.loadState) return nodes
  return [...nodes, { kind: level.loadState, key: above, title: level.error?.message ?? '', depth, isOpen: null }]
}

/** Keys that move the focus in a tree (ARIA Authoring Practices, tree view). */
const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** The effect of a key at a line: another line to focus, or a node to expand or collapse. */
export const afterKey = (
  rows: readonly Row[],
  at: number,
  key: string,
): { readonly to?: number; readonly toggle?: true } => {
  const row = rows[at]
  const step = steps[key]
  if (!row) return {}
  if (step) return { to: step(at, rows.length - 1) }
  if (key === 'ArrowRight') return row.isOpen === false ? { toggle: true } : row.isOpen ? { to: at + 1 } : {}
  if (key !== 'ArrowLeft') return {}
  if (row.isOpen) return { toggle: true }
  const above = rows.slice(0, at).findLastIndex(({ depth }) => depth < row.depth)
  return above < 0 ? {} : { to: above }
}
