import { post } from '#contract/system/post.ts'
import { inTenant } from '../../auth/tenancy.ts'
import { type Handlers, hasPermission } from '../../engine/context.ts'
import { rowsOf } from '../../engine/crud.ts'
import { platformTenant } from '../../engine/scope.ts'

export const postHandlers: Handlers<'post'> = {
  /** Callers who manage tenants may request another tenant's posts; others get their own tenant's. */
  select: (ctx, { tenantId, ...input }) => {
    const requestedTenant = typeof tenantId === 'string' && tenantId !== '' ? tenantId : ctx.actor.tenantId
    const isOtherTenant =
      ctx.actor.tenantId === platformTenant && requestedTenant !== platformTenant && hasPermission(ctx, 'tenant')
    return rowsOf(isOtherTenant ? inTenant(ctx, requestedTenant) : ctx, post, input)
  },
}
