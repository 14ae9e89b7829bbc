import { type ReactNode, useMemo, useState } from 'react'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/language.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import type { SuccessHandlers } from './bulk/use-writing.tsx'
import { type AnyRow, titleIn } from './calls.ts'
import type { Columns } from './columns.tsx'
import { plainColumns } from './default-columns.ts'
import type { FormOptions } from './form-options.ts'
import { PageHead } from './page-head.tsx'
import { ListPager } from './pager.tsx'
import { hasBulkActions, hasRowActions, RowActions, Toolbar } from './record-actions.tsx'
import { RecordTable } from './record-table.tsx'
import { SearchBar } from './search-bar.tsx'
import { Empty } from './states.tsx'
import { TableTools } from './table/tools.tsx'
import { tableLook, useTable } from './table/use-table.ts'
import { type List, useList } from './use-list.ts'
import { type Records, useRecords } from './use-records.tsx'

interface Props<T extends AnyEntity> {
  readonly of: T
  /** Columns in order, where not those of the declaration: names of fields, or columns of one's own. */
  readonly columns?: Columns<T>
  /** More to do with a row, beside what the declaration says. */
  readonly rowMore?: (row: RowOf<T>) => ReactNode
  /** Names of the actions on several rows that are offered for this one too. */
  readonly rowActions?: (row: RowOf<T>) => readonly string[]
  /** More to do with the list; `selected` are the chosen rows. */
  readonly toolbarMore?: ((selected: readonly RowOf<T>[]) => ReactNode) | undefined
  /** Between the title and the search bar: views of the list, a note. */
  readonly above?: (list: List) => ReactNode
  readonly tableHeight?: number
  /** What holds until there is a row. */
  readonly emptyNote?: Text
  /** Whether a row stays for good: the platform's own are not removed. */
  readonly isProtected?: (row: RowOf<T>) => boolean
  /** Sets something beside the list, below the title. */
  readonly wrapList?: (list: ReactNode) => ReactNode
  /** Fields of the form, where not all of the declaration. */
  readonly fields?: readonly (keyof T['fields'] & string)[]
  /** How the form differs from the plain one. */
  readonly form?: FormOptions
  readonly searchFields?: readonly (keyof T['fields'] & string)[]
  /** What its rows are not done with, though their calls are there: `add`, `edit`, `remove`, `view`, or an action. */
  readonly without?: readonly string[]
  /** What a button opens in place of the plain question or form, by the name of its call; `edit` for changing a row. */
  readonly overrides?: Readonly<Record<string, (rows: readonly AnyRow[]) => void>>
  /** What the form of an action begins with, by the name of its call. */
  readonly initialValues?: Readonly<Record<string, (rows: readonly AnyRow[]) => FormValues>>
  /** What to do with the answer of a call made here, by its name. */
  readonly onSuccess?: SuccessHandlers<T>
  /** What Enter does with a row, where it does not open the detail. */
  readonly open?: (row: RowOf<T>) => void
  /** Tells its table from others of the same entity, for the columns and views people keep of it. */
  readonly screen?: string
}

interface EmptyProps {
  readonly list: List
  readonly records: Records
  /** What holds until there is a row. */
  readonly emptyNote?: Text | undefined
}

/** The words and the way out where a list has no rows. */
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

/** Rows selected on this page and on others; those something was done with are selected no more. */
export const useSelected = () => {
  const [rows, set] = useState<readonly AnyRow[]>([])
  const drop = (done: readonly string[]) => set((now) => now.filter(({ id }) => !done.includes(id)))
  return { rows, set, drop, clear: () => set([]) }
}

/** What the keys do with a row of a screen, as far as the person may. */
export const rowKeysOf = ({ may, view, edit }: Records, open?: (row: AnyRow) => void) => ({
  open: open ?? (may.view ? view : may.edit ? edit : undefined),
  edit: may.edit ? edit : undefined,
})

/**
 * The plain screen of an entity, from its declaration alone: search, table, form, detail, removal, and the actions that
 * have a button. It composes the parts beside it and holds no logic of its own; a screen that needs more than its exits
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
