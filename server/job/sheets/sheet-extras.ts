import type { ListInput } from '#contract/kit/verbs.ts'
import type { UserCtx } from '../../engine/context.ts'
import type { AnyRow } from './row-stream.ts'
import type { SheetColumn } from './sheet-columns.ts'

/** Columns of an export that are no fields of its entity. */
export interface ExtraColumns {
  readonly columns: readonly SheetColumn[]
  /** Reads what the columns need for some rows of the list; a few statements, however many rows. */
  readonly withValues: (rows: readonly AnyRow[]) => Promise<AnyRow[]>
}

/** What an entity's export has besides its fields, and on what else its rows depend. */
export interface SheetExtra {
  /** Null if the list, as its parameters restrict it, has no further columns. */
  readonly columnsFor: (ctx: UserCtx, parameters: ListInput) => Promise<ExtraColumns | null>
  /** What the caller reads besides permissions and scopes: a file is closed when it changes. */
  readonly readable: (ctx: UserCtx) => Promise<unknown>
}

declare module '../../engine/context.ts' {
  interface App {
    /** Of entities whose exports have further columns, by name. */
    readonly sheetExtras: Readonly<Record<string, SheetExtra>>
  }
}
