import { memo, type ReactNode } from 'react'
import { useLocalize } from '#web/base/api/language.ts'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import type { AnyRow } from '../entity/calls.ts'
import { widthStyle } from './head-cell.tsx'
import css from './row.module.css'
import type { DisplayColumn } from './table-columns.tsx'

interface CellsProps {
  readonly row: AnyRow
  readonly columns: readonly DisplayColumn[]
  /** Displayed before the content of the first cell. */
  readonly lead?: ReactNode
}

/** The cells of a row. Memoized by row and columns: a page can have 200 rows. */
const Cells = memo(({ row, columns, lead }: CellsProps) => {
  const t = useLocalize()
  const titleAt = Math.max(
    0,
    columns.findIndex(({ isTitle }) => isTitle),
  )
  return columns.map((column, at) => (
    <td
      key={column.name}
      data-name={at === titleAt || undefined}
      data-column={column.name}
      data-label={t(column.label)}
      data-end={column.end || undefined}
      data-pin={column.isPinned ? at : undefined}
      data-sized={column.width === undefined ? undefined : ''}
      style={widthStyle(column, at)}
    >
      {at === 0 ? lead : null}
      {column.cell(row)}
    </td>
  ))
})

/** Depth of a row in a tree, and whether its children are visible. */
export interface Branch {
  readonly depth: number
  readonly hasBelow: boolean
  readonly isOpen: boolean
}

interface SignProps {
  readonly branch: Branch
  readonly title: string
  readonly toggle: () => void
}

const Sign = ({ branch: { depth, hasBelow, isOpen }, title, toggle }: SignProps) => {
  const t = useLocalize()
  return (
    <span className={css.branch} style={{ marginInlineStart: depth * 20 }}>
      {hasBelow ? (
        <button
          type="button"
          className={iconButtonClass(css.turn)}
          aria-expanded={isOpen}
          aria-label={isOpen ? t([`收起 ${title}`, `Collapse ${title}`]) : t([`展开 ${title}`, `Expand ${title}`])}
          onClick={toggle}
        >
          <svg viewBox="0 0 8 8" width="8" height="8" aria-hidden="true">
            <path d="M2 0l4 4-4 4" fill="none" stroke="currentColor" strokeWidth="1.4" />
          </svg>
        </button>
      ) : null}
    </span>
  )
}

interface Props extends Omit<CellsProps, 'lead'> {
  readonly title: string
  /** Whether it is the tab stop of the rows at first. */
  readonly isFirst: boolean
  readonly isChosen: boolean
  /** Undefined if rows cannot be selected. */
  readonly isSelected: boolean | undefined
  /** With `through`, also selects all rows between this one and the one selected last. */
  readonly select: (row: AnyRow, through: boolean) => void
  /** Undefined if the rows are not a tree. */
  readonly branch: Branch | undefined
  readonly toggle: (id: string) => void
  readonly actions: ReactNode
}

export const TableRow = ({ row, columns, title, branch, ...props }: Props) => {
  const t = useLocalize()
  const { isFirst, isChosen, isSelected, select, toggle, actions } = props
  return (
    <tr
      data-id={row.id}
      aria-current={isChosen || undefined}
      data-marked={isChosen || isSelected || undefined}
      tabIndex={isFirst ? 0 : -1}
      className={css.row}
      style={branch && ({ '--lead': `${24 + branch.depth * 20}px` } as React.CSSProperties)}
    >
      {isSelected === undefined ? null : (
        <td className={css.pick} data-pin="pick">
          <input
            type="checkbox"
            aria-label={t([`选择 ${title}`, `Select ${title}`])}
            checked={isSelected}
            onClick={({ shiftKey }) => select(row, shiftKey)}
            onChange={() => {}}
          />
        </td>
      )}
      <Cells
        row={row}
        columns={columns}
        {...(branch ? { lead: <Sign branch={branch} title={title} toggle={() => toggle(row.id)} /> } : {})}
      />
      {actions === undefined ? null : <td data-actions="">{actions}</td>}
    </tr>
  )
}

/** A line that is not a row: load more, loading, or an error. */
export const LoadMoreRow = ({
  depth,
  columnCount,
  children,
}: {
  depth: number
  columnCount: number
  children: ReactNode
}) => (
  <tr className={css.row}>
    <td colSpan={columnCount} data-rest="">
      <span className={css.rest} style={{ marginInlineStart: depth * 20 }}>
        {children}
      </span>
    </td>
  </tr>
)
