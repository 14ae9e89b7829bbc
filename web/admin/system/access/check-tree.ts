import type { TreeNode } from '#contract/kit/call.ts'
import { fold } from '#contract/kit/fold.ts'

/** The ids of a node and of everything below it. */
const subtreeIds = ({ id, children }: TreeNode): string[] => [id, ...(children ?? []).flatMap(subtreeIds)]

/** The ids on the path to a node, including its own as the last; empty if it is not in the tree. */
const pathTo = (nodes: readonly TreeNode[], id: string): string[] => {
  for (const node of nodes) {
    if (node.id === id) return [id]
    const tail = pathTo(node.children ?? [], id)
    if (tail.length) return [node.id, ...tail]
  }
  return []
}

const nodeAt = (nodes: readonly TreeNode[], id: string): TreeNode | undefined => {
  for (const node of nodes) {
    const match = node.id === id ? node : nodeAt(node.children ?? [], id)
    if (match) return match
  }
  return undefined
}

/**
 * Grants or revokes a node. A button is useless without its menu, so a grant includes ancestors and descendants; a
 * revocation includes only descendants, since a menu can be granted without its buttons.
 */
export const toggleNode = (
  nodes: readonly TreeNode[],
  checkedIds: ReadonlySet<string>,
  id: string,
  grant: boolean,
): ReadonlySet<string> => {
  const node = nodeAt(nodes, id)
  if (!node) return checkedIds
  const subtree = subtreeIds(node)
  if (grant) return new Set([...checkedIds, ...pathTo(nodes, id), ...subtree])
  return new Set([...checkedIds].filter((one) => !subtree.includes(one)))
}

/** How many nodes below this one are checked, and how many there are. */
export const countCheckedBelow = (
  node: TreeNode,
  checkedIds: ReadonlySet<string>,
): readonly [checked: number, total: number] => {
  const descendantIds = subtreeIds(node).slice(1)
  return [descendantIds.filter((id) => checkedIds.has(id)).length, descendantIds.length]
}

/** The nodes whose own name, or a name below them, contains the text; all nodes if the text is empty. */
export const filterTree = (nodes: readonly TreeNode[], text: string): TreeNode[] => {
  const query = fold(text).trim()
  if (!query) return [...nodes]
  return nodes.flatMap((node) => {
    if (fold(node.title).includes(query)) return [node]
    const children = filterTree(node.children ?? [], text)
    return children.length ? [{ ...node, children }] : []
  })
}
