import type { AnyEntity } from '#contract/kit/entity.ts'
import { Fail, gone } from '#contract/kit/fail.ts'
import { base, type ListInput } from '#contract/kit/verbs.ts'
import { run } from '../base/db.ts'
import { audited, pictured } from './audit.ts'
import { quoted } from './columns.ts'
import { type Ctx, tx } from './context.ts'
import { orderOf } from './filter.ts'
import { mayWrite, reach } from './scope.ts'

const parentGone = () =>
  new Fail(['上级数据已被删除，请先恢复上级', 'What it lies below was removed; restore that first'])

/** A removed row was changed last by whoever removed it: his name comes with it. */
export const remover = { updateUser: { ...base.updateUser, of: 'user' } } as const

/** What was removed last stands first. */
export const orderOfRemoved = (entity: AnyEntity, input: ListInput): string =>
  input.ascs || input.descs ? orderOf(entity, input) : 'update_time desc, id desc'

/**
 * Brings removed rows back as they were, all of them or none, with their audit lines. A tree's node comes back below what is
 * there, or together with it; a value that a unique field has taken since is refused by the database, in words.
 */
export const restoreRows = (ctx: Ctx, entity: AnyEntity, ids: readonly string[]): Promise<null> =>
  tx(ctx, async (inside) => {
    mayWrite(inside, entity)
    const where = reach(inside, entity, 1)
    const table = quoted(entity.name)
    const after = pictured(entity, 'made')
    const line = audited(inside, entity, { verb: 'restore', row: 'made', before: 'null', after, from: 'made' })
    const restored = await run(inside.db, {
      text: `with old as (select * from ${table} where id = any(?::bigint[]) and ${where.text} for update),
        made as (update ${table} t set is_deleted = 0, update_user = ?, update_time = now() from old where t.id = old.id returning t.*),
        ${line.text} select id from made`,
      values: [ids, ...where.values, inside.actor.id, ...line.values],
    })
    if (restored.length !== new Set(ids).size) throw gone()
    if (entity.fields.parentId?.kind === 'tree') {
      const lost = await run(inside.db, {
        text: `select 1 from ${table} t join ${table} p on p.id = t.parent_id where t.id = any(?::bigint[]) and p.is_deleted = 1 limit 1`,
        values: [ids],
      })
      if (lost.length) throw parentGone()
    }
    return null
  })
