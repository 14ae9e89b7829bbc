import { type ReactNode, useMemo } from 'react'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/say.ts'
import type { FormValues } from '#web/form/place.ts'
import { Button } from '#web/ui/button.tsx'
import { Lost, placeColumn, useTreeState } from './branches/in-tree.tsx'
import { Rest } from './branches/rest.tsx'
import type { RowTree } from './branches/row-tree.ts'
import { useTreeRows } from './branches/use-tree-rows.ts'
import { type AnyRow, titleIn } from './calls.ts'
import type { Columns } from './columns.tsx'
import { rowKeysOf, useSelected } from './crud-screen.tsx'
import type { FormWays } from './form-ways.ts'
import { plainColumns } from './offered.ts'
import { PageHead } from './page-head.tsx'
import { actsOnOne, actsOnSeveral, RowActions, Toolbar } from './record-actions.tsx'
import { RecordTable } from './record-table.tsx'
import { SearchBar } from './search-bar.tsx'
import { Empty } from './states.tsx'
import { TableTools } from './table/tools.tsx'
import { tableLook, useTable } from './table/use-table.ts'
import { AddBelow } from './tree-screen.tsx'
import { type Records, useRecords } from './use-records.tsx'

interface Props<T extends AnyEntity> {
  readonly of: T
  readonly tree: RowTree
  readonly columns?: Columns<T>
  /** What the screen is, where it is not that of the rows themselves. */
  readonly title?: Text
  /** Tells its table from others of the same entity. */
  readonly screen?: string
  readonly searchFields?: readonly (keyof T['fields'] & string)[]
  readonly above?: ReactNode
  /** Fields of the form in order, where not those of the declaration. */
  readonly fields?: readonly (keyof T['fields'] & string)[]
  readonly form?: FormWays
  readonly without?: readonly (keyof Records['may'])[]
  /** What a row below this one begins with; null where nothing lies below it. */
  readonly below?: (row: RowOf<T>) => FormValues | null
  readonly rowMore?: (row: RowOf<T>) => ReactNode
  readonly toolbarMore?: ReactNode
}

/** The screen of an entity whose rows lie below one another and are too many to have all: a table that is read as it is opened. */
export const LazyTreeScreen = <T extends AnyEntity>({ of, tree, below, rowMore, ...more }: Props<T>) => {
  const t = useLocalize()
  const { filters, filter, at, placeOf } = useTreeState(of)
  const found = useTreeRows(tree, filters, at)
  const plain = useMemo(() => plainColumns(of, false), [of])
  const table = useTable(of, (more.columns ?? plain) as Columns, more.screen)
  const selected = useSelected()
  const records = useRecords(of, {
    written: selected.drop,
    ...{ fields: more.fields, form: more.form, without: more.without },
  })
  const title = more.title ?? of.label
  const isFound = found.expanding === null
  const columns = useMemo(() => {
    const [first, ...others] = table.columns
    return isFound && first ? [first, placeColumn(of, placeOf), ...others] : table.columns
  }, [of, isFound, table.columns, placeOf])
  // rows of the entity's own tree are its rows
  const asOwn = (row: AnyRow) => row as unknown as RowOf<T>
  const addBelow = (row: AnyRow) => {
    const brought = below ? below(asOwn(row)) : {}
    return brought ? <AddBelow {...{ records, row, brought }} opened={() => found.open(row.id)} /> : null
  }
  return (
    <>
      <PageHead title={title} />
      {more.above}
      <SearchBar entity={of} dated={false} {...{ filters, filter }} fields={more.searchFields} />
      <Toolbar
        records={records}
        selected={selected.rows}
        clear={selected.clear}
        exports={more.without === undefined}
        columns={table.columns.map(({ name }) => name)}
        tools={<TableTools settings={table} reread={found.reread} />}
      >
        {more.toolbarMore}
      </Toolbar>
      <Lost lost={found.lost} reread={found.reread} />
      <RecordTable
        caption={t(title)}
        columns={columns}
        chosen={isFound ? null : at}
        leadTo={isFound ? null : at}
        rows={table.isReady ? found.rows : undefined}
        error={found.error}
        busy={found.busy}
        retry={found.reread}
        empty={
          <Empty filtered={isFound}>
            {isFound ? <Button onClick={() => filter({})}>{t(['重置条件', 'Reset the filters'])}</Button> : null}
            {!isFound && records.may.add ? <Button onClick={() => records.add()}>{t(words.add)}</Button> : null}
          </Empty>
        }
        titleOf={(row) => titleIn(of, row)}
        selection={actsOnSeveral(records) ? selected : undefined}
        actions={
          actsOnOne(records) || rowMore
            ? (row) => (
                <RowActions records={records} row={row}>
                  {addBelow(row)}
                  {rowMore?.(asOwn(row))}
                </RowActions>
              )
            : undefined
        }
        expanding={found.expanding ?? undefined}
        rest={(row) => {
          const level = found.levelOf(row)
          const above = row ? titleIn(of, row) : undefined
          return level?.rest ? <Rest {...{ level, above }} readOn={() => found.readOn(row)} /> : null
        }}
        {...tableLook(table)}
        {...rowKeysOf(records)}
      />
      {records.dialog}
    </>
  )
}
