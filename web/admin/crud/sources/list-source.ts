import type { ReactNode } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { rowsOfAct } from '#contract/row-results.ts'
import type { Failure } from '#web/base/api/caller.ts'
import type { AnyRow } from '../../entity/calls.ts'
import type { ListState } from '../../entity/list-state.ts'
import type { RowUses, TableSource } from '../../table/record-table.tsx'
import type { Selected } from '../../table/selection.ts'
import type { DisplayColumn } from '../../table/table-columns.tsx'
import type { Records } from '../use-records.tsx'

type Filters = ListState['filters']

/** The position of a page in a longer list, and functions to change it. */
export interface Paging {
  /** Number of rows in the whole list; undefined until the first answer. */
  readonly total: number | undefined
  /** Whether the server stopped counting at `total`, because the list is longer. */
  readonly capped: boolean
  readonly current: number
  readonly size: number
  readonly go: (current: number) => void
  readonly resize: (size: number) => void
  /** Differs for different filters. */
  readonly filterKey: string
  /** Loads the rows of all pages, up to `maxLoadedRows`. */
  readonly loadAll: () => Promise<readonly AnyRow[]>
}

/** Rows that can be selected at once: an export takes the ids of as many (20 characters each, 100,000 in all). */
export const maxLoadedRows = rowsOfAct.background

/** What a list of records needs from the place its rows come from: rows, filters, and the parts that only some sources have. */
export interface ListSource extends TableSource {
  readonly filters: Filters
  /** Sets new filters; a list of pages returns to the first one. */
  readonly filter: (filters: Filters) => void
  /** Whether the rows form a tree: it is not sorted or searched by time, and rows can be added below others. */
  readonly isTree: boolean
  /** For a list that is loaded page by page. */
  readonly paging?: Paging
  /** An additional column after the first one. */
  readonly column?: DisplayColumn | undefined
  /** Displayed above the table. */
  readonly note?: ReactNode
  /** Further buttons of the toolbar. */
  readonly tools?: ReactNode
  /** Further actions of a row. */
  readonly rowMore?: (row: AnyRow, records: Records) => ReactNode
}

/** A list of records, which its parts get as a whole: the rows, what the user may do with them, and which are selected. */
export interface List extends RowUses {
  readonly source: ListSource
  readonly records: Records
  readonly selected: Selected
  readonly isProtected: (row: AnyRow) => boolean
  /** Further actions on the selected rows. */
  readonly bulkMore: ReactNode
  readonly emptyNote: Text | undefined
}

interface Query {
  readonly error: Failure | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** All rows of a list that has neither pages nor filters. */
export const wholeList = (rows: readonly AnyRow[] | undefined, { error, isFetching, refetch }: Query): ListSource => ({
  ...{ rows, error, busy: isFetching, retry: refetch },
  ...{ filters: {}, filter: () => {}, isTree: false },
})

/** Ids of the visible rows, if the list has other pages. */
export const pageIdsOf = ({ paging, rows }: ListSource): readonly string[] | undefined =>
  paging && rows?.map(({ id }) => id)

export const isFiltered = ({ filters }: Pick<ListSource, 'filters'>): boolean => Object.keys(filters).length > 0
