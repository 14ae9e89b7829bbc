import { useState } from 'react'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import type { AnyRow } from '../../entity/calls.ts'

/** Ids of all rows that have children. */
const parentIds = (rows: readonly AnyRow[]): string[] =>
  rows.flatMap(({ id, children }) => (children?.length ? [id, ...parentIds(children)] : []))

const maxOpenRows = 200

const countOf = (rows: readonly AnyRow[]): number =>
  rows.reduce((sum, { children }) => sum + 1 + countOf(children ?? []), 0)

/** The expanded rows of a tree that is loaded whole: initially the top-level ones, unless that displays too many rows. */
export const useOpenRows = (rows: readonly AnyRow[] = []) => {
  const [keys, set] = useState<readonly string[] | null>(null)
  const top = countOf(rows) <= maxOpenRows ? rows.filter(({ children }) => children?.length).map(({ id }) => id) : []
  return { keys: keys ?? top, set, all: parentIds(rows) }
}

/** Expands or collapses the whole tree. */
export const OpenAll = ({ rows }: { rows: ReturnType<typeof useOpenRows> }) => {
  const t = useLocalize()
  if (rows.all.length === 0) return null
  const isOpen = rows.keys.length >= rows.all.length
  return (
    <Button onClick={() => rows.set(isOpen ? [] : rows.all)}>
      {isOpen ? t(['全部收起', 'Collapse all']) : t(['全部展开', 'Expand all'])}
    </Button>
  )
}
