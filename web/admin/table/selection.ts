import { useRef, useState } from 'react'
import type { AnyRow } from '../entity/calls.ts'

/** The selected rows of a list, and what changes them. */
export interface Selected extends Content {
  readonly set: (rows: readonly AnyRow[]) => void
  /** Selects every row that matches the filters with this key. */
  readonly setAll: (all: readonly AnyRow[], key: string) => void
  readonly drop: (done: readonly string[]) => void
  readonly clear: () => void
}

export interface Selection {
  readonly rows: readonly AnyRow[]
  readonly set: (rows: readonly AnyRow[]) => void
}

/** What is selected, and the key of the filters if it is every row that matches them. */
interface Content {
  readonly rows: readonly AnyRow[]
  readonly filterKey: string | null
}
const nothing: Content = { rows: [], filterKey: null }

/** Rows selected on this and other pages, or those that the screen keeps; `drop` removes rows that an action has processed. */
export const useSelected = (kept?: Selected): Selected => {
  const [{ rows, filterKey }, setContent] = useState(nothing)
  const own: Selected = {
    rows,
    filterKey,
    set: (next) => setContent({ rows: next, filterKey: null }),
    setAll: (all, key) => setContent({ rows: all, filterKey: key }),
    drop: (done) => setContent((now) => ({ rows: now.rows.filter(({ id }) => !done.includes(id)), filterKey: null })),
    clear: () => setContent(nothing),
  }
  return kept ?? own
}

const without = (rows: readonly AnyRow[], removed: readonly AnyRow[]) =>
  rows.filter(({ id }) => !removed.some((one) => one.id === id))

/** Adds rows to the selection or removes them; rows selected on other pages stay. */
export const withRows = (selected: readonly AnyRow[], rows: readonly AnyRow[], isIn: boolean) =>
  isIn ? [...without(selected, rows), ...rows] : without(selected, rows)

/** The rows from the one selected last to this one, both included. */
export const rowsBetween = (visibleRows: readonly AnyRow[], last: string | null, id: string): readonly AnyRow[] => {
  const places = [last ?? id, id].map((one) => visibleRows.findIndex((row) => row.id === one))
  const [from, to] = [Math.min(...places), Math.max(...places)]
  return from < 0 ? visibleRows.filter((row) => row.id === id) : visibleRows.slice(from, to + 1)
}

export type Selecting = ReturnType<typeof useSelecting>

/** The selection among the visible rows, and functions to change it; rows selected on other pages stay. */
export const useSelecting = (selection: Selection | undefined, visibleRows: readonly AnyRow[]) => {
  const last = useRef<string | null>(null)
  const ids = new Set(selection?.rows.map(({ id }) => id))
  const selectedCount = visibleRows.filter(({ id }) => ids.has(id)).length
  return {
    has: (id: string): boolean | undefined => (selection ? ids.has(id) : undefined),
    all: visibleRows.length > 0 && selectedCount === visibleRows.length,
    some: selectedCount > 0,
    select: (row: AnyRow, isThrough = false) => {
      const rows = isThrough ? rowsBetween(visibleRows, last.current, row.id) : [row]
      last.current = row.id
      selection?.set(withRows(selection.rows, rows, !ids.has(row.id)))
    },
    selectAll: () => selection?.set(withRows(selection.rows, visibleRows, selectedCount < visibleRows.length)),
  }
}
