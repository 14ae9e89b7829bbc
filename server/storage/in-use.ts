import type { AnyEntity } from '#contract/kit/entity.ts'
import { Fail, notFound } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill } from '#contract/kit/text.ts'
import { sql } from '../base/database/sql.ts'
import { type Ctx, tx } from '../engine/context.ts'
import { removeRows, updateRow } from '../engine/crud.ts'

/** In each tenant one storage and one SMS provider is in use; `status` records which, and users cannot edit it. */
const [idle, inUse] = [1, 2]

const lockRows = async (ctx: Ctx, entity: AnyEntity) => {
  const { rows } = await sql<{ id: string; status: number }>`
    select id, status from ${sql.table(entity.name)}
    where tenant_id = ${ctx.actor.tenantId} and is_deleted = 0 order by id for update`.execute(ctx.db)
  return rows
}

/** Puts a row in use and the tenant's others out of use; of two concurrent calls the later one wins. */
export const activateRow = (ctx: Ctx, entity: AnyEntity, id: string): Promise<null> =>
  tx(ctx, async (inside) => {
    const rows = await lockRows(inside, entity)
    if (!rows.some((row) => row.id === id)) throw notFound()
    for (const row of rows.filter(({ status }) => status === inUse))
      await updateRow(inside, entity, row.id, { status: idle }, 'disable')
    await updateRow(inside, entity, id, { status: inUse }, 'enable')
    return null
  })

/** Removes rows; throws if one of them is in use. */
export const removeIdle = (ctx: Ctx, entity: AnyEntity, ids: string): Promise<null> =>
  tx(ctx, async (inside) => {
    const rows = await lockRows(inside, entity)
    await removeRows(inside, entity, split(ids))
    if (rows.some(({ id, status }) => split(ids).includes(id) && status === inUse))
      throw new Fail(
        fill(
          ['{0}正在使用，请先启用另一条再删除', 'This {0} is in use; please enable another one before you delete it'],
          entity.rowLabel ?? entity.label,
        ),
      )
    return null
  })
