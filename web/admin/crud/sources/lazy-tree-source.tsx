import { useMemo } from 'react'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { type AnyRow, titleIn } from '../../entity/calls.ts'
import type { Level } from '../../tree/levels.ts'
import type { RowTree } from '../../tree/row-tree.ts'
import { AddBelow } from './add-below.tsx'
import { MissingRowNote, placeColumn, useTreeState } from './in-tree.tsx'
import { isFiltered, type ListSource } from './list-source.ts'
import { useTreeRows } from './use-tree-rows.ts'

interface LoadMoreProps {
  readonly level: Level<AnyRow>
  /** Name of the parent row; undefined at the top level. */
  readonly above?: string | undefined
  readonly loadMore: () => void
}

/** The line after the rows of a level: more to load, loading, or the error. */
const LoadMore = ({ level: { nodes, loadState, total, error }, above, loadMore }: LoadMoreProps) => {
  const t = useLocalize()
  if (loadState === 'waiting') return t(words.loading)
  const hiddenTitle = above ? <span className="hidden-words"> {above}</span> : null
  if (loadState === 'failed')
    return (
      <>
        {error?.message}
        <Button kind="link" onClick={loadMore}>
          {t(words.retry)}
          {hiddenTitle}
        </Button>
      </>
    )
  return (
    <>
      <Button kind="link" onClick={loadMore}>
        {t(['加载更多', 'Load more'])}
        {hiddenTitle}
      </Button>
      {total === undefined ? null : t([`已显示 ${nodes.length} / ${total} 条`, `${nodes.length} of ${total} shown`])}
    </>
  )
}

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
