import type { AnyEntity } from '#contract/kit/entity.ts'

/** Every entity by its name; `app.ts` tells them once, since nobody on the contract's floor knows them all. */
let known: Readonly<Record<string, AnyEntity>> = {}
export const tellEntities = (entities: Readonly<Record<string, AnyEntity>>): void => {
  known = entities
}

/** What a field points into. */
export const targetNamed = (name: string | undefined): AnyEntity | undefined =>
  name !== undefined && Object.hasOwn(known, name) ? known[name] : undefined

/** Whether a permission belongs to what the platform keeps to itself: no role of a tenant opens it. */
export const isClosed = (code: string): boolean =>
  Object.values(known).some((one) => one.shared === 'closed' && (code === one.code || code.startsWith(`${one.code}_`)))
