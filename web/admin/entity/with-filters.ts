import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'

/** An entity whose list is also filtered by fields that its rows do not have: known to the address and the conditions, but no column. */
export const withFilters = <T extends AnyEntity>(entity: T): T => {
  const filters = Object.entries((entity.filters ?? {}) as Fields).map(
    ([name, field]) => [name, { ...field, direction: 'in' }] as const,
  )
  return { ...entity, fields: { ...entity.fields, ...Object.fromEntries(filters) } }
}
