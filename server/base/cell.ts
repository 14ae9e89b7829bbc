/** A value in a sheet. Texts stay texts, whatever they look like; a moment is wall-clock time as the wire writes it. */
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

/** A sheet whose rows come piece by piece. Marked cells stand out: what is wrong with them stands elsewhere in the row. */
export interface Sheet {
  readonly name: string
  readonly columns: readonly Column[]
  readonly rows: AsyncIterable<readonly SheetRow[]>
}

export type SheetRow = readonly (Cell | { readonly marked: Cell })[]

const day = 86_400_000
const hasTime = 11
/** Day 0 of the calendar sheets count by, with the leap day of 1900 that never was behind it. */
const epoch = Date.UTC(1899, 11, 30)

/** A moment as sheets count it: days since 1899-12-30. */
export const serialOf = ({ at }: Moment): number =>
  (Date.parse(at.length < hasTime ? `${at}T00:00:00Z` : `${at.replace(' ', 'T')}Z`) - epoch) / day

/** The moment of such a number, to the second. */
export const momentOf = (serial: number): string =>
  new Date(epoch + Math.round(serial * 86_400) * 1000).toISOString().slice(0, 19).replace('T', ' ')
