import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { Failure } from '#web/base/caller.ts'
import { Former, Refused } from '#web/base/page.tsx'
import type { AnyRow } from './calls.ts'
import type { Shown } from './columns.tsx'
import type { Sort } from './list-state.ts'
import css from './record-table.module.css'
import { Bar, Rising } from './states.tsx'
import { FullText } from './table/full-text.tsx'
import { TableHead } from './table/head.tsx'
import type { Drawn } from './table/head-cell.tsx'
import type { Density } from './table/layout.ts'
import { usePins } from './table/pins.ts'
import { TableRow } from './table/row.tsx'
import { useRowKeys } from './table/row-keys.ts'
import { type Selection, useSelecting } from './table/selection.ts'

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
  readonly density?: Density | undefined
  /** Keeps the width a column was given; null: as wide as what stands in it. */
  readonly setWidth?: ((name: string, width: number | null) => void) | undefined
  /** What Enter and `e` do with a row. */
  readonly open?: ((row: AnyRow) => void) | undefined
  readonly edit?: ((row: AnyRow) => void) | undefined
}

/** A row where it stands: in a tree, so far below the top. */
interface Placed {
  readonly row: AnyRow
  readonly depth: number
}

const flat = (rows: readonly AnyRow[], open: ReadonlySet<string>, depth = 0): Placed[] =>
  rows.flatMap((row) => [
    { row, depth },
    ...(open.has(row.id) && row.children ? flat(row.children, open, depth + 1) : []),
  ])

/** Beyond so many rows the heads stay in sight. */
const few = 20

/** Rows of an entity as a table: while they come, where there are none, where they are refused, and as they are. */
export const RecordTable = (props: Props) => {
  const { rows, error, busy, retry, empty, height, density = 'middle' } = props
  if (!rows) return error ? <Refused error={error} retry={retry} /> : <Rising />
  const style = height ? ({ '--height': `${height}px` } as React.CSSProperties) : undefined
  return (
    <div className={css.table} data-busy={busy || undefined} data-density={density} style={style}>
      <Bar busy={busy} />
      <Former error={error} retry={retry}>
        {rows.length === 0 ? empty : <Rows {...props} rows={rows} />}
      </Former>
    </div>
  )
}

type RowsProps = Props & { readonly rows: readonly AnyRow[] }

/** Opens and closes rows of a tree. */
const useBranches = ({ expanding, rows }: RowsProps) => {
  const open = new Set(expanding?.keys)
  const toggle = (id: string) =>
    expanding?.set(open.has(id) ? expanding.keys.filter((one) => one !== id) : [...expanding.keys, id])
  return { open, toggle, placed: flat(rows, open) }
}

const Rows = (props: RowsProps) => {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const columns = useMemo(
    () => props.columns.map((one) => (one.name === drawn?.name ? { ...one, width: one.width ?? drawn.width } : one)),
    [props.columns, drawn],
  )
  const { caption, titleOf, sort, selection, actions, expanding, chosen, setWidth } = props
  const [frame, table] = [useRef<HTMLDivElement>(null), useRef<HTMLTableElement>(null)]
  const body = useRef<HTMLTableSectionElement>(null)
  const { open, toggle, placed } = useBranches(props)
  const rows = placed.map(({ row }) => row)
  const selecting = useSelecting(selection, rows)
  const keys = useRowKeys(body, rows, { ...props, select: selection && ((row) => selecting.select(row)) })
  usePins(table, columns.map(({ name, isPinned, width }) => `${name}${isPinned}${width}`).join())
  const isPinning = columns.some(({ isPinned }) => isPinned)
  const isAllSized = columns.every(({ width }) => width !== undefined)
  return (
    <div ref={frame} className={css.scroll} data-long={placed.length > few || undefined}>
      <table ref={table} data-all-sized={isAllSized || undefined} data-pinning={isPinning || undefined}>
        <caption>
          <span className="hidden-words">{caption}</span>
        </caption>
        <TableHead
          {...{ columns, sort, setWidth, setDrawn }}
          selecting={selection && selecting}
          hasActions={actions !== undefined}
        />
        <tbody ref={body} {...keys}>
          {placed.map(({ row, depth }, i) => (
            <TableRow
              key={row.id}
              {...{ row, columns, toggle }}
              title={titleOf(row)}
              isFirst={i === 0}
              isChosen={row.id === chosen}
              isSelected={selecting.has(row.id)}
              select={selecting.select}
              branch={expanding && { depth, hasBelow: Boolean(row.children?.length), isOpen: open.has(row.id) }}
              actions={actions?.(row)}
            />
          ))}
        </tbody>
      </table>
      <FullText within={frame} />
    </div>
  )
}
