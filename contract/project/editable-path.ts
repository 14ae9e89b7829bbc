import { partOf } from './parts.ts'

/**
 * The place a remark opens for writing: its own, and of a cell the whole row. A figure cannot be corrected without its unit
 * beside it (docs/decisions/0046).
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
