/** A document of a declaration is a tree of groups and rows; a path such as `terminals.r1.qty` names a value in it. */
type Tree = Readonly<Record<string, unknown>>

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)
const isRows = (value: unknown): value is readonly unknown[] => Array.isArray(value)
/** The name of a row in a path: its id, or its position if it has none. */
export const rowKeyOf = (row: unknown, i: number) => (isTree(row) && typeof row.id === 'string' ? row.id : String(i))

const addLeaves = (leaves: Map<string, unknown>, value: unknown, at: string): void => {
  if (!isTree(value) && !isRows(value)) {
    if (value !== null && value !== undefined && value !== '') leaves.set(at, value)
    return
  }
  const inside = at && `${at}.`
  if (isRows(value))
    value.forEach((row, i) => {
      addLeaves(leaves, row, inside + rowKeyOf(row, i))
    })
  else for (const [name, inner] of Object.entries(value)) if (name !== 'id') addLeaves(leaves, inner, inside + name)
}

/** Every leaf of a document by its path; rows are named by their id. Empty values are left out. */
export const leavesOf = (value: unknown): Map<string, unknown> => {
  const leaves = new Map<string, unknown>()
  addLeaves(leaves, value, '')
  return leaves
}

/** Paths whose values differ between two documents, with both values. */
export const differences = (before: unknown, after: unknown): { at: string; before: unknown; after: unknown }[] => {
  const [oldLeaves, newLeaves] = [leavesOf(before), leavesOf(after)]
  return [...new Set([...oldLeaves.keys(), ...newLeaves.keys()])]
    .filter((at) => oldLeaves.get(at) !== newLeaves.get(at))
    .map((at) => ({ at, before: oldLeaves.get(at) ?? null, after: newLeaves.get(at) ?? null }))
}

/** The path itself and all above it. */
const pathsTo = (at: string): string[] => {
  const paths = [at]
  for (let end = at.lastIndexOf('.'); end > 0; end = at.lastIndexOf('.', end - 1)) paths.push(at.slice(0, end))
  return paths
}

/** Whether a path equals one of these or is below one of them. */
export const isWithin = (at: string, paths: readonly string[]): boolean =>
  paths.some((path) => at === path || at.startsWith(`${path}.`))

/** The same for many paths: its cost does not grow with the number of these. */
export const within = (paths: Iterable<string>): ((at: string) => boolean) => {
  const set = new Set(paths)
  return (at) => pathsTo(at).some((path) => set.has(path))
}

/** Whether one of these paths equals a path or is below it. */
export const holdsOneOf = (paths: Iterable<string>): ((at: string) => boolean) => {
  const set = new Set<string>()
  for (const path of paths) for (const above of pathsTo(path)) set.add(above)
  return (at) => set.has(at)
}
