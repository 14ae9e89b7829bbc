const [maxEntries, maxLength] = [1000, 100]

/** Remembers the results of a function of short texts, such as names of columns: they are few, and each value of each row has one. */
export const remembered = <T>(convert: (name: string) => T): ((name: string) => T) => {
  const results = new Map<string, T>()
  return (name) => {
    const known = results.get(name)
    if (known !== undefined) return known
    const result = convert(name)
    // names can come from a caller
    if (name.length > maxLength) return result
    if (results.size >= maxEntries) results.clear()
    results.set(name, result)
    return result
  }
}
