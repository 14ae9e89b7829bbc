import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { usePrinting } from '#web/base/page/printing.ts'
import { useScreenSize } from '#web/base/page/screen-size.ts'
import { columnsToDrop } from './columns-to-drop.ts'
import type { DisplayColumn } from './table-columns.tsx'

/** The width of an element in whole pixels, as it changes; 0 before the first measurement. */
const useWidth = (element: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element.current) return
    const sizes = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    sizes.observe(element.current)
    return () => sizes.disconnect()
  }, [element])
  return width
}

/** Users who show, pin or resize a column want to see it. */
const isRequired = ({ isEssential, extra, isPinned, width }: DisplayColumn): boolean =>
  isEssential === true || extra === true || isPinned === true || width !== undefined

const measure = (table: HTMLTableElement, columns: readonly DisplayColumn[]) =>
  columns.map((column) => ({
    name: column.name,
    width: table.querySelector<HTMLElement>(`thead [data-column="${column.name}"]`)?.offsetWidth ?? 0,
    isRequired: isRequired(column),
  }))

interface Fit {
  /** What it was measured for: the width of the frame and the columns. */
  readonly key: string
  /** Whether long texts take less room. */
  readonly isTight: boolean
  /** Whether the actions of a row are in its menu, since the columns that remain do not fit. */
  readonly isCompact: boolean
  /** Names of the dropped columns. */
  readonly names: readonly string[]
}
/** Pixels below which the actions make room for the columns; in a wider frame, only widths that the user set are in the way. */
const narrowFrame = 720

const loose = { isTight: false, isCompact: false, names: [] as readonly string[] }

/**
 * The columns that fit into the frame of a table, at first with shorter texts; the others are in the record. If those that are left
 * still do not fit into a narrow frame, such as beside an open row, the actions make room for them. A dropped column does not return
 * until the frame or the choice of columns changes, so that the columns do not alternate from page to page. A phone shows all of
 * them, as cards, and so does a printed page, as a table.
 */
export const useFittingColumns = (
  frame: RefObject<HTMLElement | null>,
  table: RefObject<HTMLTableElement | null>,
  columns: readonly DisplayColumn[],
) => {
  const isPhone = useScreenSize() === 0
  const isPrinting = usePrinting()
  const width = useWidth(frame)
  const key = `${width} ${columns.map(({ name }) => name).join()}`
  const [fit, setFit] = useState<Fit>({ ...loose, key })
  const { isTight, isCompact, names } = fit.key === key && !isPrinting ? fit : loose
  const fitting = names.length ? columns.filter(({ name }) => !names.includes(name)) : columns
  // measures after each render, since the rows decide how wide the columns are
  useLayoutEffect(() => {
    const [box, element] = [frame.current, table.current]
    if (isPhone || isPrinting || !box || !element || box.clientWidth === 0) return
    const excessWidth = element.offsetWidth - box.clientWidth
    if (excessWidth <= 0) return
    if (!isTight) return setFit({ key, isTight: true, isCompact, names })
    const more = columnsToDrop(measure(element, fitting), excessWidth)
    if (more.length) setFit({ key, isTight, isCompact, names: [...names, ...more] })
    else if (!isCompact && box.clientWidth < narrowFrame) setFit({ key, isTight, isCompact: true, names })
  })
  return { fitting, isTight, isCompact, dropped: columns.filter(({ name }) => names.includes(name)) }
}
