import type { AnyEntity } from '#contract/kit/entity.ts'
import { Fail } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type Ctx, tx } from '../engine/context.ts'
import { removeRows } from '../engine/crud.ts'

const inUse: Text = ['租户“{0}”正在使用该{1}，不能删除', 'The tenant “{0}” uses this {1}, so it cannot be removed']

/** Removes rows that tenants refer to in this column; throws if a tenant uses one of them. */
export const removeUnlessUsed = (
  ctx: Ctx,
  entity: AnyEntity,
  ids: string | null | undefined,
  column: 'packageId' | 'datasourceId',
): Promise<null> =>
  tx(ctx, async (inside) => {
    await removeRows(inside, entity, split(ids))
    const usingTenant = await inside.db
      .selectFrom('tenant')
      .select('tenantName')
      .where(column, 'in', split(ids))
      .where('isDeleted', '=', 0)
      .executeTakeFirst()
    if (usingTenant) throw new Fail(fill(inUse, usingTenant.tenantName, entity.rowLabel ?? entity.label))
    return null
  })
