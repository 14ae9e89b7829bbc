import type { TreeNode } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Lang } from '#contract/kit/text.ts'

interface TreeItem {
  id: string
  parentId?: unknown
}
type TreeBranch<T> = T & { children?: TreeBranch<T>[] }

/**
 * Builds a forest from rows with a `parentId`; a row whose parent is not among them is a root. Keeps the order. If rows form a
 * cycle, one of them becomes a root, so that they stay visible and can be corrected.
 */
export const forestOf = <T extends TreeItem>(rows: readonly T[]): TreeBranch<T>[] => {
  const nodesById = new Map<string, TreeBranch<T>>(rows.map((row) => [row.id, { ...row }]))
  const parentByNode = new Map<TreeBranch<T>, TreeBranch<T>>()
  const roots: TreeBranch<T>[] = []
  const isBelow = (row: TreeBranch<T> | undefined, above: TreeBranch<T>): boolean =>
    row !== undefined && (row === above || isBelow(parentByNode.get(row), above))
  for (const row of nodesById.values()) {
    const parent = nodesById.get(String(row.parentId))
    if (parent && !isBelow(parent, row)) {
      parentByNode.set(row, parent)
      parent.children = [...(parent.children ?? []), row]
    } else roots.push(row)
  }
  return roots
}

/** The nodes of a picker: key and value are the id; title is the row's title, in English where it has one. */
export const nodesOf = (
  { title }: Pick<AnyEntity, 'title'>,
  rows: readonly Record<string, unknown>[],
  lang: Lang,
): TreeNode[] => {
  return rows.map((row) => {
    const id = String(row.id)
    const label = (lang === 'en' && row[`${title}En`]) || row[title]
    return {
      id,
      key: id,
      value: id,
      parentId: String(row.parentId ?? '0'),
      title: String(label ?? ''),
      ...(row.hasChildren === true ? { hasChildren: true } : {}),
    }
  })
}

/** The selected rows and all their ancestors among `rows`, so that the tree is connected. */
export const withAncestors = <T extends TreeItem>(rows: readonly T[], selectedIds: ReadonlySet<string>): T[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const needed = new Set<string>()
  for (const id of selectedIds)
    for (let row = byId.get(id); row && !needed.has(row.id); row = byId.get(String(row.parentId))) needed.add(row.id)
  return rows.filter((row) => needed.has(row.id))
}
