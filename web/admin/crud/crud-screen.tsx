import { type ReactNode, useState } from 'react'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import { words } from '#contract/words.ts'
import { useSay } from '#web/base/say.ts'
import { Button } from '#web/ui/button.tsx'
import { type AnyRow, titleIn } from './calls.ts'
import { type Columns, plainColumns, shownColumns } from './columns.tsx'
import { PageHead } from './page-head.tsx'
import { Pager } from './pager.tsx'
import { actsOnOne, actsOnSeveral, RowActions, Toolbar } from './record-actions.tsx'
import { RecordTable } from './record-table.tsx'
import { SearchBar } from './search-bar.tsx'
import { Empty } from './states.tsx'
import { type List, useList } from './use-list.ts'
import { type Records, type Told, useRecords } from './use-records.tsx'

interface Props<T extends AnyEntity> {
  readonly of: T
  /** Columns in order, where not those of the declaration: names of fields, or columns of one's own. */
  readonly columns?: Columns<T>
  /** More to do with a row, beside what the declaration says. */
  readonly rowMore?: (row: RowOf<T>) => ReactNode
  /** More to do with the list; `selected` are the chosen rows. */
  readonly toolbarMore?: (selected: readonly RowOf<T>[]) => ReactNode
  /** Between the title and the search bar: views of the list, a note. */
  readonly above?: (list: List) => ReactNode
  readonly tableHeight?: number
  readonly searchFields?: readonly (keyof T['fields'] & string)[]
  /** What its rows are not done with, though their calls are there. */
  readonly without?: readonly ('add' | 'edit' | 'remove' | 'view')[]
  /** What to do with the answer of a call made here, by its name. */
  readonly told?: Told<T>
}

/** The words and the way out where a list has no rows. */
export const EmptyList = ({ list, records }: { list: List; records: Records }) => {
  const t = useSay()
  const filtered = Object.keys(list.state.filters).length > 0
  return (
    <Empty filtered={filtered}>
      {filtered ? (
        <Button onClick={() => list.filter({})}>{t(['清空条件', 'Clear the filters'])}</Button>
      ) : records.may.add ? (
        <Button onClick={() => records.add()}>{t(words.add)}</Button>
      ) : null}
    </Empty>
  )
}

/**
 * The plain screen of an entity, from its declaration alone: search, table, form, detail, removal, and the actions that
 * have a button. It composes the parts beside it and holds no logic of its own; a screen that needs more than its exits
 * composes the same parts itself (docs/HOUSE.md).
 */
export const CrudScreen = <T extends AnyEntity>({ of, rowMore, toolbarMore, above, told, ...more }: Props<T>) => {
  const t = useSay()
  const list = useList(of)
  const [selected, setSelected] = useState<readonly AnyRow[]>([])
  const records = useRecords(of, { told, without: more.without, written: () => setSelected([]) })
  // rows of the entity's own list are its rows
  const asOwn = (rows: readonly AnyRow[]) => rows as unknown as readonly RowOf<T>[]
  return (
    <>
      <PageHead title={of.label} />
      {above?.(list)}
      <SearchBar entity={of} filters={list.state.filters} filter={list.filter} fields={more.searchFields} />
      <Toolbar records={records} selected={selected} clear={() => setSelected([])}>
        {toolbarMore?.(asOwn(selected))}
      </Toolbar>
      <RecordTable
        caption={t(of.label)}
        columns={shownColumns(of, more.columns ?? plainColumns(of, true))}
        rows={list.page?.records}
        error={list.error}
        busy={list.busy}
        retry={list.retry}
        empty={<EmptyList list={list} records={records} />}
        titleOf={(row) => titleIn(of, row)}
        sort={{ now: list.state.sort, set: list.sort }}
        selection={actsOnSeveral(records) || toolbarMore ? { rows: selected, set: setSelected } : undefined}
        actions={
          actsOnOne(records) || rowMore
            ? (row) => (
                <RowActions records={records} row={row}>
                  {rowMore?.(row as unknown as RowOf<T>)}
                </RowActions>
              )
            : undefined
        }
        height={more.tableHeight}
      />
      {list.page?.total ? (
        <Pager
          total={list.page.total}
          capped={list.page.capped === true}
          current={list.state.current}
          size={list.state.size}
          go={list.go}
          resize={list.resize}
        />
      ) : null}
      {records.dialog}
    </>
  )
}
