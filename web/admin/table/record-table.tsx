import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Failure } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ErrorState, StaleData } from '#web/base/page/page.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { type AnyRow, titleIn } from '../entity/calls.ts'
import type { Sort } from '../entity/list-state.ts'
import { type CellEditing, CellEditingContext } from './cell-editing/cell-editing.ts'
import { CompactActions } from './compact-actions.ts'
import { FullText } from './full-text.tsx'
import type { ResizedColumn } from './head-cell.tsx'
import { usePins, useScrollEdges } from './horizontal-scroll.ts'
import type { Density } from './layout.ts'
import css from './record-table.module.css'
import type { Reordering } from './reordering/reordering.ts'
import { LoadMoreRow, TableRow } from './row.tsx'
import { useRowKeys } from './row-keys.ts'
import { type Selecting, type Selection, useSelecting } from './selection.ts'
import { Bar, TableSkeleton } from './states.tsx'
import type { DisplayColumn } from './table-columns.tsx'
import { TableHead } from './table-head.tsx'
import { useFittingColumns } from './use-fitting-columns.ts'

/** Scrolls to a row and focuses it, once, as soon as it is there. */
const useScrollToRow = (
  body: RefObject<HTMLElement | null>,
  rows: readonly AnyRow[],
  id: string | null | undefined,
) => {
  const scrolledTo = useRef<string | null>(null)
  const isPresent = rows.some((row) => row.id === id)
  useEffect(() => {
    if (!id) scrolledTo.current = null
    if (!id || !isPresent || scrolledTo.current === id) return
    scrolledTo.current = id
    const row = body.current?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`)
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
  }, [body, id, isPresent])
}

/** Loaded when a row is first pointed at or focused. */
const CellEditor = lazyComponent(async () => (await import('./cell-editing/cell-editor.tsx')).CellEditor)
const RowMover = lazyComponent(async () => (await import('./reordering/row-mover.tsx')).RowMover)

export interface Expanding {
  readonly keys: readonly string[]
  readonly set: (keys: readonly string[]) => void
  /** The loaded children of an expanded row, for a tree that is loaded on demand. */
  readonly below?: (id: string) => readonly AnyRow[]
}

/** Where the rows of a table come from. */
export interface TableSource {
  /** Undefined until the first answer; kept during a refetch, and beside the error if the refetch fails. */
  readonly rows: readonly AnyRow[] | undefined
  readonly error: Failure | null
  readonly busy: boolean
  readonly retry: () => unknown
  readonly sort?: { readonly now: Sort | null; readonly set: (sort: Sort | null) => void } | undefined
  readonly expanding?: Expanding | undefined
  /** A line after the children of an expanded row, or after all rows (null): more to load, loading, or failed. */
  readonly rest?: ((row: AnyRow | null) => ReactNode) | undefined
  /** Id of the row that the address leads to: it is scrolled to and focused as soon as it is loaded. */
  readonly target?: string | null
}

/** What can be done with the rows. */
export interface RowUses {
  readonly selection?: Selection | undefined
  readonly actions?: ((row: AnyRow) => ReactNode) | undefined
  /** The values that can be changed in their cells. */
  readonly editing?: CellEditing | undefined
  /** Rows that can be moved. */
  readonly reordering?: Reordering | undefined
  /** What Enter and `e` do on a row. */
  readonly open?: ((row: AnyRow) => void) | undefined
  readonly edit?: ((row: AnyRow) => void) | undefined
}

interface Props {
  /** What the rows are; it names them. */
  readonly of: Pick<AnyEntity, 'label' | 'title'>
  /** Accessible name of the table, if not the label of the entity. */
  readonly caption?: string | undefined
  readonly columns: readonly DisplayColumn[]
  readonly source: TableSource
  readonly uses?: RowUses
  /** Displayed in place of the rows if there are none. */
  readonly empty: ReactNode
  /** Id of the row that is displayed beside the table. */
  readonly chosen?: string | null | undefined
  readonly density?: Density | undefined
  /** Stores the width of a column in pixels; null: as wide as the content. */
  readonly setWidth?: ((name: string, width: number | null) => void) | undefined
}

/** A row with its depth in the tree, or the line after the children of a row. */
type FlatRow = { readonly depth: number } & (
  | { readonly row: AnyRow }
  | { readonly rest: ReactNode; readonly of: string }
)

const loadMoreAt = ({ rest }: TableSource, row: AnyRow | null, depth: number): FlatRow[] => {
  const line = rest?.(row)
  return line ? [{ rest: line, of: row?.id ?? '', depth }] : []
}

const flattenRows = (rows: readonly AnyRow[], open: ReadonlySet<string>, source: TableSource, depth = 0): FlatRow[] =>
  rows.flatMap((row) => {
    if (!open.has(row.id)) return [{ row, depth }]
    const below = source.expanding?.below?.(row.id) ?? row.children ?? []
    return [{ row, depth }, ...flattenRows(below, open, source, depth + 1), ...loadMoreAt(source, row, depth + 1)]
  })

const hasBelow = ({ children, hasChildren }: AnyRow): boolean => Boolean(children?.length) || hasChildren === true

/** With more rows than this the header is sticky. */
const maxRowsWithoutStickyHead = 20

/** Rows of an entity as a table, with its loading, empty and error states. */
export const RecordTable = (props: Props) => {
  const { source, empty, density = 'middle' } = props
  const { rows, error, busy, retry } = source
  if (!rows) return error ? <ErrorState error={error} retry={retry} /> : <TableSkeleton />
  return (
    <div className={css.table} data-busy={busy || undefined} data-density={density}>
      <Bar busy={busy} />
      <StaleData error={error} retry={retry}>
        <Rows {...props} rows={rows} />
        {rows.length === 0 ? empty : null}
      </StaleData>
    </div>
  )
}

type RowsProps = Props & { readonly rows: readonly AnyRow[] }

/** Expands and collapses rows of a tree. */
const useBranches = (rows: readonly AnyRow[], source: TableSource) => {
  const { expanding } = source
  const open = new Set(expanding?.keys)
  const toggle = (id: string) =>
    expanding?.set(open.has(id) ? expanding.keys.filter((one) => one !== id) : [...expanding.keys, id])
  return { open, toggle, placed: [...flattenRows(rows, open, source), ...loadMoreAt(source, null, 0)] }
}

/** The columns, with the width of the one that is being resized. */
const useResizedColumns = (columns: RowsProps['columns']) => {
  const [resized, setResized] = useState<ResizedColumn | null>(null)
  const sized = useMemo(
    () => columns.map((one) => (one.name === resized?.name ? { ...one, width: one.width ?? resized.width } : one)),
    [columns, resized],
  )
  return [sized, setResized] as const
}

interface BodyProps extends RowsProps {
  readonly branches: ReturnType<typeof useBranches>
  readonly selecting: Selecting
  readonly isCompact: boolean
}

/** The rows of the table, and the lines after them. */
const Body = ({ of, columns, branches, selecting, isCompact, source, uses = {}, chosen }: BodyProps) => {
  const { selection, actions, editing } = uses
  const { open, toggle, placed } = branches
  const columnCount = columns.length + (selection ? 1 : 0) + (actions ? 1 : 0)
  const lines = placed.map((one, i) =>
    'row' in one ? (
      <TableRow
        key={one.row.id}
        columns={columns}
        toggle={toggle}
        row={one.row}
        title={titleIn(of, one.row)}
        isFirst={i === 0}
        isChosen={one.row.id === chosen}
        isSelected={selecting.has(one.row.id)}
        select={selecting.select}
        branch={source.expanding && { depth: one.depth, hasBelow: hasBelow(one.row), isOpen: open.has(one.row.id) }}
        actions={actions?.(one.row)}
      />
    ) : (
      <LoadMoreRow key={`rest-${one.of}`} depth={one.depth} columnCount={columnCount}>
        {one.rest}
      </LoadMoreRow>
    ),
  )
  return (
    <CellEditingContext value={editing}>
      <CompactActions value={isCompact}>{lines}</CompactActions>
    </CellEditingContext>
  )
}

const Rows = (props: RowsProps) => {
  const [resizedColumns, setResized] = useResizedColumns(props.columns)
  const t = useLocalize()
  const { of, source, uses = {}, setWidth } = props
  const { selection, actions, editing, reordering } = uses
  const [isUsed, setUsed] = useState(false)
  const [frame, table] = [useRef<HTMLDivElement>(null), useRef<HTMLTableElement>(null)]
  const body = useRef<HTMLTableSectionElement>(null)
  const { fitting: columns, isTight, isCompact, dropped } = useFittingColumns(frame, table, resizedColumns)
  useScrollEdges(frame)
  const branches = useBranches(props.rows, source)
  const rows = branches.placed.flatMap((one) => ('row' in one ? [one.row] : []))
  const selecting = useSelecting(selection, rows)
  const acts = { ...uses, select: selection && ((row: AnyRow) => selecting.select(row)) }
  const keys = useRowKeys(body, rows, acts, !selection?.rows.length)
  useScrollToRow(body, rows, source.target)
  usePins(table, columns)
  return (
    <div
      ref={frame}
      className={css.scroll}
      data-long={branches.placed.length > maxRowsWithoutStickyHead || undefined}
      data-tight={isTight || undefined}
      data-compact={isCompact || undefined}
    >
      <table
        ref={table}
        data-reorders={reordering ? '' : undefined}
        data-all-sized={columns.every(({ width }) => width !== undefined) || undefined}
        data-pinning={columns.some(({ isPinned }) => isPinned) || undefined}
      >
        <caption>
          <span className="hidden-words">{props.caption ?? t(of.label)}</span>
        </caption>
        <TableHead
          columns={columns}
          sort={source.sort}
          setWidth={setWidth}
          setResized={setResized}
          selecting={selection && selecting}
          hasActions={actions !== undefined}
          isCompact={isCompact}
          dropped={dropped}
        />
        <tbody
          ref={body}
          data-opens={uses.open ? '' : undefined}
          {...keys}
          onPointerOver={() => setUsed(true)}
          onFocusCapture={() => setUsed(true)}
        >
          <Body {...props} columns={columns} branches={branches} selecting={selecting} isCompact={isCompact} />
        </tbody>
      </table>
      <FullText within={frame} />
      {reordering && isUsed ? <RowMover frame={frame} rows={rows} reordering={reordering} /> : null}
      {editing && isUsed ? <CellEditor frame={frame} rows={rows} columns={columns} editing={editing} /> : null}
    </div>
  )
}
