import type { AnyEntity } from '#contract/kit/entity.ts'

/** The menu that owns the scopes. */
export interface ScopedMenu {
  readonly id: string
  readonly code: string
  readonly name: string
}

/** Name of the sheet in the page. */
export const sheetOf = ({ name }: AnyEntity) => `${name}-sheet`
