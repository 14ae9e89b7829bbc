import { beforeAll, describe, expect, test } from 'vitest'
import { datasource } from '#contract/develop/datasource.ts'
import { secretMask } from '#contract/kit/field.ts'
import { tenant } from '#contract/system/tenant.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff } from '../support/scenario.ts'
import { createTenant } from '../support/tenants.ts'

let platform: Platform

let admin: Caller
beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  admin = await platform.admin()
})

let serial = 0
/** The values of the form, all valid except for the overrides. */
const formValues = (overrides: object = {}) => ({
  category: 1,
  name: `工业数据库 ${++serial}`,
  driverClass: 'org.postgresql.Driver' as const,
  url: 'jdbc:postgresql://10.1.2.3:5432/factory',
  username: 'reader',
  password: 'Reader-2468',
  ...overrides,
})
const createDatasource = async (overrides?: object) =>
  (await admin.get(datasource.calls.submit, formValues(overrides))).id as string
const tenantRow = async (id: string) => (await admin.get(tenant.calls.list, { tenantId_equal: id })).records[0]

describe('a data source (docs/decisions/0027)', () => {
  test('stores its password encrypted, never shows it, and keeps it if the field is left empty', async () => {
    const id = await createDatasource()
    const storedPassword = async () =>
      (await sql<{ password: string }>`select password from datasource where id = ${id}`.execute(platform.db)).rows[0]
        ?.password
    const encrypted = await storedPassword()
    expect(encrypted).not.toContain('Reader-2468')
    expect(await admin.get(datasource.calls.detail, { id })).toMatchObject({ password: secretMask })
    await admin.get(datasource.calls.submit, { id, remark: '只读', password: '' })
    expect(await storedPassword()).toBe(encrypted)
  })

  test.each([
    [{ url: 'jdbc:mysql://10.1.2.3/factory' }, '连接地址应以 jdbc:postgresql:// 开头'],
    [{ url: 'jdbc:postgresql://' }, '连接地址应以 jdbc:postgresql:// 开头'],
    [{ url: 'jdbc:postgresql://h/f?user=a&password=b' }, '连接地址中不能写密码，请输入到“密码”一栏'],
    [{ url: 'jdbc:postgresql://h/f?trustStorePassword=b' }, '连接地址中不能写密码，请输入到“密码”一栏'],
    [{ url: 'jdbc:postgresql://a:b@h/f' }, '连接地址中不能写密码，请输入到“密码”一栏'],
    [
      { driverClass: 'oracle.jdbc.OracleDriver', url: 'jdbc:oracle:thin:a/b@h:1521:orcl' },
      '连接地址应以 jdbc:oracle:thin:@ 开头',
    ],
  ])('%o is rejected at its address', async (invalid, msg) => {
    const answer = await admin.ask(datasource.calls.submit, formValues(invalid) as ReturnType<typeof formValues>)
    expect(answer).toMatchObject({ status: 400, faults: [{ at: 'url', msg }] })
  })

  test('is validated with its stored address when only its driver changes', async () => {
    const id = await createDatasource()
    const answer = await admin.ask(datasource.calls.submit, { id, driverClass: 'com.mysql.cj.jdbc.Driver' })
    expect(answer).toMatchObject({ status: 400, faults: [{ at: 'url', msg: '连接地址应以 jdbc:mysql:// 开头' }] })
  })

  test('stores an address without the HTML entities that a client of the family sends', async () => {
    const id = await createDatasource({ url: 'jdbc:postgresql://h/f?ssl=true&amp;sslmode=verify-full' })
    const { url } = await admin.get(datasource.calls.detail, { id })
    expect(url).toBe('jdbc:postgresql://h/f?ssl=true&sslmode=verify-full')
  })

  test('needs a sharding configuration only in the sharding category', async () => {
    const answer = await admin.ask(datasource.calls.submit, formValues({ category: 2 }))
    expect(answer).toMatchObject({ status: 400, faults: [{ at: 'shardingConfig' }] })
    expect(await createDatasource({ category: 2, shardingConfig: 'rules: []' })).toBeTruthy()
  })

  test('is listed by name only for those who can assign it to a tenant, and not for users of a tenant', async () => {
    const id = await createDatasource()
    const options = await admin.get(datasource.calls.select, {})
    expect(Object.keys(options[0] ?? {}).sort()).toEqual(['id', 'name'])
    expect(options.map((option) => option.id)).toContain(id)
    const newTenant = await createTenant(platform)
    const officer = await createStaff(platform, 'platform')
    for (const person of [newTenant.admin, officer])
      for (const call of [datasource.calls.list, datasource.calls.select])
        expect((await person.ask(call as typeof datasource.calls.list, {})).status).toBe(403)
  })
})

describe('the data source of a tenant', () => {
  test('is set by the tenant id or the id of its row, shown by name in the list, and can be unset', async () => {
    const [id, newTenant] = [await createDatasource(), await createTenant(platform)]
    await admin.get(tenant.calls.datasource, { tenantId: newTenant.tenantId, datasourceId: id })
    const { name } = await admin.get(datasource.calls.detail, { id })
    expect(await tenantRow(newTenant.tenantId)).toMatchObject({ datasourceId: id, datasourceName: name })
    await admin.get(tenant.calls.datasource, { tenantId: newTenant.id, datasourceId: null })
    expect(await tenantRow(newTenant.tenantId)).toMatchObject({ datasourceId: null })
  })

  test('must exist', async () => {
    const newTenant = await createTenant(platform)
    const answer = await admin.ask(tenant.calls.datasource, { tenantId: newTenant.tenantId, datasourceId: '77' })
    expect(answer.status).toBe(404)
    expect(await tenantRow(newTenant.tenantId)).toMatchObject({ datasourceId: null })
  })

  test('cannot be removed while the tenant uses it', async () => {
    const [id, newTenant] = [await createDatasource(), await createTenant(platform)]
    await admin.get(tenant.calls.datasource, { tenantId: newTenant.tenantId, datasourceId: id })
    const { tenantName } = (await tenantRow(newTenant.tenantId)) ?? {}
    const msg = `租户“${tenantName}”正在使用该数据源，不能删除`
    expect(await admin.ask(datasource.calls.remove, { ids: id })).toMatchObject({ status: 400, msg })
    await admin.get(tenant.calls.datasource, { tenantId: newTenant.tenantId, datasourceId: null })
    expect((await admin.ask(datasource.calls.remove, { ids: id })).success).toBe(true)
  })
})
