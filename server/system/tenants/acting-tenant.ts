import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { faulty } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import type { Handler, UserCtx } from '../../engine/context.ts'

type Input = Record<string, unknown>

/** Entities whose rows the administrator of the platform manages in every tenant, as the clients of the family do. */
const managedEntities = ['user', 'role', 'dept', 'post']

const otherTenant: Text = ['不能指定其他租户', 'You cannot name another tenant']
const noTenant: Text = ['租户不存在', 'The tenant does not exist']

const exists = async ({ db }: UserCtx, tenantId: string): Promise<boolean> =>
  (await db
    .selectFrom('tenant')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()) !== undefined

/**
 * The tenant in which a call works. A client that sends `tenantId` says where a row belongs: the administrator of the platform is
 * obeyed in tenant mode, others may send back their own only. Throws a fault otherwise.
 */
const tenantFor = async (ctx: UserCtx, entity: AnyEntity): Promise<string> => {
  const { actor, app, request } = ctx
  const tenantId = request.tenantId ?? actor.tenantId
  if (tenantId === actor.tenantId) return tenantId
  const isObeyed = actor.rights.administrator && app.env.tenantMode && managedEntities.includes(entity.name)
  if (!isObeyed) throw faulty([{ at: 'tenantId', text: otherTenant }])
  if (!(await exists(ctx, tenantId))) throw faulty([{ at: 'tenantId', text: noTenant }])
  return tenantId
}

/** Wraps the handler of an entity's call: it runs in the tenant that the request is about (docs/decisions/0106). */
export const inTenant = (
  entity: AnyEntity,
  endpoint: Endpoint,
  handle: Handler<Input, unknown, UserCtx>,
): Handler<Input, unknown, UserCtx> => {
  // rows that all tenants share, views, and calls that are about tenants
  if (entity.shared || entity.isView || endpoint.access === 'public' || 'tenantId' in endpoint.input) return handle
  return async (ctx, input) => {
    const tenantId = await tenantFor(ctx, entity)
    return handle(tenantId === ctx.actor.tenantId ? ctx : { ...ctx, actor: { ...ctx.actor, tenantId } }, input)
  }
}
