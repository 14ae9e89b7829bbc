import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { param } from '#contract/system/param.ts'
import { paramDefinitions } from '#contract/system/param-definitions.ts'
import { paramOf } from '#server/base/database/params.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { register, requestToken, setParameter } from '../support/scenario.ts'

let platform: Platform

let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

const rowOf = async (key: string) => (await admin.get(param.calls.list, { paramKey_equal: key })).records[0]

describe('system parameters (specification 001, sections 3 and 5)', () => {
  test.each([
    ['paramName', '请输入参数名称'],
    ['paramKey', '请输入参数键名'],
    ['paramValue', '请输入参数键值'],
  ])('an empty %s is rejected: %s', async (field, msg) => {
    const row = { paramName: '名', paramKey: 'k.x', paramValue: 'v', [field]: '' }
    expect(await admin.ask(param.calls.submit, row)).toMatchObject({ status: 400, faults: [{ at: field, msg }] })
  })

  test('parameter keys are unique', async () => {
    const row = { paramName: '重复', paramKey: 'account.failCount', paramValue: '5' }
    expect(await admin.ask(param.calls.submit, row)).toMatchObject({ status: 400, msg: '参数键名已存在' })
  })

  test('a key unknown to the platform accepts any value, even with several lines', async () => {
    const row = { paramName: '备用', paramKey: 'own.note', paramValue: '第一行\n第二行', remark: '说明' }
    const { id } = await admin.get(param.calls.submit, row)
    expect(await admin.get(param.calls.detail, { id })).toMatchObject(row)
  })
})

describe('parameters the platform reads', () => {
  test('each defined parameter is read by the server and has a valid initial value', () => {
    const files = readdirSync('server', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    for (const [key, { initial, isValid }] of Object.entries(paramDefinitions)) {
      expect([key, files.some((text) => text.includes(`'${key}'`))]).toEqual([key, true])
      expect([key, initial === '' || isValid(initial)]).toEqual([key, true])
    }
  })

  test.each([
    ['account.registerUser', 'ja', '参数“注册开关”的值应为true（开启）或 false（关闭）'],
    ['account.failCount', '0', '参数“登录失败锁定次数”的值应为1至20之间的整数'],
    ['account.failCount', '3.5', '参数“登录失败锁定次数”的值应为1至20之间的整数'],
  ])('%s rejects the value %s', async (key, paramValue, msg) => {
    const { id, ...before } = (await rowOf(key)) ?? { id: '' }
    const rejection = { status: 400, faults: [{ at: 'paramValue', msg }] }
    expect(await admin.ask(param.calls.submit, { id, paramValue })).toMatchObject(rejection)
    expect(await rowOf(key)).toEqual({ id, ...before })
  })

  test('a row renamed to a defined key needs a valid value for it', async () => {
    const { id } = await admin.get(param.calls.submit, { paramName: '旧', paramKey: 'old.key', paramValue: 'x' })
    const row = await rowOf('account.failCount')
    await admin.get(param.calls.remove, { ids: row?.id ?? '' })
    const response = await admin.ask(param.calls.submit, { id, paramKey: 'account.failCount' })
    expect(response).toMatchObject({ status: 400, faults: [{ at: 'paramValue' }] })
    await admin.get(param.calls.restore, { ids: row?.id ?? '' })
  })

  test('a change takes effect at the next request, and removing the row restores the initial value', async () => {
    expect((await platform.visitor.get(auth.settings)).registration).toBe(true)
    await setParameter(admin, 'account.registerUser', 'false')
    expect((await platform.visitor.get(auth.settings)).registration).toBe(false)
    await expect(register(platform)).rejects.toThrow('注册已关闭')
    const row = await rowOf('account.registerUser')
    await admin.get(param.calls.remove, { ids: row?.id ?? '' })
    expect((await platform.visitor.get(auth.settings)).registration).toBe(true)
  })

  test('an invalid value written directly to the database is ignored', async () => {
    await platform.db
      .updateTable('param')
      .set({ paramValue: 'nie' })
      .where('paramKey', '=', 'account.failCount')
      .execute()
    expect(await paramOf(platform.db, 'account.failCount')).toBe('5')
    const attempts = Array.from({ length: 6 }, () =>
      requestToken(platform, { username: 'ghost', password: platform.encrypt('No-Such-1') }),
    )
    expect((await Promise.all(attempts)).map(({ error_code }) => error_code)).toContain(2003)
  })
})
