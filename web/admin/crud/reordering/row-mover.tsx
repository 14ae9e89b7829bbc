import { type DragEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { failureOf } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { GripVerticalIcon } from '#web/ui/icons.ts'
import { useKeys } from '#web/ui/keys.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { useFocusIfLost } from '#web/ui/use-focus-if-lost.ts'
import type { AnyRow } from '../calls.ts'
import { isSameLevel, type Reordering } from './reordering.ts'
import css from './row-mover.module.css'

interface Props {
  readonly frame: RefObject<HTMLElement | null>
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

/** The row under the pointer; Alt with an arrow key moves the focused row past its neighbour of the same level. */
const useActiveRow = (props: Props, move: ReturnType<typeof useMove>) => {
  const { frame, rows } = props
  const [active, setActive] = useState<RowElement | null>(null)
  const update = useEffectEvent((target: EventTarget | null) => {
    if (target instanceof Element && target.closest('[data-row-mover]')) return
    setActive(rowAt(target, rows))
  })
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0
    const focused = event.altKey && step ? rowAt(event.target, rows) : null
    if (!focused) return
    event.preventDefault()
    const level = rows.filter((row) => isSameLevel(row, focused.row))
    const target = level[level.indexOf(focused.row) + step]
    if (target) void move(focused.row, target, step > 0)
  })
  useEffect(() => {
    const element = frame.current
    if (!element) return
    // this code is loaded after the pointer has reached a row
    update(element.querySelector('tr:hover'))
    const handleOver = ({ target }: Event) => update(target)
    const hide = () => setActive(null)
    element.addEventListener('pointerover', handleOver)
    element.addEventListener('pointerleave', hide)
    element.addEventListener('keydown', handleKey)
    return () => {
      element.removeEventListener('pointerover', handleOver)
      element.removeEventListener('pointerleave', hide)
      element.removeEventListener('keydown', handleKey)
    }
  }, [frame])
  return active
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
  const handleOver = useEffectEvent((event: globalThis.DragEvent) => {
    const target = rowAt(event.target, rows)
    if (!dragged || !target || !isSameLevel(target.row, dragged)) return setDrop(null)
    event.preventDefault()
    const { top, height } = target.element.getBoundingClientRect()
    const isAfter = event.clientY > top + height / 2
    if (drop?.target.row.id !== target.row.id || drop.isAfter !== isAfter) setDrop({ target, isAfter })
  })
  const handleDrop = useEffectEvent((event: globalThis.DragEvent) => {
    event.preventDefault()
    if (dragged && drop) void move(dragged, drop.target.row, drop.isAfter)
    setDrop(null)
    setDragged(null)
  })
  useEffect(() => {
    const element = frame.current
    if (!element) return
    element.addEventListener('dragover', handleOver)
    element.addEventListener('drop', handleDrop)
    return () => {
      element.removeEventListener('dragover', handleOver)
      element.removeEventListener('drop', handleDrop)
    }
  }, [frame])
  const start = ({ dataTransfer }: DragEvent, { row, element }: RowElement) => {
    dataTransfer.effectAllowed = 'move'
    dataTransfer.setDragImage(element, 0, element.offsetHeight / 2)
    setDragged(row)
  }
  const end = () => {
    setDragged(null)
    setDrop(null)
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
  const topOf = (element: HTMLElement) =>
    element.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop
  return (
    <>
      {grip?.element.isConnected && rows.length > 1 ? (
        <button
          type="button"
          className={css.grip}
          data-row-mover=""
          draggable
          // Alt with the arrow keys does the same
          tabIndex={-1}
          style={{ top: topOf(grip.element), height: grip.element.offsetHeight }}
          aria-label={t([`拖动 ${reordering.titleOf(grip.row)}`, `Drag ${reordering.titleOf(grip.row)}`])}
          title={t(['拖动调整顺序（Alt+↑、Alt+↓）', 'Drag to reorder (Alt+↑, Alt+↓)'])}
          onDragStart={(event) => start(event, grip)}
          onDragEnd={end}
        >
          <GripVerticalIcon aria-hidden="true" />
        </button>
      ) : null}
      {drop ? (
        <div
          className={css.line}
          style={{ top: topOf(drop.target.element) + (drop.isAfter ? drop.target.element.offsetHeight : 0) }}
        />
      ) : null}
    </>
  )
}
