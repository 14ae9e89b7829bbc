/** A document of a declaration is a tree of groups and rows; a path such as `terminals.r1.qty` names a value in it. */
type Tree = Readonly<Record<string, unknown>>

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)
const isRows = (value: unknown): value is readonly unknown[] => Array.isArray(value)
/** The name of a row in a path: its id, or its position if it has none. */
export const rowKeyOf = (row: unknown, i: number) => (isTree(row) && typeof row.id === 'string' ? row.id : String(i))

/** Every leaf of a document by its path; rows are named by their id. Empty values are left out. */
export const leavesOf = (value: unknown, at = ''): Map<string, unknown> => {
  if (!isTree(value) && !isRows(value))
    return value === null || value === undefined || value === '' ? new Map() : new Map([[at, value]])
  const inner: (readonly [string, unknown])[] = isRows(value)
    ? value.map((row, i) => [rowKeyOf(row, i), row] as const)
    : Object.entries(value).filter(([name]) => name !== 'id')
  return new Map(inner.flatMap(([name, innerValue]) => [...leavesOf(innerValue, at ? `${at}.${name}` : name)]))
}

/** Paths whose values differ between two documents, with both values. */
export const differences = (before: unknown, after: unknown): { at: string; before: unknown; after: unknown }[] => {
  const [oldLeaves, newLeaves] = [leavesOf(before), leavesOf(after)]
  return [...new Set([...oldLeaves.keys(), ...newLeaves.keys()])]
    .filter((at) => oldLeaves.get(at) !== newLeaves.get(at))
    .map((at) => ({ at, before: oldLeaves.get(at) ?? null, after: newLeaves.get(at) ?? null }))
}

/** Whether a path equals one of these or is below one of them. */
export const isWithin = (at: string, paths: readonly string[]): boolean =>
  paths.some((path) => at === path || at.startsWith(`${path}.`))
