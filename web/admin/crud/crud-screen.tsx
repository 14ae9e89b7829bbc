import { type ReactNode, useMemo, useState } from 'react'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/language.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import type { SuccessHandlers } from './bulk/use-writing.tsx'
import { type AnyRow, titleIn } from './calls.ts'
import { plainColumns } from './default-columns.ts'
import type { FormOptions } from './form-options.ts'
import { PageHead } from './page-head.tsx'
import { ListPager } from './pager.tsx'
import { hasBulkActions, hasRowActions, RowActions, Toolbar } from './record-actions.tsx'
import { RecordTable } from './record-table.tsx'
import { SearchBar } from './search-bar.tsx'
import { Empty } from './states.tsx'
import { TableTools } from './table/table-tools.tsx'
import { tableLook, useTable } from './table/use-table.ts'
import type { Columns } from './table-columns.tsx'
import { type List, useList } from './use-list.ts'
import { type Records, useRecords } from './use-records.tsx'

interface Props<T extends AnyEntity> {
  readonly of: T
  /** Columns in order, if they differ from the declaration: field names or custom columns. */
  readonly columns?: Columns<T>
  /** Further actions of a row, besides those of the declaration. */
  readonly rowMore?: (row: RowOf<T>) => ReactNode
  /** Names of bulk actions that are also offered for this single row. */
  readonly rowActions?: (row: RowOf<T>) => readonly string[]
  /** Further actions of the list; `selected` are the selected rows. */
  readonly toolbarMore?: ((selected: readonly RowOf<T>[]) => ReactNode) | undefined
  /** Content between the title and the search bar: views of the list, a note. */
  readonly above?: (list: List) => ReactNode
  readonly tableHeight?: number
  /** What applies while the list has no rows. */
  readonly emptyNote?: Text
  /** Whether a row cannot be removed, as is the case for the platform's own rows. */
  readonly isProtected?: (row: RowOf<T>) => boolean
  /** Wraps the list, below the title, to place content beside it. */
  readonly wrapList?: (list: ReactNode) => ReactNode
  /** Fields of the form, if not all of the declaration. */
  readonly fields?: readonly (keyof T['fields'] & string)[]
  /** How the form differs from the default one. */
  readonly form?: FormOptions
  readonly searchFields?: readonly (keyof T['fields'] & string)[]
  /** Operations to leave out although their calls exist: `add`, `edit`, `remove`, `view`, or an action. */
  readonly without?: readonly string[]
  /** Replaces the default confirmation or form of a button, by the name of its call; `edit` for changing a row. */
  readonly overrides?: Readonly<Record<string, (rows: readonly AnyRow[]) => void>>
  /** Initial values of an action's form, by the name of its call. */
  readonly initialValues?: Readonly<Record<string, (rows: readonly AnyRow[]) => FormValues>>
  /** Handlers for the answers of calls made on this screen, by call name. */
  readonly onSuccess?: SuccessHandlers<T>
  /** What Enter does on a row, if it does not open the detail. */
  readonly open?: (row: RowOf<T>) => void
  /** Distinguishes this table from others of the same entity in the stored columns and views. */
  readonly screen?: string
}

interface EmptyProps {
  readonly list: List
  readonly records: Records
  /** What applies while the list has no rows. */
  readonly emptyNote?: Text | undefined
}

/** Text and next step for a list without rows. */
export const EmptyList = ({ list, records, emptyNote }: EmptyProps) => {
  const t = useLocalize()
  const filtered = Object.keys(list.state.filters).length > 0
  return (
    <Empty filtered={filtered}>
      {emptyNote && !filtered ? <p>{t(emptyNote)}</p> : null}
      {filtered ? (
        <Button onClick={() => list.filter({})}>{t(['重置条件', 'Reset the filters'])}</Button>
      ) : records.may.add ? (
        <Button onClick={() => records.add()}>{t(words.add)}</Button>
      ) : null}
    </Empty>
  )
}

/** Rows selected on this and other pages; `drop` removes rows that an action has processed. */
export const useSelected = () => {
  const [rows, set] = useState<readonly AnyRow[]>([])
  const drop = (done: readonly string[]) => set((now) => now.filter(({ id }) => !done.includes(id)))
  return { rows, set, drop, clear: () => set([]) }
}

/** What the keys do on a row, within the user's permissions. */
export const rowKeysOf = ({ may, view, edit }: Records, open?: (row: AnyRow) => void) => ({
  open: open ?? (may.view ? view : may.edit ? edit : undefined),
  edit: may.edit ? edit : undefined,
})

/**
 * The default screen of an entity, from its declaration alone: search, table, form, detail, removal, and the actions with a
 * button. It composes the parts beside it and has no logic of its own; a screen that needs more than its props allow
 * composes the same parts itself (docs/HOUSE.md).
 */
export const CrudScreen = <T extends AnyEntity>({
  of,
  rowMore,
  rowActions,
  toolbarMore,
  above,
  wrapList,
  onSuccess,
  ...more
}: Props<T>) => {
  const t = useLocalize()
  const list = useList(of)
  const plain = useMemo(() => plainColumns(of, true), [of])
  const table = useTable(of, (more.columns ?? plain) as Columns, more.screen)
  const selected = useSelected()
  const records = useRecords(of, {
    onSuccess,
    fields: more.fields,
    form: more.form,
    without: more.without,
    overrides: more.overrides,
    initialValues: more.initialValues,
    onWritten: selected.drop,
  })
  // rows of the entity's own list are its rows
  const asEntityRow = (row: AnyRow) => row as unknown as RowOf<T>
  const { open } = more
  const all = (
    <>
      {above?.(list)}
      <SearchBar entity={of} filters={list.state.filters} filter={list.filter} fields={more.searchFields} />
      <Toolbar
        records={records}
        selected={selected.rows}
        pageIds={list.page?.records.map(({ id }) => id)}
        clear={selected.clear}
        total={list.page?.capped ? undefined : list.page?.total}
        columns={table.columns.map(({ name }) => name)}
        tools={<TableTools settings={table} reread={list.retry} />}
      >
        {toolbarMore?.(selected.rows.map(asEntityRow))}
      </Toolbar>
      <RecordTable
        caption={t(of.label)}
        columns={table.columns}
        rows={table.isReady ? list.page?.records : undefined}
        error={list.error}
        busy={list.busy}
        retry={list.retry}
        empty={<EmptyList list={list} records={records} emptyNote={more.emptyNote} />}
        titleOf={(row) => titleIn(of, row)}
        sort={{ now: list.state.sort, set: list.sort }}
        selection={hasBulkActions(records) || toolbarMore ? selected : undefined}
        actions={
          hasRowActions(records) || rowMore
            ? (row) => (
                <RowActions
                  records={records}
                  row={row}
                  extraActions={rowActions?.(asEntityRow(row))}
                  isProtected={more.isProtected?.(asEntityRow(row))}
                >
                  {rowMore?.(asEntityRow(row))}
                </RowActions>
              )
            : undefined
        }
        height={more.tableHeight}
        {...tableLook(table)}
        {...rowKeysOf(records, open && ((row) => open(asEntityRow(row))))}
      />
      <ListPager list={list} />
      {records.dialog}
    </>
  )
  return (
    <>
      <PageHead title={of.label} />
      {wrapList ? wrapList(all) : all}
    </>
  )
}
