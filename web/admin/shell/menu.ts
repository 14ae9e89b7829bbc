import type { MenuNode } from '#contract/system/menu.ts'

/** One entry of the sidebar; an entry with others below it opens them and leads nowhere itself. */
export interface Entry {
  readonly code: string
  readonly label: string
  readonly path: string
  readonly icon: string
  readonly below: readonly Entry[]
}

const isMenu = ({ category, path }: MenuNode) => category === 1 && Boolean(path)

/** The sidebar of a menu tree: groups that nothing is below are left out. Names come in the reader's language. */
export const entriesOf = (nodes: readonly MenuNode[]): Entry[] =>
  nodes.filter(isMenu).flatMap((node) => {
    const below = entriesOf(node.children ?? [])
    const isGroup = !node.parentId || node.parentId === '0'
    if (isGroup && below.length === 0) return []
    return [{ code: node.code, label: node.name, path: node.path ?? '', icon: node.source ?? '', below }]
  })

/** The entries that lead to a path, from the top down; a page below an entry's own counts as its. */
export const trailTo = (entries: readonly Entry[], path: string): Entry[] => {
  for (const entry of entries) {
    const deeper = trailTo(entry.below, path)
    if (deeper.length) return [entry, ...deeper]
    if (entry.below.length === 0 && (path === entry.path || path.startsWith(`${entry.path}/`))) return [entry]
  }
  return []
}

/** Every entry that leads somewhere. */
export const leavesOf = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => (entry.below.length ? leavesOf(entry.below) : [entry]))
