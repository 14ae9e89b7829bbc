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

/** A leaf; null if it is empty or no leaf. */
const leafOf = (value: unknown): unknown => (isTree(value) || isRows(value) || value === '' ? null : (value ?? null))

/** The values inside a row or group by their names, or rows by their ids. A second row of the same id has its position as well. */
const insideOf = (value: unknown): ReadonlyMap<string, unknown> => {
  const inner = new Map<string, unknown>()
  if (isRows(value))
    for (const [i, row] of value.entries()) {
      const key = rowKeyOf(row, i)
      inner.set(inner.has(key) ? `${key}#${i}` : key, row)
    }
  else if (isTree(value)) for (const name of Object.keys(value)) if (name !== 'id') inner.set(name, value[name])
  return inner
}

/** Visits each leaf of a document with the leaf at the same path in another one. Paths are not compared, which would take longer. */
const visitLeaves = (
  [value, other]: readonly [unknown, unknown],
  at: string,
  visit: (at: string, leaf: unknown, otherLeaf: unknown) => void,
): void => {
  const leaf = leafOf(value)
  if (leaf !== null) visit(at, leaf, leafOf(other))
  const values = insideOf(value)
  if (values.size === 0) return
  const others = insideOf(other)
  const inside = at && `${at}.`
  for (const [name, inner] of values) visitLeaves([inner, others.get(name)], inside + name, visit)
}

/** Paths whose values differ between two documents, with both values: first those of the former, then those only the latter has. */
export const differences = (before: unknown, after: unknown): { at: string; before: unknown; after: unknown }[] => {
  const changes: { at: string; before: unknown; after: unknown }[] = []
  visitLeaves([before, after], '', (at, leaf, otherLeaf) => {
    if (leaf !== otherLeaf) changes.push({ at, before: leaf, after: otherLeaf })
  })
  visitLeaves([after, before], '', (at, leaf, otherLeaf) => {
    if (otherLeaf === null) changes.push({ at, before: null, after: leaf })
  })
  return changes
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
  if (set.size === 0) return () => false
  // the values of a row follow each other, so most have the path above in common with the one before
  let [lastAbove, isLastWithin] = ['', false]
  return (at) => {
    const above = at.slice(0, Math.max(at.lastIndexOf('.'), 0))
    if (above !== lastAbove) [lastAbove, isLastWithin] = [above, pathsTo(above).some((path) => set.has(path))]
    return isLastWithin || set.has(at)
  }
}

/** Whether one of these paths equals a path or is below it. */
export const holdsOneOf = (paths: Iterable<string>): ((at: string) => boolean) => {
  const set = new Set<string>()
  for (const path of paths) for (const above of pathsTo(path)) set.add(above)
  return (at) => set.has(at)
}
