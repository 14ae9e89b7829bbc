import type { AnyEntity } from '#contract/kit/entity.ts'
import { Fail, notFound } from '#contract/kit/fail.ts'
import type { Fields } from '#contract/kit/field.ts'
import { typeOf } from '#contract/kit/kinds.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { base, type ListInput } from '#contract/kit/verbs.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { auditInsert, rowSnapshot } from './audit-entry.ts'
import { identifier } from './column-types.ts'
import { type App, type Ctx, tx } from './context.ts'
import { orderOf } from './filter.ts'
import { assertCanWrite, rowFilter } from './scope.ts'
import { targetEntity } from './targets.ts'

const parentDeletedMessage: Text = [
  '上级数据已被删除，请先恢复上级',
  'Its parent was deleted; restore the parent first',
]
const requiredDeletedMessage: Text = ['{0}已被删除，请先恢复', '{0}: the referenced row was deleted; restore it first']

/** Removal is the last change of a row, so `updateUser` is the person who removed it; this field adds the name. */
export const deletedByField = { updateUser: { ...base.updateUser, of: 'user' } } as const

/** The latest removal comes first, unless the caller requests another order. A large entity has an index of these times. */
export const orderOfDeleted = (entity: AnyEntity, input: ListInput): Fragment => {
  if (input.ascs || input.descs) return orderOf(entity, input)
  return entity.isLarge ? sql`removed_time desc nulls last, id desc` : sql`update_time desc, id desc`
}

/** Targets that a row requires: its parent in a tree, and the targets of required references. */
const requiredParents = (app: App, { fields }: AnyEntity) =>
  Object.entries(fields as Fields).flatMap(([name, { kind, of, required, label }]) => {
    const target = kind === 'tree' || (required && typeOf({ kind }) === 'reference') ? targetEntity(app, of) : undefined
    if (!target) return []
    return [
      { name, kind, target, message: kind === 'tree' ? parentDeletedMessage : fill(requiredDeletedMessage, label) },
    ]
  })

const assertParentsExist = async (ctx: Ctx, entity: AnyEntity, ids: readonly string[]): Promise<void> => {
  for (const { name, kind, target, message } of requiredParents(ctx.app, entity)) {
    const column = identifier(name)
    const parents = sql`${identifier(target.name)} p where p.id = ${kind === 'refs' ? sql`any` : sql``}(t.${column})`
    const orphans = await run(
      ctx.db,
      sql`select 1 from ${identifier(entity.name)} t where t.id = any(${ids}::bigint[])
        and exists (select 1 from ${parents}) and not exists (select 1 from ${parents} and p.is_deleted = 0) limit 1`,
    )
    if (orphans.length) throw new Fail(message)
  }
}

/**
 * Restores removed rows unchanged, all of them or none, with their audit entries. Required parents must exist or be restored in
 * the same call. If another row now has a unique value of theirs, the database rejects the restoration with a message.
 */
export const restoreRows = (ctx: Ctx, entity: AnyEntity, ids: readonly string[]): Promise<null> =>
  tx(ctx, async (inside) => {
    assertCanWrite(inside, entity)
    const where = rowFilter(inside, entity, 1)
    const table = identifier(entity.name)
    const after = rowSnapshot(entity, 'saved')
    const auditEntry = auditInsert(inside, entity, { verb: 'restore', row: 'saved', after, from: 'saved' })
    const restored = await run(
      inside.db,
      sql`with old as (select * from ${table} where id = any(${ids}::bigint[]) and ${where} for update),
        saved as (update ${table} t set is_deleted = 0, update_user = ${inside.actor.id}, update_time = now()
          from old where t.id = old.id returning t.*),
        ${auditEntry} select id from saved`,
    )
    if (restored.length !== new Set(ids).size) throw notFound()
    await assertParentsExist(inside, entity, ids)
    return null
  })
