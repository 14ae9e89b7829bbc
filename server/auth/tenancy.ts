import type { auth } from '#contract/auth.ts'
import { fold } from '#contract/kit/fold.ts'
import type { Text } from '#contract/kit/text.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx, HandlerOf } from '../engine/context.ts'
import { platformTenant } from '../engine/scope.ts'
import { isServed } from '../engine/session.ts'
import { oauthError } from './clients.ts'

/** The same request within another tenant, without departments; rows it inserts belong to that tenant. */
export const inTenant = (ctx: Ctx, tenantId: string): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, tenantId, deptIds: [] },
})

/** Tenants whose users may log in. */
const activeTenants = ({ db }: Ctx) =>
  db
    .selectFrom('tenant')
    .where('isDeleted', '=', 0)
    .where('status', '=', 1)
    .where(({ eb, or }) => or([eb('expireTime', 'is', null), eb('expireTime', '>', sql<string>`now()`)]))

/** The active tenant whose domain has this host name. */
const tenantAt = async (ctx: Ctx, host: string) =>
  activeTenants(ctx)
    .select(['tenantId', 'domainUrl', 'backgroundUrl'])
    .where(sql<string>`host_of(domain_url)`, '=', host.toLowerCase())
    .executeTakeFirst()

/**
 * The context of a request without a session: within the requested tenant, else the tenant of the host name, else the platform's.
 * Without tenant mode the context is unchanged.
 */
export const inRequestedTenant = async (ctx: Ctx, requestedId: unknown): Promise<Ctx> => {
  if (!ctx.app.env.tenantMode) return ctx
  const { headers } = ctx.request
  const tenantId = fold(String(headers['tenant-id'] || requestedId || '')).trim()
  return inTenant(ctx, tenantId || (await tenantAt(ctx, String(headers.host ?? '')))?.tenantId || platformTenant)
}

const tenantMessages = {
  notServed: ['平台未启用租户模式，该租户的账号不能登录', 'Tenant mode is off; accounts of this tenant cannot log in'],
  ended: [
    '所属租户已停用或已到期，请联系平台管理员',
    'Your tenant is suspended or has expired; please contact the platform administrator',
  ],
} as const satisfies Record<string, Text>

/** Throws 2006 for users of a tenant that is deleted, disabled, expired or not served; never for the platform tenant. */
export const checkTenant = async (ctx: Ctx, tenantId: string): Promise<void> => {
  if (tenantId === platformTenant) return
  if (!isServed(ctx.app, tenantId)) throw oauthError(tenantMessages.notServed, 2006)
  const row = await activeTenants(ctx).select('id').where('tenantId', '=', tenantId).executeTakeFirst()
  if (!row) throw oauthError(tenantMessages.ended, 2006)
}

const noTenant = () => oauthError(['租户不存在', 'The tenant does not exist'], 2002)

/** Like `inRequestedTenant`, for a new account: throws 2002 for an unknown tenant, 2006 for one that has ended. */
export const inTenantToJoin = async (ctx: Ctx, requestedId: unknown): Promise<Ctx> => {
  const tenantCtx = await inRequestedTenant(ctx, requestedId)
  const { tenantId } = tenantCtx.actor
  if (requestedId && !isServed(ctx.app, String(requestedId))) throw noTenant()
  if (tenantId === platformTenant) return tenantCtx
  const row = await ctx.db.selectFrom('tenant').select('id').where('tenantId', '=', tenantId).executeTakeFirst()
  if (!row) throw noTenant()
  await checkTenant(ctx, tenantId)
  return tenantCtx
}

/** SQL for the expiry of an account's tenant, at which its sessions end too; null if the tenant does not expire. */
export const tenantEnds = (userId: string) => sql<string | null>`(
  select t.expire_time from "user" u join tenant t on t.tenant_id = u.tenant_id and t.tenant_id <> ${platformTenant}
  where u.id = ${userId})`

const hostIn = (domain: string): string => /^(?:[a-z]+:\/\/)?([^/?#]*)/i.exec(domain)?.[1] ?? ''

/** The tenant with this domain and the background picture of its login page. */
export const readTenant: HandlerOf<typeof auth.tenant> = async (ctx, { domain }) => {
  const tenant = ctx.app.env.tenantMode && domain ? await tenantAt(ctx, hostIn(domain)) : undefined
  if (!tenant) return {}
  const { tenantId, domainUrl, backgroundUrl } = tenant
  return { tenantId, domain: domainUrl ?? '', ...(backgroundUrl ? { backgroundUrl } : {}) }
}
