import { partOf } from './parts.ts'

/**
 * The path that a remark makes editable: its own or, for a cell, the whole row, since a figure cannot be corrected without
 * the unit next to it (docs/decisions/0046).
 */
export const editablePathOf = (at: string): string => {
  const [code = '', ...names] = at.split('.')
  let fields = partOf(code)?.fields
  for (const [i, name] of names.entries()) {
    const field = fields?.[name]
    // the list and the id of the row
    if (field?.kind === 'many') return [code, ...names.slice(0, i + 2)].join('.')
    fields = field?.fields
  }
  return at
}
