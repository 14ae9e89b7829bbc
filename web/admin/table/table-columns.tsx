import type { ReactNode } from 'react'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { base } from '#contract/kit/verbs.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { AnyRow } from '../entity/calls.ts'
import { cellOf, SingleLine, shapeOf } from './cells.tsx'

/** A custom column: another cell for a field, or, with a label, an additional column. */
export type Column<T extends AnyEntity = AnyEntity> = {
  readonly name: string
  readonly label?: Text
  /** Right-aligned, like numbers. */
  readonly end?: boolean
} & (
  | { readonly cell: (row: RowOf<T>) => ReactNode }
  /** Words for the value of a field; an open row has them too. */
  | { readonly text: (row: RowOf<T>) => Text }
)

/** Columns of a table in order: field names or custom columns. */
export type Columns<T extends AnyEntity = AnyEntity> = readonly (string | Column<T>)[]

/** A column as the table displays it. */
export interface DisplayColumn {
  readonly name: string
  readonly label: Text
  readonly end: boolean
  readonly sorts: boolean
  /** Available in addition to the screen's columns; hidden until the user selects it. */
  readonly extra?: boolean
  /** Whether its cells have the default content for the field. */
  readonly isPlain?: boolean
  /** Whether it names the row. */
  readonly isTitle?: boolean
  /** Visible at any width of the window from 1280 pixels on; others are dropped if there is no room. */
  readonly isEssential?: boolean
  /** Fixed at the left edge. */
  readonly isPinned?: boolean
  /** Width in pixels; undefined: as wide as the content. */
  readonly width?: number | undefined
  readonly cell: (row: AnyRow) => ReactNode
}

const nameOfColumn = (column: string | { readonly name: string }): string =>
  typeof column === 'string' ? column : column.name

/** The columns that a list always shows: those the entity declares, otherwise the first two and the state. */
const essentialNames = <T extends AnyEntity>(entity: T, columns: Columns<T>): readonly string[] =>
  entity.essential ?? [...columns.slice(0, 2).map(nameOfColumn), 'status']

const Words = ({ of }: { of: Text }) => <SingleLine words={useLocalize()(of)} />

const customCell = <T extends AnyEntity>(column: Column<T>, row: RowOf<T>): ReactNode =>
  'text' in column ? <Words of={column.text(row)} /> : column.cell(row)

export const displayColumns = <T extends AnyEntity>(entity: T, columns: Columns<T>): DisplayColumn[] => {
  const fields: Fields = { ...base, ...(entity.fields as Fields) }
  const essential = essentialNames(entity, columns)
  return columns.map((column): DisplayColumn => {
    const customColumn = typeof column === 'string' ? null : column
    const name = nameOfColumn(column)
    const field = fields[name]
    const shape = field ? shapeOf(field) : null
    return {
      name,
      label: customColumn?.label ?? field?.label ?? [name, name],
      end: customColumn ? customColumn.end === true : shape?.end === true,
      sorts: shape?.sorts === true,
      isPlain: customColumn === null,
      isTitle: name === entity.title,
      isEssential: essential.includes(name),
      // every row here has the row type of the entity
      cell: (row) =>
        customColumn ? customCell(customColumn, row as unknown as RowOf<T>) : field ? cellOf(name, field, row) : null,
    }
  })
}
