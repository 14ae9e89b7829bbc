import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import { PageHead } from '#web/base/page/page-head.tsx'
import { type AnyRow, asRowOf } from '../entity/calls.ts'
import { SearchBar } from '../search/search-bar.tsx'
import type { Columns } from '../table/table-columns.tsx'
import { TableTools } from '../table-settings/table-tools.tsx'
import { type TableSettings, tableLook, useTable } from '../table-settings/use-table.ts'
import { type ListOptions, ListTable, useList } from './list.tsx'
import { Toolbar } from './record-actions.tsx'
import type { ListSource } from './sources/list-source.ts'
import type { Records } from './use-records.tsx'

/** The state of an address by which the command palette asks for an action of a row (shell/palette-items.tsx). */
interface RequestState {
  readonly act?: { readonly entity: string; readonly action: string; readonly id: string }
}

/** Starts the action that the command palette asked for, once the list has its row; once, and only if the list offers it. */
const useRequestedAction = (records: Records, rows: readonly AnyRow[] | undefined): void => {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const request = (state as RequestState | null)?.act
  const act = request?.entity === records.entity.name ? request : undefined
  const row = act && rows?.find(({ id }) => id === act.id)
  const handleRequest = useEffectEvent((target: AnyRow, name: string) => {
    void navigate(pathname + search, { replace: true })
    const action = records.buttons.find((one) => one.name === name)
    if (action) records.runAction(action, [target])
  })
  const name = act?.action
  useEffect(() => {
    if (row && name) handleRequest(row, name)
  }, [row, name])
}

interface Props<T extends AnyEntity> extends ListOptions<T> {
  readonly of: T
  /** Where the rows come from. */
  readonly source: ListSource
  readonly searchFields?: readonly (keyof T['fields'] & string)[]
  /** Content above the search bar: views of the list, a note. */
  readonly above?: ReactNode
  /** Further actions of the list. */
  readonly toolbarMore?: ReactNode
  /** Further tools beside those of the table. */
  readonly toolsMore?: ReactNode
  /** What Enter does on a row, if it does not open the detail or the form. */
  readonly open?: (row: RowOf<T>) => void
}

/** What the keys do on a row, within the user's permissions. */
const rowKeysOf = <T extends AnyEntity>({ of, open }: Props<T>, { may, mayFor, view, edit }: Records) => {
  const editIfOpen = may.edit ? (row: AnyRow) => (mayFor(row).edit ? edit(row) : undefined) : undefined
  return {
    open: open ? (row: AnyRow) => open(asRowOf(of, row)) : may.view ? view : editIfOpen,
    edit: editIfOpen,
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
  const { of, source } = props
  const { filters, filter, rows } = source
  const settings = useTable(of, props.columns as Columns | undefined)
  const columns = useColumns(settings, source)
  const readySource = settings.isReady ? source : { ...source, rows: undefined }
  const list = useList(of, readySource, { ...props, rows: (!source.isTree && rows) || noRows })
  const { records } = list
  useRequestedAction(records, rows)
  return (
    <>
      {props.above}
      <SearchBar entity={of} dated={!source.isTree} filters={filters} filter={filter} fields={props.searchFields} />
      <Toolbar
        list={list}
        columns={settings.columns.map(({ name }) => name)}
        tools={<TableTools settings={settings} reread={source.retry} more={props.toolsMore} />}
      >
        {props.toolbarMore}
        {source.tools}
      </Toolbar>
      {source.note}
      <ListTable
        list={{ ...list, ...rowKeysOf(props, records) }}
        columns={columns}
        chosen={records.openId ?? source.target}
        look={tableLook(settings)}
      />
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
