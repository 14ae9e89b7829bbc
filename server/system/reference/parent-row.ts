import type { AnyEntity } from '#contract/kit/entity.ts'
import { faulty } from '#contract/kit/fail.ts'
import type { Field } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { identifier } from '../../engine/column-types.ts'
import type { Ctx } from '../../engine/context.ts'
import { rowsOf } from '../../engine/crud.ts'

const parentFault = ({ fields }: AnyEntity, text: Text) =>
  faulty([{ at: 'parentId', text: fill(text, (fields.parentId as Field).label) }])

/** The parent of a row, if the caller may see it; null at the top. Throws if it is the row itself or one of its descendants. */
export const resolveParent = async <T extends AnyEntity>(
  ctx: Ctx,
  entity: T,
  id: string | null | undefined,
  parentId: string | null | undefined,
) => {
  if (!parentId || parentId === '0') return null
  const [parent] = await rowsOf(ctx, entity, {}, [sql`id = ${parentId}`])
  if (!parent) throw parentFault(entity, ['{0}不存在或已删除', '{0} does not exist or was deleted'])
  const table = identifier(entity.name)
  const above = await run(
    ctx.db,
    sql`with recursive above as (
        select id, parent_id from ${table} where id = ${parentId}
        union select t.id, t.parent_id from ${table} t join above on t.id = above.parent_id)
      select 1 from above where id = ${id ?? null}`,
  )
  if (above.length) throw parentFault(entity, ['{0}不能是自身或其下级', '{0} cannot be the row itself or one below it'])
  return parent
}
