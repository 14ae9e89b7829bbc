import type { AnyRow } from '../../entity/calls.ts'

/** Rows that can be moved before or after others of their level. */
export interface Reordering {
  readonly titleOf: (row: AnyRow) => string
  readonly move: (row: AnyRow, target: AnyRow, isAfter: boolean) => Promise<unknown>
}

export const isSameLevel = (one: AnyRow, other: AnyRow): boolean =>
  String(one.parentId ?? '') === String(other.parentId ?? '')
