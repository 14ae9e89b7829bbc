import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { tenant } from '#contract/system/tenant.ts'
import { user } from '#contract/system/user.ts'
import { createApp } from '#server/app.ts'
import { makeLog } from '#server/base/process/log.ts'
import { callerFor } from '../support/platform.ts'
import { callerWithToken, password, registration, requestToken } from '../support/scenario.ts'
import { createTenant, hasValidSession, openTenantPlatform, tenantDisabledResponse } from '../support/tenants.ts'

let tenancy: Awaited<ReturnType<typeof openTenantPlatform>>

beforeAll(async () => {
  tenancy = await openTenantPlatform()
})

describe('the address of a tenant', () => {
  test('presets the login of its page; an unknown address presets nothing', async () => {
    const domainUrl = 'https://Park.example.com/'
    const one = await createTenant(tenancy.platform, { domainUrl, backgroundUrl: '/img/park.png' })
    const info = (domain: string) => tenancy.platform.visitor.get(auth.tenant, { domain })
    for (const domain of ['https://park.example.com', 'http://PARK.example.com/Home', 'park.example.com'])
      expect(await info(domain)).toEqual({ tenantId: one.tenantId, domain: domainUrl, backgroundUrl: '/img/park.png' })
    expect([await info('https://other.example.com'), await info('')]).toEqual([{}, {}])
    const duplicate = { tenantName: '另一园区', linkman: '周', domainUrl: 'http://park.example.com/x' }
    expect(await tenancy.admin.ask(tenant.calls.submit, duplicate)).toMatchObject({
      status: 400,
      faults: [{ at: 'domainUrl' }],
    })
    await tenancy.admin.get(tenant.calls.recycle, { ids: one.id })
    expect(await info('https://park.example.com')).toEqual({})
  })

  test('determines the tenant of a login that names none', async () => {
    const one = await createTenant(tenancy.platform, { domainUrl: tenancy.platform.url })
    const loginWithoutTenant = {
      grant_type: 'password',
      username: 'admin',
      password: tenancy.platform.encrypt(password),
      scope: 'all',
    }
    const response = await tenancy.platform.visitor.raw('POST', auth.token.path, { body: loginWithoutTenant })
    expect(await response.json()).toMatchObject({ tenant_id: one.tenantId, account: 'admin' })
    await tenancy.admin.get(tenant.calls.submit, { id: one.id, domainUrl: '' })
  })
})

describe('registering in a tenant', () => {
  test('waits for the approval of its administrator', async () => {
    const one = await createTenant(tenancy.platform)
    await tenancy.platform.visitor.get(
      auth.token,
      registration(tenancy.platform, { tenantId: one.tenantId, account: 'applicant' }),
    )
    const { records } = await one.admin.get(user.calls.page, { status: 0 })
    expect(records.map(({ account }) => account)).toEqual(['applicant'])
    expect(await tenancy.admin.get(user.calls.page, { account_equal: 'applicant' })).toMatchObject({ total: 0 })
  })

  test('is rejected for an unknown or recycled tenant', async () => {
    const one = await createTenant(tenancy.platform)
    await tenancy.admin.get(tenant.calls.recycle, { ids: one.id })
    const register = async (tenantId: string) =>
      requestToken(tenancy.platform, registration(tenancy.platform, { tenantId }))
    expect(await register('999999')).toMatchObject({ status: 400, error_code: 2002, msg: '租户不存在' })
    expect(await register(one.tenantId)).toMatchObject(tenantDisabledResponse)
  })
})

describe('with tenant mode off', () => {
  test('only users of 000000 can log in, and sessions of other tenants are not accepted', async () => {
    const one = await createTenant(tenancy.platform)
    const tokens = await tenancy.requestLogin(one.tenantId)
    const env = { ...tenancy.platform.app.env, tenantMode: false }
    const { server } = await createApp({
      env,
      secrets: tenancy.platform.app.secrets,
      log: makeLog('silent'),
      db: tenancy.db,
    })
    const url = await server.listen({ port: 0, host: '127.0.0.1' })
    try {
      const off = { ...tenancy.platform, nextUrl: () => url, visitor: callerFor(url, null) }
      const login = { tenantId: one.tenantId, username: 'admin', password: tenancy.platform.encrypt(password) }
      expect(await requestToken(off, login)).toMatchObject({ status: 400, error_code: 2004 })
      const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
      expect(await requestToken(off, refresh)).toMatchObject({ status: 400, error_code: 2010 })
      expect((await callerWithToken(off, tokens).ask(auth.userInfo)).status).toBe(401)
      expect(await hasValidSession(callerFor(url, tenancy.admin.token))).toBe(true)
      expect(await off.visitor.get(auth.tenant, { domain: url })).toEqual({})
    } finally {
      await server.close()
    }
    expect(await hasValidSession(one.admin)).toBe(true)
  })
})
