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
  ])('%s missing: %s', async (field, msg) => {
    const row = { paramName: '名', paramKey: 'k.x', paramValue: 'v', [field]: '' }
    expect(await admin.ask(param.calls.submit, row)).toMatchObject({ status: 400, faults: [{ at: field, msg }] })
  })

  test('a key stands once', async () => {
    const row = { paramName: '重复', paramKey: 'account.failCount', paramValue: '5' }
    expect(await admin.ask(param.calls.submit, row)).toMatchObject({ status: 400, msg: '参数键名已存在' })
  })

  test('any other key keeps any value, on several lines too', async () => {
    const row = { paramName: '备用', paramKey: 'own.note', paramValue: '第一行\n第二行', remark: '说明' }
    const { id } = await admin.get(param.calls.submit, row)
    expect(await admin.get(param.calls.detail, { id })).toMatchObject(row)
  })
})

describe('parameters the platform reads', () => {
  test('every one it explains is read somewhere, and has an initial value that fits', () => {
    const files = readdirSync('server', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    for (const [key, { initial, isValid: fits }] of Object.entries(paramDefinitions)) {
      expect([key, files.some((text) => text.includes(`'${key}'`))]).toEqual([key, true])
      expect([key, initial === '' || fits(initial)]).toEqual([key, true])
    }
  })

  test.each([
    ['account.registerUser', 'ja', '参数“注册开关”的值应为true（开启）或 false（关闭）'],
    ['account.failCount', '0', '参数“登录失败锁定次数”的值应为1至20之间的整数'],
    ['account.failCount', '3.5', '参数“登录失败锁定次数”的值应为1至20之间的整数'],
  ])('%s does not take %s', async (key, paramValue, msg) => {
    const { id, ...before } = (await rowOf(key)) ?? { id: '' }
    const refused = { status: 400, faults: [{ at: 'paramValue', msg }] }
    expect(await admin.ask(param.calls.submit, { id, paramValue })).toMatchObject(refused)
    expect(await rowOf(key)).toEqual({ id, ...before })
  })

  test('a row of another key that is renamed to one of them has to fit it', async () => {
    const { id } = await admin.get(param.calls.submit, { paramName: '旧', paramKey: 'old.key', paramValue: 'x' })
    const row = await rowOf('account.failCount')
    await admin.get(param.calls.remove, { ids: row?.id ?? '' })
    const answer = await admin.ask(param.calls.submit, { id, paramKey: 'account.failCount' })
    expect(answer).toMatchObject({ status: 400, faults: [{ at: 'paramValue' }] })
    await admin.get(param.calls.restore, { ids: row?.id ?? '' })
  })

  test('a change binds at the next request, and a removed row leaves the initial value', async () => {
    expect((await platform.visitor.get(auth.settings)).registration).toBe(true)
    await setParameter(admin, 'account.registerUser', 'false')
    expect((await platform.visitor.get(auth.settings)).registration).toBe(false)
    await expect(register(platform)).rejects.toThrow('注册已关闭')
    const row = await rowOf('account.registerUser')
    await admin.get(param.calls.remove, { ids: row?.id ?? '' })
    expect((await platform.visitor.get(auth.settings)).registration).toBe(true)
  })

  test('a value that came in some other way and does not fit is as if it were not there', async () => {
    await platform.db
      .updateTable('param')
      .set({ paramValue: 'nie' })
      .where('paramKey', '=', 'account.failCount')
      .execute()
    expect(await paramOf(platform.db, 'account.failCount')).toBe('5')
    const tries = Array.from({ length: 6 }, () =>
      requestToken(platform, { username: 'ghost', password: platform.encrypt('No-Such-1') }),
    )
    expect((await Promise.all(tries)).map(({ error_code }) => error_code)).toContain(2003)
  })
})
