import type { AnyEntity } from '#contract/kit/entity.ts'
import type { App } from './context.ts'

/** What a field points into. A name that no entity has is a fault of the declaration: nothing that points stays unchecked. */
export const targetEntity = ({ entities }: Pick<App, 'entities'>, name: string | undefined): AnyEntity | undefined => {
  if (name === undefined || Object.hasOwn(entities, name)) return entities[name ?? '']
  throw new Error(`A field points into "${name}", which is no entity.`)
}

/** Whether a permission belongs to what the platform keeps to itself: no role of a tenant opens it. */
export const isPlatformOnly = ({ entities }: Pick<App, 'entities'>, code: string): boolean =>
  Object.values(entities).some(
    (one) => one.shared === 'closed' && (code === one.code || code.startsWith(`${one.code}_`)),
  )
