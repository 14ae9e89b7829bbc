/** A value that is written into a sheet. A text stays a text, even if it looks like a number. */
export type Cell = string | number | boolean | Moment | null

/** yyyy-MM-dd, or yyyy-MM-dd HH:mm:ss: wall-clock time in wire format. */
export interface Moment {
  readonly at: string
}

/** A number of an uploaded sheet. */
export interface NumberCell {
  readonly number: number
  /** The number as a day of the calendar of 1900; a workbook that counts from 1904 has other numbers. */
  readonly serial: number
}

/** The result of a formula that failed, such as #N/A. */
export interface ErrorCell {
  readonly error: string
}

/** A cell of an uploaded sheet; an empty one is ''. A number with the format of a date is a Moment. */
export type SheetCell = string | boolean | Moment | NumberCell | ErrorCell

/** A row of an uploaded sheet. */
export interface SheetLine {
  /** Row number in the sheet, from 1. */
  readonly n: number
  readonly cells: readonly SheetCell[]
  /** The program that wrote the sheet does not show this row: it is hidden, filtered out, or in a collapsed group. */
  readonly isHidden: boolean
  /** Indexes of the columns that are not shown, the same for all rows of a sheet. */
  readonly hiddenColumns: readonly number[]
}

export interface Column {
  readonly title: string
  /** In characters. */
  readonly width: number
}

/** A sheet whose rows arrive in batches. Marked cells are highlighted; another cell of the row describes their error. */
export interface Sheet {
  readonly name: string
  readonly columns: readonly Column[]
  readonly rows: AsyncIterable<readonly SheetRow[]>
}

export type SheetRow = readonly (Cell | { readonly marked: Cell })[]
