import { type DragEvent, useRef, useState } from 'react'
import { failureOf } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { GripVerticalIcon } from '#web/ui/icons.ts'
import { useKeys } from '#web/ui/keys.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { useFocusIfLost } from '#web/ui/use-focus-if-lost.ts'
import type { AnyRow } from '../../entity/calls.ts'
import { type Frame, placeIn, useActive, useFrameEvents } from '../frame-events.ts'
import { isSameLevel, type Reordering } from './reordering.ts'
import css from './row-mover.module.css'

interface Props {
  readonly frame: Frame
  readonly rows: readonly AnyRow[]
  readonly reordering: Reordering
}

/** A row and its element. */
interface RowElement {
  readonly row: AnyRow
  readonly element: HTMLTableRowElement
}

const rowAt = (target: EventTarget | null, rows: readonly AnyRow[]): RowElement | null => {
  const element = target instanceof Element ? target.closest<HTMLTableRowElement>('tbody > tr') : null
  const row = rows.find(({ id }) => id === element?.dataset.id)
  return row && element ? { row, element } : null
}

/** Moves a row and reports a failure. An element that moves in the document loses the focus; the row gets it back. */
const useMove = ({ frame, rows, reordering }: Props) => {
  const toaster = useToaster()
  const focusedId = useRef<string | null>(null)
  const order = rows.map(({ id }) => id).join()
  useFocusIfLost(() => frame.current?.querySelector<HTMLElement>(`tr[data-id="${focusedId.current}"]`) ?? null, order)
  return async (row: AnyRow, target: AnyRow, isAfter: boolean) => {
    focusedId.current = document.activeElement?.closest('tr')?.dataset.id === row.id ? row.id : null
    try {
      await reordering.move(row, target, isAfter)
    } catch (error) {
      toaster.error(failureOf(error).message)
    }
  }
}

/** The row under the pointer or with the focus; Alt with an arrow key moves it past its neighbour of the same level. */
const useActiveRow = ({ frame, rows }: Props, move: ReturnType<typeof useMove>) => {
  useFrameEvents(frame, {
    keydown: (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0
      const focused = event.altKey && step ? rowAt(event.target, rows) : null
      if (!focused) return
      event.preventDefault()
      const level = rows.filter((row) => isSameLevel(row, focused.row))
      const target = level[level.indexOf(focused.row) + step]
      if (target) void move(focused.row, target, step > 0)
    },
  })
  return useActive(frame, '[data-row-mover]', (target) => rowAt(target, rows))
}

/** Where the dragged row would go. */
interface Drop {
  readonly target: RowElement
  readonly isAfter: boolean
}

/** The dragged row, and the place under the pointer if it can go there. */
const useDrag = ({ frame, rows }: Props, move: ReturnType<typeof useMove>) => {
  const [dragged, setDragged] = useState<AnyRow | null>(null)
  const [drop, setDrop] = useState<Drop | null>(null)
  const end = () => {
    setDragged(null)
    setDrop(null)
  }
  useFrameEvents(frame, {
    dragover: (event) => {
      const target = rowAt(event.target, rows)
      if (!dragged || !target || !isSameLevel(target.row, dragged)) return setDrop(null)
      event.preventDefault()
      const { top, height } = target.element.getBoundingClientRect()
      const isAfter = event.clientY > top + height / 2
      if (drop?.target.row.id !== target.row.id || drop.isAfter !== isAfter) setDrop({ target, isAfter })
    },
    drop: (event) => {
      event.preventDefault()
      if (dragged && drop) void move(dragged, drop.target.row, drop.isAfter)
      end()
    },
  })
  const start = ({ dataTransfer }: DragEvent, { row, element }: RowElement) => {
    dataTransfer.effectAllowed = 'move'
    dataTransfer.setDragImage(element, 0, element.offsetHeight / 2)
    setDragged(row)
  }
  return { dragged, drop, start, end }
}

/** A grip at the row that is pointed at; while it is dragged, a line where the row would go. */
export const RowMover = (props: Props) => {
  const { frame, rows, reordering } = props
  const t = useLocalize()
  const move = useMove(props)
  const active = useActiveRow(props, move)
  const { dragged, drop, start, end } = useDrag(props, move)
  useKeys([
    { key: 'Alt+↑', words: t(['将当前行上移', 'Move the row up']), act: () => false },
    { key: 'Alt+↓', words: t(['将当前行下移', 'Move the row down']), act: () => false },
  ])
  // the grip that is dragged stays where it is
  const [grip, setGrip] = useState(active)
  if (!dragged && grip !== active) setGrip(active)
  const box = frame.current
  if (!box) return null
  const gripPlace = grip?.element.isConnected && rows.length > 1 ? placeIn(box, grip.element) : null
  const dropPlace = drop && placeIn(box, drop.target.element)
  return (
    <>
      {grip && gripPlace ? (
        <button
          type="button"
          className={css.grip}
          data-row-mover=""
          draggable
          // Alt with the arrow keys does the same
          tabIndex={-1}
          style={{ top: gripPlace.top, height: gripPlace.height }}
          aria-label={t([`拖动 ${reordering.titleOf(grip.row)}`, `Drag ${reordering.titleOf(grip.row)}`])}
          title={t(['拖动调整顺序（Alt+↑、Alt+↓）', 'Drag to reorder (Alt+↑, Alt+↓)'])}
          onDragStart={(event) => start(event, grip)}
          onDragEnd={end}
        >
          <GripVerticalIcon aria-hidden="true" />
        </button>
      ) : null}
      {drop && dropPlace ? (
        <div className={css.line} style={{ top: dropPlace.top + (drop.isAfter ? dropPlace.height : 0) }} />
      ) : null}
    </>
  )
}
