import type { ReactNode } from 'react'
import type { Failure } from '#web/base/api/caller.ts'
import type { AnyRow } from '../../entity/calls.ts'
import type { ListState, Sort } from '../../entity/list-state.ts'
import type { Expanding } from '../../table/record-table.tsx'
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

/** Rows that can be selected at once: an export takes the ids of as many (20 characters each, 40,000 in all). */
export const maxLoadedRows = 2000

/** What a list of records needs from the place its rows come from: rows, filters, and the parts that only some sources have. */
export interface ListSource {
  readonly filters: Filters
  /** Sets new filters; a list of pages returns to the first one. */
  readonly filter: (filters: Filters) => void
  /** Undefined until the first answer; kept during a refetch, and beside the error if the refetch fails. */
  readonly rows: readonly AnyRow[] | undefined
  readonly error: Failure | null
  readonly busy: boolean
  readonly retry: () => unknown
  /** Whether the rows form a tree: it is not sorted or searched by time, and rows can be added below others. */
  readonly isTree: boolean
  readonly sort?: { readonly now: Sort | null; readonly set: (sort: Sort | null) => void }
  /** For a list that is loaded page by page. */
  readonly paging?: Paging
  readonly expanding?: Expanding | undefined
  /** The line that loads more rows, below a row or at the end of the table (null). */
  readonly rest?: (row: AnyRow | null) => ReactNode
  /** An additional column after the first one. */
  readonly column?: DisplayColumn | undefined
  /** Id of the row that the address leads to. */
  readonly target?: string | null
  /** Displayed above the table. */
  readonly note?: ReactNode
  /** Further buttons of the toolbar. */
  readonly tools?: ReactNode
  /** Further actions of a row. */
  readonly rowMore?: (row: AnyRow, records: Records) => ReactNode
}

export const isFiltered = ({ filters }: Pick<ListSource, 'filters'>): boolean => Object.keys(filters).length > 0
