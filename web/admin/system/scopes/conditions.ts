/** One condition of a custom scope: a declared column, a comparison suffix, and a value. */
export interface Condition {
  readonly column: string
  readonly suffix: string
  readonly value: string
}

const plain = 'equal'

/** Parses `scopeValue`, in the format of list parameters: `year_equal=2026&city=320500`. */
export const readConditions = (text: string | null | undefined): Condition[] =>
  [...new URLSearchParams(text ?? '')].map(([name, value]) => {
    const at = name.lastIndexOf('_')
    return at > 0
      ? { column: name.slice(0, at), suffix: name.slice(at + 1), value }
      : { column: name, suffix: plain, value }
  })

/** Serializes conditions; drops those without a column, keeps those without a value so that the server rejects them. */
export const writeConditions = (conditions: readonly Condition[]): string | null => {
  const complete = conditions.filter(({ column }) => column)
  const text = new URLSearchParams(complete.map(({ column, suffix, value }) => [`${column}_${suffix}`, value.trim()]))
  return text.toString() || null
}
