import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
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

/** What a package leaves of the screens of a tenant: its menus, their buttons, what can be granted, and the calls behind them. */
let platform: Platform
let db: Db
let admin: Caller

/** Screens of no tenant, whatever its package holds. */
const closed = ['tenant', 'tenant_package', 'datasource']
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

const packs = (codes: readonly string[]) =>
  admin.get(tenantPackage.calls.submit, { id: packageId, menuId: codes.map((code) => ids.get(code)).join(',') })
const listOf = (entity: AnyEntity) =>
  (entity.calls as Record<string, Endpoint>)[listVerbOf(entity) as string] as Endpoint
const statusOf = async (who: Caller, endpoint: Endpoint, input: object = {}) => (await who.ask(endpoint, input)).status

describe('the administrator of a tenant', () => {
  test('opens exactly the screens of his package with all their buttons, for whatever package', async () => {
    await fc.assert(
      fc.asyncProperty(choice, async (codes) => {
        await packs(codes)
        const within = codes.filter((code) => !closed.includes(code))
        for (const entity of screens) {
          const isOpen = within.includes(entity.code)
          expect([entity.code, await statusOf(one.admin, listOf(entity), { size: 1 })]).toEqual([
            ...[entity.code, isOpen ? 200 : 403],
          ])
          const asked = exportCallsOf(entity).start
          const told = await statusOf(one.admin, asked as Endpoint, { query: 'x'.repeat(4001) })
          expect([asked.path, told]).toEqual([asked.path, isOpen ? 400 : 403])
        }
        const held = await codesOf(one.admin)
        const shown = screens.map(({ code }) => code).filter((code) => held.includes(code))
        expect(shown.sort()).toEqual([...within].sort())
      }),
      { numRuns: 8 },
    )
  })

  test('is offered for his roles what lies in it, and grants no more', async () => {
    await fc.assert(
      fc.asyncProperty(choice, fc.constantFrom(...screens.map(({ code }) => code)), async (codes, wanted) => {
        await packs(['role', ...codes])
        const offered = JSON.stringify((await one.admin.get(menu.calls.grantTree, {})).menu)
        const roleName = `组${Math.random().toString(36).slice(2, 8)}`
        const { id } = await one.admin.get(role.calls.submit, { roleName, roleAlias: roleName, sort: 9 })
        const granted = await one.admin.ask(role.calls.grant, { roleIds: id, menuIds: ids.get(wanted) ?? '' })
        const isIn = ['role', ...codes].includes(wanted) && !closed.includes(wanted)
        expect([wanted, offered.includes(`"${ids.get(wanted)}"`), granted.success]).toEqual([wanted, isIn, isIn])
      }),
      { numRuns: 12 },
    )
  })

  test('sees his menus in areas that hold something, and no empty one', async () => {
    await packs(['post', 'notice'])
    const routes = await one.admin.get(menu.calls.routes, {})
    expect(routes.map(({ code, children }) => [code, (children ?? []).map((below) => below.code)])).toEqual([
      ['desk', ['notice']],
      ['system', ['post']],
    ])
  })
})

describe('a package', () => {
  test('of one tenant changes nothing for another, nor for the platform', async () => {
    const other = await createTenant(platform)
    const [before, own] = [await codesOf(other.admin), (await codesOf(admin)).length]
    await packs(['post'])
    expect(await codesOf(other.admin)).toEqual(before)
    expect((await codesOf(admin)).length).toBe(own)
  })

  test('shared by two tenants bounds both, and each alone once the other has none', async () => {
    const other = await createTenant(platform)
    await admin.get(tenant.calls.packageSetting, { tenantId: other.tenantId, packageId })
    await packs(['notice'])
    const screensOf = async (who: Caller) =>
      (await codesOf(who)).filter((code) => ['notice', 'user', 'post'].includes(code))
    expect([await screensOf(one.admin), await screensOf(other.admin)]).toEqual([['notice'], ['notice']])
    await admin.get(tenant.calls.packageSetting, { tenantId: other.tenantId, packageId: null })
    expect((await screensOf(other.admin)).sort()).toEqual(expect.arrayContaining(['post', 'user']))
    expect(await screensOf(one.admin)).toEqual(['notice'])
  })

  test('is the platform’s: nobody of a tenant reads, changes or chooses one, whatever his package holds', async () => {
    await packs(screens.map(({ code }) => code))
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
