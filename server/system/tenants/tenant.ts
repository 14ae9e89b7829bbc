import { randomInt } from 'node:crypto'
import { datasource } from '#contract/develop/datasource.ts'
import { Fail, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { tenant } from '#contract/system/tenant.ts'
import { tenantPackage } from '#contract/system/tenant-package.ts'
import { inTenant } from '../../auth/tenancy.ts'
import { capSessions } from '../../auth/tokens.ts'
import { withIds } from '../../base/database/db.ts'
import { paramOf } from '../../base/database/params.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, type Handlers, hasPermission, requirePermission, tx } from '../../engine/context.ts'
import { findRow, insertRow, removeRows, rowsOf, updateRow } from '../../engine/crud.ts'
import { restoreRows } from '../../engine/deleted-rows.ts'
import { platformTenant } from '../../engine/scope.ts'
import { seedTenant } from './new-tenant.ts'
import { assertCanPackage, grantPackage } from './tenant-package.ts'
import { removePeople, restorePeople, resumeTenants, suspendTenants } from './tenant-state.ts'

const missing = () => new Fail(['租户不存在', 'The tenant does not exist'], 404)

const platformRefusals = {
  remove: ['平台租户不能删除', "The platform's own tenant cannot be deleted"],
  recycle: ['平台租户不能停用', "The platform's own tenant cannot be suspended"],
  bound: ['平台租户不受额度、期限和产品包限制', "Quota, expiry and package do not apply to the platform's own tenant"],
} as const satisfies Record<string, Text>

/** The rows of these ids; throws if one is missing or is the platform tenant. */
const findExceptPlatform = async (ctx: Ctx, ids: string | null | undefined, text: Text) => {
  const rows = await rowsOf(ctx, tenant, {}, [withIds(split(ids))])
  if (rows.length !== new Set(split(ids)).size) throw missing()
  if (rows.some(({ tenantId }) => tenantId === platformTenant)) throw new Fail(text)
  return rows
}

/** A tenant by row id or tenant id, because BladeX and Saber calls use both. */
const findTenant = async (ctx: Ctx, key: string | null | undefined) => {
  const [row] = await rowsOf(ctx, tenant, {}, [sql`${key} in (id::text, tenant_id)`])
  if (!row) throw missing()
  return row
}

/** Pages load no pictures from other hosts (server/base/http/assets.ts). */
const checkBackground = (url: string | null | undefined): void => {
  const text: Text = [
    '登录背景应为本平台的图片地址，以 / 开头',
    'The background must be the address of a picture on this platform, starting with /',
  ]
  if (url && !/^\/[^/\\]/.test(url)) throw faulty([{ at: 'backgroundUrl', text }])
}

/** Six digits no tenant has or had; if two concurrent calls get the same number, the unique index rejects one. */
const newTenantId = async (ctx: Ctx): Promise<string> => {
  const number = String(randomInt(100_000, 1_000_000))
  const existing = await ctx.db.selectFrom('tenant').select('id').where('tenantId', '=', number).executeTakeFirst()
  return existing ? newTenantId(ctx) : number
}

type Input = Parameters<Handlers<'tenant'>['submit']>[1]

/** Creates a tenant with its initial data; the administrator's first password is returned only here. */
const createTenant = async (ctx: Ctx, { password, ...input }: Input) => {
  const tenantId = await newTenantId(ctx)
  const accountNumber = Number(await paramOf(ctx.db, 'tenant.default.accountNumber'))
  const { id } = await insertRow(ctx, tenant, { ...input, tenantId, accountNumber, status: 1 })
  const adminCredentials = await seedTenant(inTenant(ctx, tenantId), {
    name: input.tenantName ?? '',
    linkman: input.linkman ?? '',
    password: password ?? null,
  })
  return { id, tenantId, ...adminCredentials }
}

const checkNumber = (accountNumber: number | null | undefined): void => {
  const text: Text = ['账号额度应为正整数，-1 为不限', 'The quota must be a positive whole number, or -1 for no limit']
  if (accountNumber === 0) throw faulty([{ at: 'accountNumber', text }])
}

export const tenantHandlers: Handlers<'tenant'> = {
  submit: (ctx, input) =>
    tx(ctx, async (inside) => {
      requirePermission(inside, input.id ? 'tenant_edit' : 'tenant_add')
      checkBackground(input.backgroundUrl)
      if (!input.id) return createTenant(inside, input)
      const { password: _, ...row } = input
      const { id } = await updateRow(inside, tenant, input.id, row)
      return { id, tenantId: (await findRow(inside, tenant, id)).tenantId, account: null, initialPassword: null }
    }),
  /** All tenants for callers who manage them, else only the caller's own. */
  select: (ctx, input) => {
    const { tenantId } = ctx.actor
    if (tenantId === platformTenant && hasPermission(ctx, 'tenant')) return rowsOf(ctx, tenant, input)
    return rowsOf(inTenant(ctx, platformTenant), tenant, {}, [sql`tenant_id = ${tenantId}`])
  },
  remove: (ctx, input) =>
    tx(ctx, async (inside) => {
      const rows = await findExceptPlatform(inside, input.ids, platformRefusals.remove)
      await removeRows(inside, tenant, split(input.ids))
      await removePeople(inside, rows)
      return null
    }),
  restore: (ctx, input) =>
    tx(ctx, async (inside) => {
      await restorePeople(inside, split(input.ids))
      return restoreRows(inside, tenant, split(input.ids))
    }),
  recycle: (ctx, input) =>
    tx(ctx, async (inside) => {
      const rows = await findExceptPlatform(inside, input.ids, platformRefusals.recycle)
      for (const { id } of rows) await updateRow(inside, tenant, id, { status: -1 }, 'recycle')
      await suspendTenants(inside, rows)
      return null
    }),
  pass: (ctx, input) =>
    tx(ctx, async (inside) => {
      const rows = await findExceptPlatform(inside, input.ids, platformRefusals.recycle)
      for (const { id } of rows) await updateRow(inside, tenant, id, { status: 1 }, 'pass')
      await resumeTenants(inside, rows)
      return null
    }),
  setting: (ctx, { ids, accountNumber, expireTime }) =>
    tx(ctx, async (inside) => {
      checkNumber(accountNumber)
      const rows = await findExceptPlatform(inside, ids, platformRefusals.bound)
      const limits = { accountNumber: accountNumber === null ? -1 : accountNumber, expireTime }
      for (const { id } of rows) await updateRow(inside, tenant, id, limits, 'setting')
      if (expireTime) await capSessions(inside, rows, expireTime)
      return null
    }),
  packageDetail: async (ctx, { tenantId }) => {
    const { packageId } = await findTenant(ctx, tenantId)
    return packageId ? findRow(ctx, tenantPackage, packageId) : {}
  },
  packageSetting: (ctx, { tenantId, packageId }) =>
    tx(ctx, async (inside) => {
      const { id } = await findTenant(inside, tenantId)
      await findExceptPlatform(inside, id, platformRefusals.bound)
      const bought = packageId ? await findRow(inside, tenantPackage, packageId) : null
      await assertCanPackage(inside, bought && split(bought.menuId))
      await updateRow(inside, tenant, id, { packageId: packageId || null }, 'packageSetting')
      if (packageId) await grantPackage(inside, packageId)
      return null
    }),
  datasource: (ctx, { tenantId, datasourceId }) =>
    tx(ctx, async (inside) => {
      const { id } = await findTenant(inside, tenantId)
      if (datasourceId) await findRow(inside, datasource, datasourceId)
      await updateRow(inside, tenant, id, { datasourceId: datasourceId || null }, 'datasource')
      return null
    }),
}
