import type { AnyEntity } from '#contract/kit/entity.ts'
import type { App } from './context.ts'

/** The entity a field points into; undefined without a name. Throws for an unknown name, so that no reference stays unchecked. */
export const targetEntity = ({ entities }: Pick<App, 'entities'>, name: string | undefined): AnyEntity | undefined => {
  if (name === undefined || Object.hasOwn(entities, name)) return entities[name ?? '']
  throw new Error(`A field points into "${name}", which is no entity.`)
}

/** Whether a permission belongs to an entity reserved for the platform: no role of a tenant opens it. */
export const isPlatformOnly = ({ entities }: Pick<App, 'entities'>, code: string): boolean =>
  Object.values(entities).some(
    (one) => one.shared === 'closed' && (code === one.code || code.startsWith(`${one.code}_`)),
  )
