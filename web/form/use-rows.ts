import { useState } from 'react'
import type { Fields } from '#contract/kit/field.ts'
import { type FormValues, newRow, rowIdOf } from './form-values.ts'

/** The values with which a new row begins. */
const initialIn = (fields: Fields): FormValues =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
  )

export interface OpenRows {
  /** The row removed last, until it is restored or another one is removed. */
  readonly removed: { readonly row: FormValues; readonly i: number } | null
  /** Id of the row to focus: a new or a restored one. */
  readonly fresh: string | null
  readonly add: () => void
  readonly addAll: (more: readonly FormValues[]) => void
  readonly copy: (i: number) => void
  readonly remove: (i: number) => void
  readonly undo: () => void
}

/** Operations on the rows of a list with these fields. The last removed row can be restored to its position. */
export const useRows = (
  fields: Fields,
  rows: readonly FormValues[],
  change: (rows: readonly FormValues[]) => void,
): OpenRows => {
  const [removed, setRemoved] = useState<OpenRows['removed']>(null)
  const [fresh, setFresh] = useState<string | null>(null)
  const insert = (row: FormValues, i: number) => {
    change(rows.toSpliced(i, 0, row))
    setFresh(rowIdOf(row, i))
  }
  return {
    removed,
    fresh,
    add: () => insert({ ...initialIn(fields), ...newRow() }, rows.length),
    addAll: (more) => {
      change([...rows, ...more])
      setFresh(more[0] ? rowIdOf(more[0], rows.length) : null)
    },
    copy: (i) => insert({ ...rows[i], ...newRow() }, i + 1),
    remove: (i) => {
      setRemoved({ row: rows[i] as FormValues, i })
      change(rows.toSpliced(i, 1))
    },
    undo: () => {
      if (removed) insert(removed.row, Math.min(removed.i, rows.length))
      setRemoved(null)
    },
  }
}
