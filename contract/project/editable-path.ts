import { fieldsBelow } from '../kit/classification.ts'
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

/**
 * The paths that a remark makes editable: `editablePathOf` and, for a level of a classification, the levels below it in its part, which
 * are chosen again with it.
 */
export const editablePathsOf = (at: string): string[] => {
  const [code = '', name = '', ...inside] = at.split('.')
  const fields = partOf(code)?.fields
  const lower = fields && inside.length === 0 ? fieldsBelow(fields, name) : []
  return [editablePathOf(at), ...lower.map((below) => `${code}.${below}`)]
}
