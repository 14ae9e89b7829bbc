import { callsOf } from '../entity/calls.ts'
import type { Reordering } from '../table/reordering/reordering.ts'
import { isFiltered, type ListSource } from './sources/list-source.ts'
import type { Records } from './use-records.tsx'

/** The moves in a list that shows its own order; undefined while it is sorted or filtered, and for users who may not change it. */
export const reorderingOf = (
  { entity, may, move }: Records,
  { filters, sort }: Pick<ListSource, 'filters' | 'sort'>,
  titleOf: Reordering['titleOf'],
): Reordering | undefined =>
  may.edit && callsOf(entity).reorder && !sort?.now && !isFiltered({ filters }) ? { titleOf, move } : undefined
