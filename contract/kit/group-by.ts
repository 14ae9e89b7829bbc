/** The elements with the same key together, in the order in which the keys occur. */
export const groupBy = <T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, [T, ...T[]]> => {
  const groups = new Map<K, [T, ...T[]]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}
