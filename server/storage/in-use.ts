import { sql } from 'kysely'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { Fail, notFound } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill } from '#contract/kit/text.ts'
import { type Ctx, tx } from '../engine/context.ts'
import { removeRows, updateRow } from '../engine/crud.ts'

/** Of storages, and of SMS providers, one row is in use in a tenant: its `status` says so, and nobody writes that by hand. */
const [idle, inUse] = [1, 2]

const lockRows = async (ctx: Ctx, entity: AnyEntity) => {
  const { rows } = await sql<{ id: string; status: number }>`
    select id, status from ${sql.table(entity.name)}
    where tenant_id = ${ctx.actor.tenantId} and is_deleted = 0 order by id for update`.execute(ctx.db)
  return rows
}

/** Puts a row to use and the others of the tenant out of use; of two at once, the later one stands. */
export const activateRow = (ctx: Ctx, entity: AnyEntity, id: string): Promise<null> =>
  tx(ctx, async (inside) => {
    const rows = await lockRows(inside, entity)
    if (!rows.some((row) => row.id === id)) throw notFound()
    for (const row of rows.filter(({ status }) => status === inUse))
      await updateRow(inside, entity, row.id, { status: idle }, 'disable')
    await updateRow(inside, entity, id, { status: inUse }, 'enable')
    return null
  })

/** Removes rows none of which is in use. */
export const removeIdle = (ctx: Ctx, entity: AnyEntity, ids: string): Promise<null> =>
  tx(ctx, async (inside) => {
    const rows = await lockRows(inside, entity)
    await removeRows(inside, entity, split(ids))
    if (rows.some(({ id, status }) => split(ids).includes(id) && status === inUse))
      throw new Fail(
        fill(['{0}正在使用，请先启用另一条再删除', 'In use ({0}): please put another one to use first'], entity.label),
      )
    return null
  })
