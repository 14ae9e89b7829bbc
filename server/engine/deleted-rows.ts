import type { AnyEntity } from '#contract/kit/entity.ts'
import { Fail, notFound } from '#contract/kit/fail.ts'
import type { Fields } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { base, type ListInput } from '#contract/kit/verbs.ts'
import { run } from '../base/database/db.ts'
import { auditInsert, rowSnapshot } from './audit-entry.ts'
import { quoted } from './column-types.ts'
import { type App, type Ctx, tx } from './context.ts'
import { orderOf } from './filter.ts'
import { assertCanWrite, rowFilter } from './scope.ts'
import { targetEntity } from './targets.ts'

const parentDeletedMessage: Text = [
  '上级数据已被删除，请先恢复上级',
  'Its parent was removed; restore the parent first',
]
const requiredDeletedMessage: Text = ['{0}已被删除，请先恢复', '{0}: it was removed; restore that first']

/** The person who removed a row was the last to change it: `updateUser` gets the name. */
export const deletedByField = { updateUser: { ...base.updateUser, of: 'user' } } as const

/** The latest removal comes first, unless the caller requests another order. */
export const orderOfDeleted = (entity: AnyEntity, input: ListInput): string =>
  input.ascs || input.descs ? orderOf(entity, input) : 'update_time desc, id desc'

/** Targets that a row requires: its parent in a tree, and the targets of required references. */
const requiredParents = (app: App, { fields }: AnyEntity) =>
  Object.entries(fields as Fields).flatMap(([name, { kind, of, required, label }]) => {
    const target = kind === 'tree' || (required && ['ref', 'refs'].includes(kind)) ? targetEntity(app, of) : undefined
    if (!target) return []
    return [
      { name, kind, target, message: kind === 'tree' ? parentDeletedMessage : fill(requiredDeletedMessage, label) },
    ]
  })

const assertParentsExist = async (ctx: Ctx, entity: AnyEntity, ids: readonly string[]): Promise<void> => {
  for (const { name, kind, target, message: text } of requiredParents(ctx.app, entity)) {
    const joinCondition = `p.id = ${kind === 'refs' ? 'any' : ''}(t.${quoted(name)})`
    const orphans = await run(ctx.db, {
      text: `select 1 from ${quoted(entity.name)} t where t.id = any(?::bigint[])
        and exists (select 1 from ${quoted(target.name)} p where ${joinCondition})
        and not exists (select 1 from ${quoted(target.name)} p where ${joinCondition} and p.is_deleted = 0) limit 1`,
      values: [ids],
    })
    if (orphans.length) throw new Fail(text)
  }
}

/**
 * Restores removed rows unchanged, all of them or none, with their audit lines. Required parents must exist or be restored in
 * the same call. The database rejects a unique value that is in use by now; the caller gets a message.
 */
export const restoreRows = (ctx: Ctx, entity: AnyEntity, ids: readonly string[]): Promise<null> =>
  tx(ctx, async (inside) => {
    assertCanWrite(inside, entity)
    const where = rowFilter(inside, entity, 1)
    const table = quoted(entity.name)
    const after = rowSnapshot(entity, 'made')
    const line = auditInsert(inside, entity, { verb: 'restore', row: 'made', before: 'null', after, from: 'made' })
    const restored = await run(inside.db, {
      text: `with old as (select * from ${table} where id = any(?::bigint[]) and ${where.text} for update),
        made as (update ${table} t set is_deleted = 0, update_user = ?, update_time = now() from old where t.id = old.id returning t.*),
        ${line.text} select id from made`,
      values: [ids, ...where.values, inside.actor.id, ...line.values],
    })
    if (restored.length !== new Set(ids).size) throw notFound()
    await assertParentsExist(inside, entity, ids)
    return null
  })
