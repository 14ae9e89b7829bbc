import type { ReactNode } from 'react'
import type { AnyEntity, ListedName, RowOf } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { base } from '#contract/kit/verbs.ts'
import { currentLang, useLocalize } from '#web/base/api/language.ts'
import type { AnyRow } from '../entity/calls.ts'
import { listedColumns } from '../entity/default-columns.ts'
import { cellOf, SingleLine, shapeOf } from './cells.tsx'

/** What a screen adds to the columns of the declaration: another cell for a field, or an additional column after one. */
export type Column<T extends AnyEntity = AnyEntity> = (
  | { readonly name: ListedName<T['fields']>; readonly label?: Text; readonly after?: undefined }
  | { readonly name: string; readonly label: Text; readonly after: ListedName<T['fields']> }
) & {
  /** Right-aligned, like numbers. */
  readonly end?: boolean
} & (
    | { readonly cell: (row: RowOf<T>) => ReactNode }
    /** Words for the value of a field; an open row has them too. */
    | { readonly text: (row: RowOf<T>) => Text }
  )

export type Columns<T extends AnyEntity = AnyEntity> = readonly Column<T>[]

/** A column as the table displays it. */
export interface DisplayColumn {
  readonly name: string
  readonly label: Text
  readonly end: boolean
  readonly sorts: boolean
  /** Available in addition to the screen's columns; hidden until the user selects it. */
  readonly extra?: boolean
  /** Whether its cells have the stored value of the field. */
  readonly isPlain?: () => boolean
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

/** Names of the columns in order: those that the entity lists, each followed by those that the screen adds after it. */
export const columnNames = (entity: AnyEntity, custom: Columns): string[] =>
  listedColumns(entity).flatMap((name) => [
    name,
    ...custom.filter(({ after }) => after === name).map((one) => one.name),
  ])

/** The columns that a list always shows: those the entity declares, otherwise the first two and the state. */
const essentialNames = (entity: AnyEntity, names: readonly string[]): readonly string[] =>
  entity.essential ?? [...names.slice(0, 2), 'status']

const Words = ({ of }: { of: Text }) => <SingleLine words={useLocalize()(of)} />

const customCell = <T extends AnyEntity>(column: Column<T>, row: RowOf<T>): ReactNode =>
  'text' in column ? <Words of={column.text(row)} /> : column.cell(row)

/** Columns of these names, with the cells of custom ones. */
export const displayColumns = <T extends AnyEntity>(
  entity: T,
  names: readonly string[],
  custom: Columns<T> = [],
): DisplayColumn[] => {
  const fields: Fields = { ...base, ...(entity.fields as Fields) }
  const essential = essentialNames(entity, names)
  return names.map((name): DisplayColumn => {
    const customColumn = custom.find((one) => one.name === name) ?? null
    const field = fields[name]
    const shape = field ? shapeOf(field) : null
    // in English a name or a note that has an English one goes by that, unless the list has a column for each
    const english = `${name}En`
    const isTranslated = () => english in fields && !names.includes(english) && currentLang() === 'en'
    return {
      name,
      label: customColumn?.label ?? field?.label ?? [name, name],
      end: customColumn ? customColumn.end === true : shape?.end === true,
      sorts: shape?.sorts === true && !field?.isComputed,
      isPlain: () => customColumn === null && !isTranslated(),
      isTitle: name === entity.title,
      isEssential: essential.includes(name),
      // every row here has the row type of the entity
      cell: (row) => {
        if (customColumn) return customCell(customColumn, row as unknown as RowOf<T>)
        if (isTranslated() && row[english]) return <SingleLine words={String(row[english])} />
        return field ? cellOf(name, field, row) : null
      },
    }
  })
}
