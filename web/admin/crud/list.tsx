import type { ReactNode } from 'react'
import type { AnyEntity, RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'
import { maxNewestRows } from '#contract/kit/verbs.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { formatNumber } from '#web/base/page/number.ts'
import { Notice } from '#web/ui/notice.tsx'
import { type AnyRow, asRowOf, callsOf, titleIn } from '../entity/calls.ts'
import { RecordTable } from '../table/record-table.tsx'
import { type Selected, useSelected } from '../table/selection.ts'
import type { Columns, DisplayColumn } from '../table/table-columns.tsx'
import type { tableLook } from '../table-settings/use-table.ts'
import { EmptyList } from './empty-list.tsx'
import { useCellEditing } from './list-editing.ts'
import { ListPager } from './pager.tsx'
import { hasBulkActions, hasRowActions, RowActions } from './record-actions.tsx'
import { isFiltered, type List, type ListSource } from './sources/list-source.ts'
import { type Place, type RecordOptions, type Records, useRecords } from './use-records.tsx'

/** What a screen adds to a list of an entity's records. */
export interface ListOptions<T extends AnyEntity> extends RecordOptions<T> {
  /**
   * Cells and columns besides those of the declaration. The same array at each render, so that the cells of unchanged rows are not
   * rendered again.
   */
  readonly columns?: Columns<T> | undefined
  /** The selection, if the screen changes it too. */
  readonly selected?: Selected
  /** Further actions on selected rows. */
  readonly bulkMore?: ((selected: readonly RowOf<T>[]) => ReactNode) | undefined
  /** Further actions of a row, besides those of the declaration. */
  readonly rowMore?: ((row: RowOf<T>) => ReactNode) | undefined
  /** Whether a row cannot be removed, as is the case for the platform's own rows. */
  readonly isProtected?: ((row: RowOf<T>) => boolean) | undefined
  /** What applies while the list has no rows, in place of contract/empty-notes.ts. */
  readonly emptyNote?: Text | undefined
}

/** The actions of a row; undefined if no row can have any. */
const actionsOf = <T extends AnyEntity>(
  of: T,
  source: ListSource,
  { rowMore, isProtected }: ListOptions<T>,
  records: Records,
) => {
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

/** The moves in a list that shows its own order; undefined while it is sorted or filtered, and for users who may not change it. */
const reorderingOf = ({ entity, may, move }: Records, { filters, sort }: ListSource) =>
  may.edit && callsOf(entity).reorder && !sort?.now && !isFiltered({ filters })
    ? { titleOf: (row: AnyRow) => titleIn(entity, row), move }
    : undefined

export const useList = <T extends AnyEntity>(of: T, source: ListSource, options: ListOptions<T> & Place): List => {
  const { fields, form, overrides, isProtected, bulkMore } = options
  const selected = useSelected(options.selected)
  const records = useRecords(of, { ...options, onWritten: selected.drop })
  const isFormReplaced = overrides?.edit !== undefined
  const editing = useCellEditing(records, { fields, form, isFormReplaced })
  return {
    source,
    records,
    selected,
    isProtected: (row) => isProtected?.(asRowOf(of, row)) ?? false,
    bulkMore: bulkMore?.(selected.rows.map((row) => asRowOf(of, row))),
    emptyNote: options.emptyNote,
    selection: hasBulkActions(records) || bulkMore ? selected : undefined,
    actions: actionsOf(of, source, options, records),
    editing,
    reordering: reorderingOf(records, source),
  }
}

interface TableProps {
  readonly list: List
  readonly columns: readonly DisplayColumn[]
  readonly caption?: string
  /** In place of the note and the button that adds a row. */
  readonly empty?: ReactNode
  readonly chosen?: string | null | undefined
  readonly look?: ReturnType<typeof tableLook>
}

/** Says that a list has not looked at the whole log. */
const NewestNote = ({ list: { source, records } }: Pick<TableProps, 'list'>) => {
  const t = useLocalize()
  const { capped = false, total = 0 } = source.paging ?? {}
  if (!records.entity.newestRows || !capped || total > maxNewestRows) return null
  const rows = formatNumber(maxNewestRows)
  return (
    <Notice>
      {t([
        `仅在最新的 ${rows} 条记录中查找。要查更早的，请再按时间筛选。`,
        `Only the newest ${rows} rows were searched. To find older ones, filter by time as well.`,
      ])}
    </Notice>
  )
}

/** The rows of a list and its pager. */
export const ListTable = ({ list, columns, caption, empty, chosen, look }: TableProps) => {
  const { source } = list
  return (
    <>
      <RecordTable
        of={list.records.entity}
        caption={caption}
        columns={columns}
        source={source}
        uses={list}
        empty={empty ?? <EmptyList list={list} />}
        chosen={chosen}
        {...look}
      />
      <NewestNote list={list} />
      {source.paging ? <ListPager paging={source.paging} /> : null}
    </>
  )
}
