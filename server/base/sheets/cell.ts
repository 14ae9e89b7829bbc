/** A value in a sheet. A text stays a text, even if it looks like a number; a moment is wall-clock time in wire format. */
export type Cell = string | number | Moment | null

/** yyyy-MM-dd, or yyyy-MM-dd HH:mm:ss. */
export interface Moment {
  readonly at: string
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

const day = 86_400_000
/** Length from which a moment includes a time of day. */
const minLengthWithTime = 11
/** Day 0 of the spreadsheet calendar, chosen so that dates after its nonexistent 1900-02-29 are correct. */
const epoch = Date.UTC(1899, 11, 30)

/** A moment as a spreadsheet serial: days since 1899-12-30. */
export const serialOf = ({ at }: Moment): number =>
  (Date.parse(at.length < minLengthWithTime ? `${at}T00:00:00Z` : `${at.replace(' ', 'T')}Z`) - epoch) / day

/** The moment of a spreadsheet serial, rounded to the second. */
export const momentOf = (serial: number): string =>
  new Date(epoch + Math.round(serial * 86_400) * 1000).toISOString().slice(0, 19).replace('T', ' ')
