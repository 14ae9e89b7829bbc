import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { datasource } from '#contract/develop/datasource.ts'
import { secretMask } from '#contract/kit/field.ts'
import { tenant } from '#contract/system/tenant.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff } from '../support/scenario.ts'
import { createTenant } from '../support/tenants.ts'

let platform: Platform

let admin: Caller
beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  admin = await platform.admin()
})

let made = 0
/** What a person fills in, all of it right unless told otherwise. */
const filled = (other: object = {}) => ({
  category: 1,
  name: `工业数据库 ${++made}`,
  driverClass: 'org.postgresql.Driver' as const,
  url: 'jdbc:postgresql://10.1.2.3:5432/factory',
  username: 'reader',
  password: 'Reader-2468',
  ...other,
})
const make = async (other?: object) => (await admin.get(datasource.calls.submit, filled(other))).id as string
const rowOf = async (id: string) => (await admin.get(tenant.calls.list, { tenantId_equal: id })).records[0]

describe('a data source (wire-and-fields.md 2.18)', () => {
  test('keeps its password sealed and tells it nobody; who leaves it empty does not change it', async () => {
    const id = await make()
    const kept = async () =>
      (await sql<{ password: string }>`select password from datasource where id = ${id}`.execute(platform.db)).rows[0]
        ?.password
    const sealed = await kept()
    expect(sealed).not.toContain('Reader-2468')
    expect(await admin.get(datasource.calls.detail, { id })).toMatchObject({ password: secretMask })
    await admin.get(datasource.calls.submit, { id, remark: '只读', password: '' })
    expect(await kept()).toBe(sealed)
  })

  test.each([
    [{ url: 'jdbc:mysql://10.1.2.3/factory' }, '连接地址应以 jdbc:postgresql:// 开头'],
    [{ url: 'jdbc:postgresql://' }, '连接地址应以 jdbc:postgresql:// 开头'],
    [{ url: 'jdbc:postgresql://h/f?user=a&password=b' }, '连接地址中不能写密码，请填写在“密码”一栏'],
    [{ url: 'jdbc:postgresql://h/f?trustStorePassword=b' }, '连接地址中不能写密码，请填写在“密码”一栏'],
    [{ url: 'jdbc:postgresql://a:b@h/f' }, '连接地址中不能写密码，请填写在“密码”一栏'],
    [
      { driverClass: 'oracle.jdbc.OracleDriver', url: 'jdbc:oracle:thin:a/b@h:1521:orcl' },
      '连接地址应以 jdbc:oracle:thin:@ 开头',
    ],
  ])('%o is refused at its address', async (wrong, msg) => {
    const answer = await admin.ask(datasource.calls.submit, filled(wrong) as ReturnType<typeof filled>)
    expect(answer).toMatchObject({ status: 400, faults: [{ at: 'url', msg }] })
  })

  test('is judged with what it was when only its database is changed', async () => {
    const id = await make()
    const answer = await admin.ask(datasource.calls.submit, { id, driverClass: 'com.mysql.cj.jdbc.Driver' })
    expect(answer).toMatchObject({ status: 400, faults: [{ at: 'url', msg: '连接地址应以 jdbc:mysql:// 开头' }] })
  })

  test('has the address a client of the family spelt for HTML', async () => {
    const id = await make({ url: 'jdbc:postgresql://h/f?ssl=true&amp;sslmode=verify-full' })
    const { url } = await admin.get(datasource.calls.detail, { id })
    expect(url).toBe('jdbc:postgresql://h/f?ssl=true&sslmode=verify-full')
  })

  test('says how its tables are shared out only where they are', async () => {
    const answer = await admin.ask(datasource.calls.submit, filled({ category: 2 }))
    expect(answer).toMatchObject({ status: 400, faults: [{ at: 'shardingConfig' }] })
    expect(await make({ category: 2, shardingConfig: 'rules: []' })).toBeTruthy()
  })

  test('is named to those who may give a tenant one, by its name alone, and to nobody of a tenant', async () => {
    const id = await make()
    const named = await admin.get(datasource.calls.select, {})
    expect(Object.keys(named[0] ?? {}).sort()).toEqual(['id', 'name'])
    expect(named.map((one) => one.id)).toContain(id)
    const one = await createTenant(platform)
    const officer = await createStaff(platform, 'platform')
    for (const person of [one.admin, officer])
      for (const call of [datasource.calls.list, datasource.calls.select])
        expect((await person.ask(call as typeof datasource.calls.list, {})).status).toBe(403)
  })
})

describe('the data source of a tenant', () => {
  test('is set by the tenant id or the id of its row, named in the list, and taken back', async () => {
    const [id, one] = [await make(), await createTenant(platform)]
    await admin.get(tenant.calls.datasource, { tenantId: one.tenantId, datasourceId: id })
    const { name } = await admin.get(datasource.calls.detail, { id })
    expect(await rowOf(one.tenantId)).toMatchObject({ datasourceId: id, datasourceName: name })
    await admin.get(tenant.calls.datasource, { tenantId: one.id, datasourceId: null })
    expect(await rowOf(one.tenantId)).toMatchObject({ datasourceId: null })
  })

  test('is one that is there', async () => {
    const one = await createTenant(platform)
    const lost = await admin.ask(tenant.calls.datasource, { tenantId: one.tenantId, datasourceId: '77' })
    expect(lost.status).toBe(404)
    expect(await rowOf(one.tenantId)).toMatchObject({ datasourceId: null })
  })

  test('is not removed while the tenant uses it', async () => {
    const [id, one] = [await make(), await createTenant(platform)]
    await admin.get(tenant.calls.datasource, { tenantId: one.tenantId, datasourceId: id })
    const { tenantName } = (await rowOf(one.tenantId)) ?? {}
    const msg = `租户“${tenantName}”正在使用该数据源，不能删除`
    expect(await admin.ask(datasource.calls.remove, { ids: id })).toMatchObject({ status: 400, msg })
    await admin.get(tenant.calls.datasource, { tenantId: one.tenantId, datasourceId: null })
    expect((await admin.ask(datasource.calls.remove, { ids: id })).success).toBe(true)
  })
})
