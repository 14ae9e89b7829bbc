import { useRef } from 'react'
import type { AnyRow } from '../calls.ts'

export interface Selection {
  readonly rows: readonly AnyRow[]
  readonly set: (rows: readonly AnyRow[]) => void
}

const without = (rows: readonly AnyRow[], gone: readonly AnyRow[]) =>
  rows.filter(({ id }) => !gone.some((one) => one.id === id))

/** Rows selected on these, added to or taken from those selected on other pages. */
export const withRows = (selected: readonly AnyRow[], rows: readonly AnyRow[], isIn: boolean) =>
  isIn ? [...without(selected, rows), ...rows] : without(selected, rows)

/** Rows from the one selected last to this one, both included. */
export const through = (shown: readonly AnyRow[], last: string | null, id: string): readonly AnyRow[] => {
  const places = [last ?? id, id].map((one) => shown.findIndex((row) => row.id === one))
  const [from, to] = [Math.min(...places), Math.max(...places)]
  return from < 0 ? shown.filter((row) => row.id === id) : shown.slice(from, to + 1)
}

export type Selecting = ReturnType<typeof useSelecting>

/** What is selected among the rows that are shown, and how to select more and fewer; what other pages hold stays. */
export const useSelecting = (selection: Selection | undefined, shown: readonly AnyRow[]) => {
  const last = useRef<string | null>(null)
  const ids = new Set(selection?.rows.map(({ id }) => id))
  const here = shown.filter(({ id }) => ids.has(id)).length
  return {
    has: (id: string): boolean | undefined => (selection ? ids.has(id) : undefined),
    all: shown.length > 0 && here === shown.length,
    some: here > 0,
    select: (row: AnyRow, isThrough = false) => {
      const rows = isThrough ? through(shown, last.current, row.id) : [row]
      last.current = row.id
      selection?.set(withRows(selection.rows, rows, !ids.has(row.id)))
    },
    selectAll: () => selection?.set(withRows(selection.rows, shown, here < shown.length)),
  }
}
