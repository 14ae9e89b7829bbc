/** One condition of a custom scope: a declared column, how it is compared, and with what. */
export interface Condition {
  readonly column: string
  readonly suffix: string
  readonly value: string
}

const plain = 'equal'

/** Reads `scopeValue`, written as the parameters of a list: `year_equal=2026&city=320500`. */
export const readConditions = (text: string | null | undefined): Condition[] =>
  [...new URLSearchParams(text ?? '')].map(([name, value]) => {
    const at = name.lastIndexOf('_')
    return at > 0
      ? { column: name.slice(0, at), suffix: name.slice(at + 1), value }
      : { column: name, suffix: plain, value }
  })

/** Writes them back; one without a column is none yet, one without a value is there to be refused. */
export const writeConditions = (conditions: readonly Condition[]): string | null => {
  const done = conditions.filter(({ column }) => column)
  const text = new URLSearchParams(done.map(({ column, suffix, value }) => [`${column}_${suffix}`, value.trim()]))
  return text.toString() || null
}
