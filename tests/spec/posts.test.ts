import { beforeAll, expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff } from '../support/scenario.ts'
import { createTenant, type Tenant } from '../support/tenants.ts'

let platform: Platform
let admin: Caller
let a: Tenant
let b: Tenant

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  admin = await platform.admin()
  ;[a, b] = [await createTenant(platform), await createTenant(platform)]
})

const namesFor = async (person: typeof admin, tenantId?: string) =>
  (await person.get(post.calls.select, tenantId === undefined ? {} : { tenantId })).map(({ postName }) => postName)

test('post/select returns the posts of the session tenant, or of a named tenant to tenant managers', async () => {
  await admin.get(post.calls.submit, { category: 1, postCode: 'p1', postName: '平台岗', sort: 1 })
  await b.admin.get(post.calls.submit, { category: 1, postCode: 'b1', postName: '乙岗', sort: 1 })
  expect(await namesFor(admin)).toContain('平台岗')
  expect(await namesFor(admin, '')).toEqual(await namesFor(admin))
  expect(await namesFor(admin, b.tenantId)).toContain('乙岗')
  expect(await namesFor(admin, b.tenantId)).not.toContain('平台岗')
  expect((await admin.ask(post.calls.select, { tenantId: '999999' })).msg).toBe('租户不存在')
})

test('post/select refuses another tenant for users of a tenant and for platform users who do not manage tenants', async () => {
  const refusalFor = async (who: Caller) => (await who.ask(post.calls.select, { tenantId: b.tenantId })).msg
  expect(await refusalFor(a.admin)).toBe('不能指定其他租户')
  expect(await namesFor(a.admin)).not.toContain('乙岗')
  const officer = await createStaff(platform, 'city', '320500')
  expect(await refusalFor(officer)).toBe('不能指定其他租户')
})
