import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'

/** What a scope needs to know of an entity. */
export type ScopedEntity = Pick<AnyEntity, 'name' | 'code' | 'label' | 'fields'>

/**
 * Entities whose rows a scope can limit: neither shared ones nor those with only own rows (server/system/access/data-scope.ts). The
 * build replaces this file by its values (tools/constant-data.ts).
 */
export const scopedEntities: readonly ScopedEntity[] = (Object.values(entities) as AnyEntity[])
  .filter(({ shared, rows }) => !shared && rows !== 'own')
  .map(({ name, code, label, fields }) => ({ name, code, label, fields }))
