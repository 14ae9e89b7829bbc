import { Table } from 'antd'
import type { ColumnsType, SorterResult, TableRowSelection } from 'antd/es/table/interface'
import type { ReactNode } from 'react'
import { words } from '#contract/words.ts'
import type { Failure } from '#web/base/caller.ts'
import { Refused } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import type { AnyRow } from './calls.ts'
import type { Shown } from './columns.tsx'
import type { Sort } from './list-state.ts'
import css from './record-table.module.css'
import { Bar, Rising } from './states.tsx'

export interface Selection {
  readonly rows: readonly AnyRow[]
  readonly set: (rows: readonly AnyRow[]) => void
}

export interface Expanding {
  readonly keys: readonly string[]
  readonly set: (keys: readonly string[]) => void
}

interface Props {
  /** What the table holds, for those who do not see it. */
  readonly caption: string
  readonly columns: readonly Shown[]
  /** Undefined until they are there. */
  readonly rows: readonly AnyRow[] | undefined
  readonly error: Failure | null
  readonly busy: boolean
  readonly retry: () => unknown
  /** What stands in place of rows where there are none. */
  readonly empty: ReactNode
  readonly titleOf: (row: AnyRow) => string
  readonly sort?: { readonly now: Sort | null; readonly set: (sort: Sort | null) => void }
  readonly selection?: Selection | undefined
  readonly actions?: ((row: AnyRow) => ReactNode) | undefined
  /** Greatest height in pixels; beyond it the rows scroll below their heads. */
  readonly height?: number | undefined
  readonly expanding?: Expanding
  /** Marks one row as the one that is shown beside the table. */
  readonly chosen?: string | null
}

const useColumns = ({ columns, sort, actions }: Props): ColumnsType<AnyRow> => {
  const t = useSay()
  const shown: ColumnsType<AnyRow> = columns.map(({ name, label, end, sorts, cell }) => ({
    key: name,
    title: t(label),
    ...(end ? { align: 'end' as const } : {}),
    ...(sort && sorts
      ? { sorter: true, sortOrder: sort.now?.field === name ? (sort.now.down ? 'descend' : 'ascend') : null }
      : {}),
    render: (_: unknown, row: AnyRow) => cell(row),
  }))
  if (!actions) return shown
  return [
    ...shown,
    {
      key: '-actions',
      title: t(words.operations),
      className: css.actions ?? '',
      render: (_: unknown, row: AnyRow) => actions(row),
    },
  ]
}

const useSelection = ({ selection, titleOf }: Props): TableRowSelection<AnyRow> | undefined => {
  const t = useSay()
  if (!selection) return undefined
  return {
    columnWidth: 44,
    selectedRowKeys: selection.rows.map(({ id }) => id),
    preserveSelectedRowKeys: true,
    onChange: (_, rows) => selection.set(rows),
    getCheckboxProps: (row) => ({ 'aria-label': t([`选择 ${titleOf(row)}`, `Select ${titleOf(row)}`]) }),
    getTitleCheckboxProps: () => ({ 'aria-label': t(['选择本页全部', 'Select all of this page']) }),
  }
}

/**
 * Rows of an entity as a table: while they come, where there are none, where they are refused, and as they are. It scrolls
 * in a frame of its own: the library's way adds a second, hidden row of heads with a checkbox the keyboard can reach.
 */
export const RecordTable = (props: Props) => {
  const { caption, rows, error, busy, retry, empty, sort, height, expanding, chosen } = props
  const columns = useColumns(props)
  const selection = useSelection(props)
  if (error) return <Refused error={error} retry={retry} />
  if (!rows) return <Rising />
  return (
    <div
      className={css.table}
      data-busy={busy || undefined}
      style={height ? ({ '--height': `${height}px` } as React.CSSProperties) : undefined}
    >
      <Bar busy={busy} />
      {rows.length === 0 ? (
        empty
      ) : (
        <div className={css.scroll}>
          <Table<AnyRow>
            size="small"
            rowKey="id"
            caption={<span className="hidden-words">{caption}</span>}
            columns={columns}
            dataSource={[...rows]}
            pagination={false}
            showSorterTooltip={false}
            rowClassName={({ id }) => (id === chosen ? (css.chosen ?? '') : '')}
            {...(selection ? { rowSelection: selection } : {})}
            {...(expanding
              ? {
                  expandable: {
                    expandedRowKeys: [...expanding.keys],
                    onExpandedRowsChange: (keys) => expanding.set(keys.map(String)),
                    indentSize: 20,
                  },
                }
              : {})}
            onChange={(_, __, sorter) => {
              const { columnKey, order } = sorter as SorterResult<AnyRow>
              sort?.set(order ? { field: String(columnKey), down: order === 'descend' } : null)
            }}
          />
        </div>
      )}
    </div>
  )
}
