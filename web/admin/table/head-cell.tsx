import type { PointerEvent } from 'react'
import { useLocalize } from '#web/base/api/language.ts'
import type { Sort } from '../entity/list-state.ts'
import css from './head-cell.module.css'
import type { DisplayColumn } from './table-columns.tsx'

interface Props {
  readonly column: DisplayColumn
  /** Index of the column; part of the name of its width property during a resize. */
  readonly at: number
  readonly sort: { readonly now: Sort | null; readonly set: (sort: Sort | null) => void } | undefined
  readonly setWidth: ((name: string, width: number | null) => void) | undefined
  readonly setResized: (resized: ResizedColumn | null) => void
}

/** A column that is being resized, and its width in pixels before that. */
export interface ResizedColumn {
  readonly name: string
  readonly width: number
}

/** The next sort order: ascending, then descending, then the default order. */
const nextSort = (name: string, current: Sort | null): Sort | null =>
  current?.field !== name ? { field: name, down: false } : current.down ? null : { field: name, down: true }

const SortSign = () => (
  <svg viewBox="0 0 8 12" width="8" height="12" aria-hidden="true" className={css.sign}>
    <path d="M4 0l4 5H0z" />
    <path d="M4 12L0 7h8z" />
  </svg>
)

/** Distance in pixels after which a press on the edge counts as a drag. */
const minDragPx = 3

/**
 * Resizes by a custom property that follows the pointer, so that no row re-renders; `setResized` makes the cells use it. The
 * width is saved on release.
 */
const useResize = ({ column: { name }, at, setWidth, setResized }: Props) => {
  return (event: PointerEvent<HTMLElement>) => {
    if (!setWidth || event.button !== 0) return
    event.preventDefault()
    const edge = event.currentTarget
    const head = edge.closest('th') as HTMLElement
    const table = head.closest('table') as HTMLElement
    const [from, start] = [event.clientX, head.offsetWidth]
    let width: number | null = null
    const move = ({ clientX }: globalThis.PointerEvent) => {
      if (width === null && Math.abs(clientX - from) < minDragPx) return
      if (width === null) setResized({ name, width: start })
      width = start + clientX - from
      table.style.setProperty(`--w${at}`, `${width}px`)
    }
    const end = () => {
      edge.removeEventListener('pointermove', move)
      table.style.removeProperty(`--w${at}`)
      setResized(null)
      if (width !== null) setWidth(name, width)
    }
    edge.setPointerCapture(event.pointerId)
    edge.addEventListener('pointermove', move)
    edge.addEventListener('lostpointercapture', end, { once: true })
  }
}

/** Header cell of a column: its label, the sort button, and the edge that resizes it. */
export const HeadCell = (props: Props) => {
  const { column, at, sort, setWidth } = props
  const t = useLocalize()
  const startResize = useResize(props)
  const { name, label, end, sorts, isPinned } = column
  const order = sort?.now?.field === name ? (sort.now.down ? 'descending' : 'ascending') : undefined
  const words = <span className={css.words}>{t(label)}</span>
  return (
    <th
      scope="col"
      data-column={name}
      data-essential={column.isEssential || undefined}
      data-end={end || undefined}
      data-pin={isPinned ? at : undefined}
      aria-sort={order}
      style={widthStyle(column, at)}
    >
      {sort && sorts ? (
        <button type="button" className={css.sort} onClick={() => sort.set(nextSort(name, sort.now))}>
          {words}
          <SortSign />
        </button>
      ) : (
        words
      )}
      {setWidth ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: pointer only; the column panel sets widths by keyboard
        <span
          className={css.edge}
          title={t(['拖动调整列宽，双击恢复自适应', 'Drag to set the width, double-click to fit the content'])}
          onPointerDown={startResize}
          onDoubleClick={() => setWidth(name, null)}
        />
      ) : null}
    </th>
  )
}

/** Style of a column's cells: its fixed width, or during a resize the width at the pointer. */
export const widthStyle = ({ width, isPinned }: DisplayColumn, at: number): React.CSSProperties | undefined => {
  if (width === undefined) return isPinned ? { left: `var(--pin-${at})` } : undefined
  const widthValue = `var(--w${at}, ${width}px)`
  return {
    width: widthValue,
    minWidth: widthValue,
    maxWidth: widthValue,
    ...(isPinned ? { left: `var(--pin-${at})` } : {}),
  }
}
