import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { MenuCount } from '#contract/system/menu-counts.ts'
import type { FormValues } from '#web/form/form-values.ts'
import type { FormOptions } from '../../dialog/form-options.ts'
import type { Columns } from '../../table/table-columns.tsx'

/** The differences between data scopes and API scopes; both belong to menus and are edited there. */
export interface ScopeKind {
  readonly of: AnyEntity
  readonly counts: Endpoint<object, MenuCount[]>
  /** The form for the menu of this name, or for all menus if null. */
  readonly form: (menuName: string | null) => FormOptions
  /** Fields of the form, in addition to the menu. */
  readonly fields: readonly string[]
  readonly columns: Columns
  /** Initial values of a new scope of a menu. */
  readonly startOf: (menuCode: string) => FormValues
}
