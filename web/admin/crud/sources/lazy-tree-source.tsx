import { useMemo } from 'react'
import { titleIn } from '../../entity/calls.ts'
import type { RowTree } from '../../tree/row-tree.ts'
import { AddBelow } from './add-below.tsx'
import { MissingRowNote, placeColumn, useTreeState } from './in-tree.tsx'
import { isFiltered, type ListSource } from './list-source.ts'
import { LoadMore } from './load-more.tsx'
import { useTreeRows } from './use-tree-rows.ts'

/** A tree of rows that is loaded level by level as it is expanded; with filters, the matches of all levels as a flat list. */
export const useLazyTreeSource = (tree: RowTree): ListSource => {
  const { of } = tree
  const { filters, filter, at, placeOf } = useTreeState(of)
  const levels = useTreeRows(tree, filters, at)
  const isFlat = isFiltered({ filters })
  const place = useMemo(() => placeColumn(of, placeOf), [of, placeOf])
  return {
    filters,
    filter,
    rows: levels.rows,
    error: levels.error,
    busy: levels.busy,
    retry: levels.reread,
    isTree: true,
    expanding: levels.expanding ?? undefined,
    rest: (row) => {
      const level = levels.levelOf(row)
      const above = row ? titleIn(of, row) : undefined
      return level?.loadState ? <LoadMore level={level} above={above} loadMore={() => levels.loadMore(row)} /> : null
    },
    column: isFlat ? place : undefined,
    target: isFlat ? null : at,
    note: <MissingRowNote missing={levels.missing} reread={levels.reread} />,
    rowMore: (row, records) =>
      tree.isLeaf(row) || !records.may.add ? null : (
        <AddBelow records={records} row={row} onAdd={() => levels.open(row.id)} />
      ),
  }
}
