import { type AnyRow, callsOf } from '../calls.ts'
import { isFiltered, type ListSource } from '../sources/list-source.ts'
import type { Records } from '../use-records.tsx'

/** Rows that can be moved before or after others of their level. */
export interface Reordering {
  readonly titleOf: (row: AnyRow) => string
  readonly move: (row: AnyRow, target: AnyRow, isAfter: boolean) => Promise<unknown>
}

/** The moves in a list that shows its own order; undefined while it is sorted or filtered, and for users who may not change it. */
export const reorderingOf = (
  { entity, may, move }: Records,
  { filters, sort }: Pick<ListSource, 'filters' | 'sort'>,
  titleOf: Reordering['titleOf'],
): Reordering | undefined =>
  may.edit && callsOf(entity).reorder && !sort?.now && !isFiltered({ filters }) ? { titleOf, move } : undefined

export const isSameLevel = (one: AnyRow, other: AnyRow): boolean =>
  String(one.parentId ?? '') === String(other.parentId ?? '')
