import type { AnyEntity } from '#contract/kit/entity.ts'
import { snake } from '#contract/kit/text.ts'
import type { App } from './context.ts'

/** The entity a field refers to; undefined without a name. Throws for an unknown name, so that every reference is checked. */
export const targetEntity = ({ entities }: Pick<App, 'entities'>, name: string | undefined): AnyEntity | undefined => {
  if (name === undefined || Object.hasOwn(entities, name)) return entities[name ?? '']
  throw new Error(`A field refers to "${name}", which is not an entity.`)
}

/** Whether a permission belongs to an entity or another screen reserved for the platform: no role of another tenant can have it. */
export const isPlatformOnly = ({ entities, screens }: Pick<App, 'entities' | 'screens'>, code: string): boolean =>
  [...Object.values(entities), ...screens.map(({ name, shared }) => ({ code: snake(name), shared }))].some(
    (one) => one.shared === 'closed' && (code === one.code || code.startsWith(`${one.code}_`)),
  )
