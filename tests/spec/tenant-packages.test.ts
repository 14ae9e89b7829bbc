import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { entities } from '#contract/index.ts'
import { exportCallsOf, listVerbOf } from '#contract/job/exporting.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { menu } from '#contract/system/menu.ts'
import { role } from '#contract/system/role.ts'
import { tenant } from '#contract/system/tenant.ts'
import { tenantPackage } from '#contract/system/tenant-package.ts'
import type { Db } from '#server/base/database/db.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { assignPackage, codesOf, createTenant, type Tenant } from '../support/tenants.ts'

/** How a package limits a tenant: its menus, their buttons, grants and calls. */
let platform: Platform
let db: Db
let admin: Caller

/** Screens that no tenant has, whatever its package contains. */
const platformScreens = [
  ...['tenant', 'tenant_package', 'datasource', 'flow_model', 'flow_manager', 'statement', 'model', 'code'],
]
const screens = (Object.values(entities) as AnyEntity[]).filter((one) => listVerbOf(one) && one.area !== 'job')
const choice = fc.subarray(
  screens.map(({ code }) => code),
  { minLength: 1 },
)

let one: Tenant
let packageId = ''
let ids: ReadonlyMap<string, string>
beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  db = platform.db
  admin = await platform.admin()
  one = await createTenant(platform)
  packageId = await assignPackage(platform, [one])
  const rows = await db.selectFrom('menu').select(['id', 'code']).where('isDeleted', '=', 0).execute()
  ids = new Map(rows.map(({ id, code }) => [code, id]))
})

const setPackage = (codes: readonly string[]) =>
  admin.get(tenantPackage.calls.submit, { id: packageId, menuId: codes.map((code) => ids.get(code)).join(',') })
const listOf = (entity: AnyEntity) =>
  (entity.calls as Record<string, Endpoint>)[listVerbOf(entity) as string] as Endpoint
const statusOf = async (who: Caller, endpoint: Endpoint, input: object = {}) => (await who.ask(endpoint, input)).status

describe('the administrator of a tenant', () => {
  test('opens exactly the screens of the package with all their buttons, for random packages', async () => {
    await fc.assert(
      fc.asyncProperty(choice, async (codes) => {
        await setPackage(codes)
        const openScreens = codes.filter((code) => !platformScreens.includes(code))
        for (const entity of screens) {
          const isOpen = openScreens.includes(entity.code)
          const { access } = listOf(entity) as Endpoint
          // the lists of 我的事务 answer everybody with their own rows (docs/decisions/0094)
          const isListOpen = isOpen || typeof access !== 'object' || !('perm' in access)
          expect([entity.code, await statusOf(one.admin, listOf(entity), { size: 1 })]).toEqual([
            ...[entity.code, isListOpen ? 200 : 403],
          ])
          const exportCall = exportCallsOf(entity).start
          const status = await statusOf(one.admin, exportCall as Endpoint, { query: 'x'.repeat(4001) })
          expect([exportCall.path, status]).toEqual([exportCall.path, isOpen ? 400 : 403])
        }
        const codesOfAdmin = await codesOf(one.admin)
        const visibleScreens = screens.map(({ code }) => code).filter((code) => codesOfAdmin.includes(code))
        expect(visibleScreens.sort()).toEqual([...openScreens].sort())
      }),
      { numRuns: 8 },
    )
  })

  test('has no screen without an entity that only the platform can use', async () => {
    await setPackage(['flow_deploy', 'permission_lens'])
    expect(await codesOf(one.admin)).toContain('permission_lens')
    expect(await codesOf(one.admin)).not.toContain('flow_deploy')
    expect(await statusOf(one.admin, flowManager.calls.checkUpload)).toBe(403)
  })

  test('sees and grants exactly the permissions in the package for their roles, for random packages', async () => {
    await fc.assert(
      fc.asyncProperty(choice, fc.constantFrom(...screens.map(({ code }) => code)), async (codes, code) => {
        await setPackage(['role', ...codes])
        const offered = JSON.stringify((await one.admin.get(menu.calls.grantTree, {})).menu)
        const roleName = `组${Math.random().toString(36).slice(2, 8)}`
        const { id } = await one.admin.get(role.calls.submit, { roleName, roleAlias: roleName, sort: 9 })
        const response = await one.admin.ask(role.calls.grant, { roleIds: id, menuIds: ids.get(code) ?? '' })
        const isAllowed = ['role', ...codes].includes(code) && !platformScreens.includes(code)
        expect([code, offered.includes(`"${ids.get(code)}"`), response.success]).toEqual([code, isAllowed, isAllowed])
      }),
      { numRuns: 12 },
    )
  })

  test('sees only areas that contain menus', async () => {
    await setPackage(['post', 'notice'])
    const routes = await one.admin.get(menu.calls.routes, {})
    expect(routes.map(({ code, children }) => [code, (children ?? []).map((below) => below.code)])).toEqual([
      ['desk', ['notice']],
      ['system', ['post']],
    ])
  })
})

describe('a package', () => {
  test('of one tenant does not affect another tenant or the platform', async () => {
    const other = await createTenant(platform)
    const [before, count] = [await codesOf(other.admin), (await codesOf(admin)).length]
    await setPackage(['post'])
    expect(await codesOf(other.admin)).toEqual(before)
    expect((await codesOf(admin)).length).toBe(count)
  })

  test('shared by two tenants limits both, and only one after it is taken from the other', async () => {
    const other = await createTenant(platform)
    await admin.get(tenant.calls.packageSetting, { tenantId: other.tenantId, packageId })
    await setPackage(['notice'])
    const screensOf = async (who: Caller) =>
      (await codesOf(who)).filter((code) => ['notice', 'user', 'post'].includes(code))
    expect([await screensOf(one.admin), await screensOf(other.admin)]).toEqual([['notice'], ['notice']])
    await admin.get(tenant.calls.packageSetting, { tenantId: other.tenantId, packageId: null })
    expect((await screensOf(other.admin)).sort()).toEqual(expect.arrayContaining(['post', 'user']))
    expect(await screensOf(one.admin)).toEqual(['notice'])
  })

  test('belongs to the platform: users of a tenant can neither read, change nor select one', async () => {
    await setPackage(screens.map(({ code }) => code))
    const { calls } = tenantPackage
    for (const endpoint of [calls.list, calls.detail, calls.submit, calls.remove, calls.removed, calls.restore])
      expect([
        endpoint.path,
        await statusOf(one.admin, endpoint as Endpoint, { id: packageId, ids: packageId }),
      ]).toEqual([...[endpoint.path, 403]])
    expect(await one.admin.get(calls.select, {})).toEqual([])
    expect(await statusOf(one.admin, tenant.calls.packageSetting as Endpoint, { tenantId: one.tenantId })).toBe(403)
  })
})
