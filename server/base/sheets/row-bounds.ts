import { assertAtMost } from './xlsx-package.ts'

/** Cells of a row that are read. */
export const maxColumns = 200

/** Cells of one row, beyond the columns too: programs write empty ones. No program has more columns. */
const maxCells = 16_384

/** Throws Unreadable if a row of any format has more cells than that (docs/decisions/0102). */
export const assertCellCount = (count: number): void => assertAtMost(count, maxCells, 'many cells in a row')
