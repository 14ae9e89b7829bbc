import type { ReactNode } from 'react'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { base } from '#contract/kit/verbs.ts'
import type { AnyRow } from './calls.ts'
import { cellOf, shapeOf } from './cells.tsx'

/** A column of a screen's own: over a field, with another cell, or beside the fields, with a label. */
export interface Column<T extends AnyEntity = AnyEntity> {
  readonly name: string
  readonly label?: Text
  /** Stands at the right, as numbers do. */
  readonly end?: boolean
  readonly cell: (row: RowOf<T>) => ReactNode
}

/** Columns of a table in order: the name of a field, or a column of one's own. */
export type Columns<T extends AnyEntity = AnyEntity> = readonly (string | Column<T>)[]

/** A column as the table shows it. */
export interface DisplayColumn {
  readonly name: string
  readonly label: Text
  readonly end: boolean
  readonly sorts: boolean
  /** Offered beside those of the screen, and not shown until somebody asks for it. */
  readonly extra?: boolean
  /** Kept at the left. */
  readonly isPinned?: boolean
  /** Pixels; as wide as what stands in it where there is none. */
  readonly width?: number | undefined
  readonly cell: (row: AnyRow) => ReactNode
}

export const displayColumns = <T extends AnyEntity>(entity: T, columns: Columns<T>): DisplayColumn[] => {
  const fields: Fields = { ...base, ...(entity.fields as Fields) }
  return columns.map((column): DisplayColumn => {
    const customColumn = typeof column === 'string' ? null : column
    const name = typeof column === 'string' ? column : column.name
    const field = fields[name]
    const shape = field ? shapeOf(field) : null
    return {
      name,
      label: customColumn?.label ?? field?.label ?? [name, name],
      end: customColumn ? customColumn.end === true : shape?.end === true,
      sorts: shape?.sorts === true,
      // rows of an entity's own list are its rows
      cell: (row) =>
        customColumn ? customColumn.cell(row as unknown as RowOf<T>) : field ? cellOf(name, field, row) : null,
    }
  })
}
