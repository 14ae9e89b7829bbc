import type { TreeNode } from '#contract/kit/call.ts'

/** The ids of a node and of everything below it. */
const whole = ({ id, children }: TreeNode): string[] => [id, ...(children ?? []).flatMap(whole)]

/** The ids on the way down to a node, itself last; empty where it is not in the tree. */
const wayTo = (nodes: readonly TreeNode[], id: string): string[] => {
  for (const node of nodes) {
    if (node.id === id) return [id]
    const below = wayTo(node.children ?? [], id)
    if (below.length) return [node.id, ...below]
  }
  return []
}

const nodeAt = (nodes: readonly TreeNode[], id: string): TreeNode | undefined => {
  for (const node of nodes) {
    const found = node.id === id ? node : nodeAt(node.children ?? [], id)
    if (found) return found
  }
  return undefined
}

/**
 * Grants or withdraws a node. A button is of no use without its menu, so granting goes up the tree as well as down;
 * withdrawing goes down only, since a menu may be held without any of its buttons.
 */
export const toggled = (
  nodes: readonly TreeNode[],
  held: ReadonlySet<string>,
  id: string,
  grant: boolean,
): ReadonlySet<string> => {
  const node = nodeAt(nodes, id)
  if (!node) return held
  const below = whole(node)
  if (grant) return new Set([...held, ...wayTo(nodes, id), ...below])
  return new Set([...held].filter((one) => !below.includes(one)))
}

/** How many of the nodes below this one are held, of how many. */
export const heldBelow = (node: TreeNode, held: ReadonlySet<string>): readonly [held: number, all: number] => {
  const below = whole(node).slice(1)
  return [below.filter((id) => held.has(id)).length, below.length]
}

/** The nodes whose name, or a name below them, has the words; all of them where there are none. */
export const matching = (nodes: readonly TreeNode[], typed: string): TreeNode[] => {
  const wanted = typed.trim().toLowerCase()
  if (!wanted) return [...nodes]
  return nodes.flatMap((node) => {
    if (node.title.toLowerCase().includes(wanted)) return [node]
    const children = matching(node.children ?? [], typed)
    return children.length ? [{ ...node, children }] : []
  })
}
