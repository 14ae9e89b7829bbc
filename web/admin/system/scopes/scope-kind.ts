import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { MenuCount } from '#contract/system/menu-counts.ts'
import type { FormValues } from '#web/form/form-values.ts'
import type { Columns } from '../../crud/columns.tsx'
import type { FormOptions } from '../../crud/form-options.ts'

/** What tells data scopes from API scopes: both belong to menus and are set there. */
export interface ScopeKind {
  readonly of: AnyEntity
  readonly counts: Endpoint<object, MenuCount[]>
  /** Of the menu of this name, or of any. */
  readonly form: (menuName: string | null) => FormOptions
  /** Fields of the form, beside the menu. */
  readonly fields: readonly string[]
  readonly columns: Columns
  /** What a new one of a menu begins with. */
  readonly startOf: (menuCode: string) => FormValues
}
