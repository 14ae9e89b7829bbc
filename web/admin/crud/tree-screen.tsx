import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import { words } from '#contract/words.ts'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { Button } from '#web/ui/button.tsx'
import { type AnyRow, callsOf, noCall, titleIn } from './calls.ts'
import { rowKeysOf, useSelected } from './crud-screen.tsx'
import { plainColumns } from './default-columns.ts'
import { PageHead } from './page-head.tsx'
import { hasBulkActions, RowActions, Toolbar } from './record-actions.tsx'
import { RecordTable } from './record-table.tsx'
import { SearchBar } from './search-bar.tsx'
import { Empty } from './states.tsx'
import { TableTools } from './table/table-tools.tsx'
import { tableLook, useTable } from './table/use-table.ts'
import type { Columns } from './table-columns.tsx'
import { useListState } from './use-list.ts'
import { type Records, useRecords } from './use-records.tsx'

/** Ids of all rows that have children. */
const parentIds = (rows: readonly AnyRow[]): string[] =>
  rows.flatMap(({ id, children }) => (children?.length ? [id, ...parentIds(children)] : []))

const maxOpenRows = 200

const countOf = (rows: readonly AnyRow[]): number =>
  rows.reduce((sum, { children }) => sum + 1 + countOf(children ?? []), 0)

/** The expanded rows of a tree: initially the top-level ones, unless that displays too many rows. */
export const useOpenRows = (rows: readonly AnyRow[] | undefined, openTop = true) => {
  const [keys, set] = useState<readonly string[] | null>(null)
  const all = parentIds(rows ?? [])
  const top =
    openTop && countOf(rows ?? []) <= maxOpenRows
      ? (rows ?? []).filter(({ children }) => children?.length).map(({ id }) => id)
      : []
  return { keys: keys ?? top, set, all, open: (id: string) => set([...(keys ?? top), id]) }
}

/** Expands or collapses the whole tree. */
export const OpenAll = ({ rows }: { rows: ReturnType<typeof useOpenRows> }) => {
  const t = useLocalize()
  if (rows.all.length === 0) return null
  const isOpen = rows.keys.length >= rows.all.length
  return (
    <Button onClick={() => rows.set(isOpen ? [] : rows.all)}>
      {isOpen ? t(['全部收起', 'Collapse all']) : t(['全部展开', 'Expand all'])}
    </Button>
  )
}

interface BelowProps {
  readonly records: Records
  readonly row: AnyRow
  readonly defaults?: object
  /** Expands the row, so that the new child is visible. */
  readonly onAdd?: () => void
}

/** Button that adds a child to this row. */
export const AddBelow = ({ records, row, defaults = {}, onAdd }: BelowProps) => {
  const t = useLocalize()
  if (!records.may.add) return null
  const add = () => {
    onAdd?.()
    records.add({ parentId: row.id, ...defaults })
  }
  return (
    <Button kind="link" onClick={add}>
      {t(['新增下级', 'Add below'])}
      <span className="hidden-words"> {titleIn(records.entity, row)}</span>
    </Button>
  )
}

interface Props<T extends AnyEntity> {
  readonly of: T
  readonly columns?: Columns<T>
  readonly rowMore?: (row: RowOf<T>) => ReactNode
  readonly toolbarMore?: (selected: readonly RowOf<T>[]) => ReactNode
  /** Whether a row cannot be removed, as is the case for the platform's own rows. */
  readonly isProtected?: (row: RowOf<T>) => boolean
  /** Whether the top-level rows are expanded initially. */
  readonly openTop?: boolean
}

/** The default screen of an entity whose rows form a tree: the whole tree in one table. */
export const TreeScreen = <T extends AnyEntity>({
  of,
  columns,
  rowMore,
  toolbarMore,
  isProtected,
  openTop = true,
}: Props<T>) => {
  const t = useLocalize()
  const { state, change } = useListState(of)
  const filtered = Object.keys(state.filters).length > 0
  const { data, error, isFetching, refetch } = useAnswer(callsOf(of).forest ?? noCall, state.filters as never, {
    placeholderData: keepPreviousData,
  })
  const rows = data as readonly AnyRow[] | undefined
  const plain = useMemo(() => plainColumns(of, false), [of])
  const table = useTable(of, (columns ?? plain) as Columns)
  const selected = useSelected()
  const records = useRecords(of, { onWritten: selected.drop })
  const expanding = useOpenRows(rows, openTop)
  return (
    <>
      <PageHead title={of.label} />
      <SearchBar
        entity={of}
        dated={false}
        filters={state.filters}
        filter={(filters) => change({ filters, current: 1 })}
      />
      <Toolbar
        records={records}
        selected={selected.rows}
        clear={selected.clear}
        columns={table.columns.map(({ name }) => name)}
        tools={<TableTools settings={table} reread={refetch} />}
      >
        {toolbarMore?.(selected.rows as unknown as readonly RowOf<T>[])}
        <OpenAll rows={expanding} />
      </Toolbar>
      <RecordTable
        caption={t(of.label)}
        columns={table.columns}
        rows={table.isReady ? rows : undefined}
        error={error}
        busy={isFetching}
        retry={refetch}
        empty={
          <Empty filtered={filtered}>
            {filtered ? (
              <Button onClick={() => change({ filters: {}, current: 1 })}>
                {t(['重置条件', 'Reset the filters'])}
              </Button>
            ) : records.may.add ? (
              <Button onClick={() => records.add()}>{t(words.add)}</Button>
            ) : null}
          </Empty>
        }
        titleOf={(row) => titleIn(of, row)}
        selection={hasBulkActions(records) ? selected : undefined}
        actions={(row) => (
          <RowActions records={records} row={row} isProtected={isProtected?.(row as unknown as RowOf<T>)}>
            <AddBelow records={records} row={row} />
            {rowMore?.(row as unknown as RowOf<T>)}
          </RowActions>
        )}
        expanding={expanding}
        {...tableLook(table)}
        {...rowKeysOf(records)}
      />
      {records.dialog}
    </>
  )
}
