import { type ReactNode, useMemo } from 'react'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { PageHead } from '#web/base/page/page-head.tsx'
import { type AnyRow, asRowOf, titleIn } from '../entity/calls.ts'
import { SearchBar } from '../search/search-bar.tsx'
import { RecordTable } from '../table/record-table.tsx'
import { type Selected, useSelected } from '../table/selection.ts'
import type { Columns } from '../table/table-columns.tsx'
import { TableTools } from '../table-settings/table-tools.tsx'
import { type TableSettings, tableLook, useTable } from '../table-settings/use-table.ts'
import { EmptyList } from './empty-list.tsx'
import { useCellEditing } from './list-editing.ts'
import { reorderingOf } from './list-reordering.ts'
import { ListPager } from './pager.tsx'
import { hasBulkActions, hasRowActions, RowActions, Toolbar } from './record-actions.tsx'
import { useRequestedAction } from './requested-action.ts'
import type { ListSource } from './sources/list-source.ts'
import { type RecordOptions, type Records, useRecords } from './use-records.tsx'

interface Props<T extends AnyEntity> extends RecordOptions<T> {
  readonly of: T
  /** Where the rows come from. */
  readonly source: ListSource
  /** The selection, if the screen changes it too. */
  readonly selected?: Selected
  /**
   * What the screen adds to the columns of the declaration. The same array at each render, so that the cells of unchanged rows are
   * not rendered again.
   */
  readonly columns?: Columns<T> | undefined
  readonly searchFields?: readonly (keyof T['fields'] & string)[]
  /** Content above the search bar: views of the list, a note. */
  readonly above?: ReactNode
  /** Further actions of the list. */
  readonly toolbarMore?: ReactNode
  /** Further tools beside those of the table. */
  readonly toolsMore?: ReactNode
  /** Further actions on selected rows. */
  readonly bulkMore?: ((selected: readonly RowOf<T>[]) => ReactNode) | undefined
  /** Further actions of a row, besides those of the declaration. */
  readonly rowMore?: (row: RowOf<T>) => ReactNode
  /** Whether a row cannot be removed, as is the case for the platform's own rows. */
  readonly isProtected?: (row: RowOf<T>) => boolean
  /** What applies while the list has no rows. */
  readonly emptyNote?: Text
  /** What Enter does on a row, if it does not open the detail or the form. */
  readonly open?: (row: RowOf<T>) => void
}

/** What the keys do on a row, within the user's permissions. */
const rowKeysOf = <T extends AnyEntity>({ of, open }: Props<T>, { may, view, edit }: Records) => ({
  open: open ? (row: AnyRow) => open(asRowOf(of, row)) : may.view ? view : may.edit ? edit : undefined,
  edit: may.edit ? edit : undefined,
})

/** The actions of a row; undefined if no row can have any. */
const actionsOf = <T extends AnyEntity>(props: Props<T>, records: Records) => {
  const { of, source, rowMore, isProtected } = props
  const hasActions = hasRowActions(records) || rowMore !== undefined || (source.isTree && records.may.add)
  if (!hasActions) return undefined
  return (row: AnyRow) => {
    const entityRow = asRowOf(of, row)
    return (
      <RowActions records={records} row={row} isProtected={isProtected?.(entityRow)}>
        {rowMore?.(entityRow)}
        {source.rowMore?.(row, records)}
      </RowActions>
    )
  }
}

/** The visible columns, with that of the source after the first one. */
const useColumns = ({ columns }: TableSettings, { column }: ListSource) =>
  useMemo(() => {
    const [first, ...others] = columns
    return column && first ? [first, column, ...others] : columns
  }, [columns, column])

/** Until rows are loaded, and for a tree, whose rows have no neighbours. */
const noRows: readonly AnyRow[] = []

/** A list of an entity's records without its title, for a screen with content beside it. */
export const RecordListBody = <T extends AnyEntity>(props: Props<T>) => {
  const { of, source, columns } = props
  const { filters, filter, rows, paging } = source
  const t = useLocalize()
  const settings = useTable(of, columns as Columns | undefined)
  const visibleColumns = useColumns(settings, source)
  const selected = useSelected(props.selected)
  const records = useRecords(of, { ...props, rows: (!source.isTree && rows) || noRows, onWritten: selected.drop })
  useRequestedAction(records, rows)
  const titleOf = (row: AnyRow) => titleIn(of, row)
  const editing = useCellEditing(records, titleOf, {
    fields: props.fields,
    form: props.form,
    isFormReplaced: props.overrides?.edit !== undefined,
  })
  return (
    <>
      {props.above}
      <SearchBar entity={of} dated={!source.isTree} filters={filters} filter={filter} fields={props.searchFields} />
      <Toolbar
        records={records}
        selection={selected}
        paging={paging}
        pageIds={paging && rows?.map(({ id }) => id)}
        isProtected={props.isProtected && ((row) => props.isProtected?.(asRowOf(of, row)) ?? false)}
        bulkMore={props.bulkMore?.(selected.rows.map((row) => asRowOf(of, row)))}
        columns={settings.columns.map(({ name }) => name)}
        tools={<TableTools settings={settings} reread={source.retry} more={props.toolsMore} />}
      >
        {props.toolbarMore}
        {source.tools}
      </Toolbar>
      {source.note}
      <RecordTable
        caption={t(of.label)}
        columns={visibleColumns}
        rows={settings.isReady ? rows : undefined}
        error={source.error}
        busy={source.busy}
        retry={source.retry}
        empty={<EmptyList source={source} records={records} note={props.emptyNote} />}
        titleOf={titleOf}
        editing={editing}
        reordering={reorderingOf(records, source, titleOf)}
        sort={source.sort}
        selection={hasBulkActions(records) || props.bulkMore ? selected : undefined}
        actions={actionsOf(props, records)}
        expanding={source.expanding}
        rest={source.rest}
        chosen={records.openId ?? source.target}
        leadTo={source.target}
        {...tableLook(settings)}
        {...rowKeysOf(props, records)}
      />
      {paging ? <ListPager paging={paging} /> : null}
      {records.dialog}
    </>
  )
}

/**
 * The screen of an entity, from its declaration: title, search, table, form, detail, removal, and the actions with a button, for
 * rows from any source. A screen that needs more than its options composes the same parts itself (docs/HOUSE.md).
 */
export const RecordList = <T extends AnyEntity>(props: Props<T>) => (
  <>
    <PageHead title={props.of.label} />
    <RecordListBody {...props} />
  </>
)
