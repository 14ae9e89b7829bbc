import { sql } from 'kysely'
import type { auth } from '#contract/auth.ts'
import type { Text } from '#contract/kit/text.ts'
import type { Ctx, HandlerOf } from '../engine/context.ts'
import { platformTenant } from '../engine/scope.ts'
import { isServed } from '../engine/session.ts'
import { oauthError } from './clients.ts'

/** The same request within another tenant, as nobody of it: what it adds belongs there. */
export const inTenant = (ctx: Ctx, tenantId: string): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, tenantId, deptIds: [] },
})

/** Tenants whose people may log in. */
const activeTenants = ({ db }: Ctx) =>
  db
    .selectFrom('tenant')
    .where('isDeleted', '=', 0)
    .where('status', '=', 1)
    .where(({ eb, or }) => or([eb('expireTime', 'is', null), eb('expireTime', '>', sql<string>`now()`)]))

/** The tenant that has this host for its own address. */
const tenantAt = async (ctx: Ctx, host: string) =>
  activeTenants(ctx)
    .select(['tenantId', 'domainUrl', 'backgroundUrl'])
    .where(sql<string>`host_of(domain_url)`, '=', host.toLowerCase())
    .executeTakeFirst()

/**
 * A request of somebody without a session within the tenant he names, else the one whose address he came by, else the platform's
 * own. Outside of tenant mode there is the platform's own only.
 */
export const inRequestedTenant = async (ctx: Ctx, requestedId: unknown): Promise<Ctx> => {
  if (!ctx.app.env.tenantMode) return ctx
  const { headers } = ctx.request
  const tenantId = String(headers['tenant-id'] || requestedId || '').trim()
  return inTenant(ctx, tenantId || (await tenantAt(ctx, String(headers.host ?? '')))?.tenantId || platformTenant)
}

const sentences = {
  away: ['平台未启用租户模式，该租户的账号不能登录', 'Tenant mode is off: people of this tenant cannot log in'],
  ended: [
    '所属租户已停用或已到期，请联系平台管理员',
    'Your tenant was recycled or has expired; please ask the platform for help',
  ],
} as const satisfies Record<string, Text>

/** Refuses people of a tenant that is gone, recycled or past its end with 2006; the platform's own tenant never is. */
export const checkTenant = async (ctx: Ctx, tenantId: string): Promise<void> => {
  if (tenantId === platformTenant) return
  if (!isServed(ctx.app, tenantId)) throw oauthError(sentences.away, 2006)
  const row = await activeTenants(ctx).select('id').where('tenantId', '=', tenantId).executeTakeFirst()
  if (!row) throw oauthError(sentences.ended, 2006)
}

const noTenant = () => oauthError(['租户不存在', 'There is no such tenant'], 2002)

/** As `inAskedTenant`, for who wants to become one of its people: 2002 for a tenant there is not, 2006 for one that has ended. */
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

/** When the sessions of an account end with its tenant; null for one without an end. */
export const tenantEnds = (userId: string) => sql<string | null>`(
  select t.expire_time from "user" u join tenant t on t.tenant_id = u.tenant_id and t.tenant_id <> ${platformTenant}
  where u.id = ${userId})`

const hostIn = (domain: string): string => domain.replace(/^[a-z]+:\/\//i, '').replace(/[/?#].*$/, '')

/** The tenant whose own address a login page has, and the picture behind it (wire-and-fields.md 2.10). */
export const readTenant: HandlerOf<typeof auth.tenant> = async (ctx, { domain }) => {
  const tenant = ctx.app.env.tenantMode && domain ? await tenantAt(ctx, hostIn(domain)) : undefined
  if (!tenant) return {}
  const { tenantId, domainUrl, backgroundUrl } = tenant
  return { tenantId, domain: domainUrl ?? '', ...(backgroundUrl ? { backgroundUrl } : {}) }
}
