import { type ReactNode, useMemo } from 'react'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/language.ts'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { type AnyRow, titleIn } from './calls.ts'
import { rowKeysOf, useSelected } from './crud-screen.tsx'
import { plainColumns } from './default-columns.ts'
import type { FormOptions } from './form-options.ts'
import { PageHead } from './page-head.tsx'
import { hasBulkActions, hasRowActions, RowActions, Toolbar } from './record-actions.tsx'
import { RecordTable } from './record-table.tsx'
import { SearchBar } from './search-bar.tsx'
import { Empty } from './states.tsx'
import { TableTools } from './table/table-tools.tsx'
import { tableLook, useTable } from './table/use-table.ts'
import type { Columns } from './table-columns.tsx'
import { MissingRowNote, placeColumn, useTreeState } from './tree/in-tree.tsx'
import { LoadMore } from './tree/load-more.tsx'
import type { RowTree } from './tree/row-tree.ts'
import { useTreeRows } from './tree/use-tree-rows.ts'
import { AddBelow } from './tree-screen.tsx'
import { type Records, useRecords } from './use-records.tsx'

interface Props<T extends AnyEntity> {
  readonly of: T
  readonly tree: RowTree
  readonly columns?: Columns<T>
  /** Title of the screen, if it differs from the entity's label. */
  readonly title?: Text
  /** Distinguishes this table from others of the same entity. */
  readonly screen?: string
  readonly searchFields?: readonly (keyof T['fields'] & string)[]
  readonly above?: ReactNode
  /** Fields of the form in order, if not those of the declaration. */
  readonly fields?: readonly (keyof T['fields'] & string)[]
  readonly form?: FormOptions
  readonly without?: readonly (keyof Records['may'])[]
  /** Initial values of a child of this row; null if it cannot have children. */
  readonly below?: (row: RowOf<T>) => FormValues | null
  readonly rowMore?: (row: RowOf<T>) => ReactNode
  readonly toolbarMore?: ReactNode
}

/** The screen of an entity whose rows form a tree too large to load whole: a table that loads levels as they are expanded. */
export const LazyTreeScreen = <T extends AnyEntity>({ of, tree, below, rowMore, ...more }: Props<T>) => {
  const t = useLocalize()
  const { filters, filter, at, placeOf } = useTreeState(of)
  const treeRows = useTreeRows(tree, filters, at)
  const plain = useMemo(() => plainColumns(of, false), [of])
  const table = useTable(of, (more.columns ?? plain) as Columns, more.screen)
  const selected = useSelected()
  const records = useRecords(of, {
    onWritten: selected.drop,
    fields: more.fields,
    form: more.form,
    without: more.without,
  })
  const title = more.title ?? of.label
  const isFiltered = treeRows.expanding === null
  const columns = useMemo(() => {
    const [first, ...others] = table.columns
    return isFiltered && first ? [first, placeColumn(of, placeOf), ...others] : table.columns
  }, [of, isFiltered, table.columns, placeOf])
  // rows of the entity's own tree are its rows
  const asEntityRow = (row: AnyRow) => row as unknown as RowOf<T>
  const addBelow = (row: AnyRow) => {
    const defaults = below ? below(asEntityRow(row)) : {}
    return defaults ? (
      <AddBelow records={records} row={row} defaults={defaults} onAdd={() => treeRows.open(row.id)} />
    ) : null
  }
  return (
    <>
      <PageHead title={title} />
      {more.above}
      <SearchBar entity={of} dated={false} filters={filters} filter={filter} fields={more.searchFields} />
      <Toolbar
        records={records}
        selected={selected.rows}
        clear={selected.clear}
        exports={more.without === undefined}
        columns={table.columns.map(({ name }) => name)}
        tools={<TableTools settings={table} reread={treeRows.reread} />}
      >
        {more.toolbarMore}
      </Toolbar>
      <MissingRowNote missing={treeRows.missing} reread={treeRows.reread} />
      <RecordTable
        caption={t(title)}
        columns={columns}
        chosen={isFiltered ? null : at}
        leadTo={isFiltered ? null : at}
        rows={table.isReady ? treeRows.rows : undefined}
        error={treeRows.error}
        busy={treeRows.busy}
        retry={treeRows.reread}
        empty={
          <Empty filtered={isFiltered}>
            {isFiltered ? <Button onClick={() => filter({})}>{t(['重置条件', 'Reset the filters'])}</Button> : null}
            {!isFiltered && records.may.add ? <Button onClick={() => records.add()}>{t(words.add)}</Button> : null}
          </Empty>
        }
        titleOf={(row) => titleIn(of, row)}
        selection={hasBulkActions(records) ? selected : undefined}
        actions={
          hasRowActions(records) || rowMore
            ? (row) => (
                <RowActions records={records} row={row}>
                  {addBelow(row)}
                  {rowMore?.(asEntityRow(row))}
                </RowActions>
              )
            : undefined
        }
        expanding={treeRows.expanding ?? undefined}
        rest={(row) => {
          const level = treeRows.levelOf(row)
          const above = row ? titleIn(of, row) : undefined
          return level?.loadState ? (
            <LoadMore level={level} above={above} loadMore={() => treeRows.loadMore(row)} />
          ) : null
        }}
        {...tableLook(table)}
        {...rowKeysOf(records)}
      />
      {records.dialog}
    </>
  )
}
