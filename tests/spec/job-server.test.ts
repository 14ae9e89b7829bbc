import { beforeAll, describe, expect, test } from 'vitest'
import { jobInfo } from '#contract/job/job-info.ts'
import { jobServer, localServerUrl } from '#contract/job/job-server.ts'
import { secretMask } from '#contract/kit/field.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff } from '../support/scenario.ts'
import { createTenant } from '../support/tenants.ts'

const { calls } = jobServer

let platform: Platform
let admin: Caller
beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  admin = await platform.admin()
})

let serial = 0
/** The values of the form, all valid except for the overrides. */
const formValues = (overrides: object = {}) => ({
  jobServerName: '省级调度中心',
  jobServerUrl: 'https://scheduler.example.com',
  jobAppName: `app-${++serial}`,
  jobAppPassword: 'Scheduler-2468',
  ...overrides,
})
const create = async (overrides?: object) => (await admin.get(calls.submit, formValues(overrides))).id as string
const shipped = async () => {
  const { records } = await admin.get(calls.list, { size: 200 })
  return records.find(({ isShipped }) => isShipped === 1) as (typeof records)[number]
}

describe('a job server (specification 001, sections 3 and 5)', () => {
  test.each([
    ['jobServerName', '请输入应用服务名称'],
    ['jobServerUrl', '请输入应用服务地址'],
    ['jobAppName', '请输入应用名称'],
    ['jobAppPassword', '请输入应用密码'],
  ])('needs %s', async (at, msg) => {
    expect(await admin.ask(calls.submit, formValues({ [at]: '' }) as never)).toMatchObject({
      status: 400,
      msg,
      faults: [{ at, msg }],
    })
  })

  test('gets its stored password only at the address for which it was entered', async () => {
    const id = await create()
    const jobServerUrl = 'https://elsewhere.example.com'
    for (const kept of ['', secretMask, null]) {
      const answer = await admin.ask(calls.submit, { id, jobServerUrl, jobAppPassword: kept })
      const faults = [{ at: 'jobAppPassword', msg: '应用服务地址已更改，请重新输入应用密码' }]
      expect(answer).toMatchObject({ status: 400, faults })
    }
    await admin.get(calls.submit, { id, jobRemark: '备注', jobAppPassword: secretMask })
    await admin.get(calls.submit, { id, jobServerUrl, jobAppPassword: 'Scheduler-1357' })
    expect(await admin.get(calls.detail, { id })).toMatchObject({ jobServerUrl, jobRemark: '备注' })
  })

  test.each([
    ['jobServerName', 50],
    ['jobServerUrl', 255],
    ['jobAppName', 20],
    ['jobAppPassword', 100],
    ['jobRemark', 255],
  ])('has at most so many characters of %s: %i', async (at, max) => {
    const text = (length: number) => (at === 'jobServerUrl' ? 'https://example.com/' : '').padEnd(length, 'a')
    const tooLong = await admin.ask(calls.submit, formValues({ [at]: text(max + 1) }) as never)
    expect(tooLong).toMatchObject({ status: 400, faults: [{ at }] })
    expect(await create({ [at]: text(max) })).toBeTruthy()
  })

  test('stores its password encrypted, never shows it, and keeps it if the field is left empty or masked', async () => {
    const id = await create()
    const stored = async () =>
      (
        await sql<{ value: string }>`select job_app_password as value from job_server where id = ${id}`.execute(
          platform.db,
        )
      ).rows[0]?.value
    const encrypted = await stored()
    expect(encrypted).not.toContain('Scheduler-2468')
    expect(await admin.get(calls.detail, { id })).toMatchObject({ jobAppPassword: secretMask })
    for (const jobAppPassword of ['', secretMask])
      await admin.get(calls.submit, { id, jobRemark: '备用', jobAppPassword })
    expect(await stored()).toBe(encrypted)
    await admin.get(calls.submit, { id, jobAppPassword: 'Another-2468' })
    expect(await stored()).not.toBe(encrypted)
  })

  test('is found by parts of its name and of its application', async () => {
    const id = await create({ jobServerName: '苏州调度中心', jobAppName: 'suzhou-5g' })
    const found = async (filters: object) =>
      (await admin.get(calls.list, { size: 200, ...filters })).records.map((row) => row.id)
    expect(await found({ jobServerName_like: '苏州' })).toEqual([id])
    expect(await found({ jobAppName_like: 'zhou-' })).toEqual([id])
    expect(await found({ jobAppName_like: 'wuxi' })).toEqual([])
  })

  test.each([
    ['ftp://scheduler.example.com', '网址须以 http:// 或 https:// 开头'],
    [localServerUrl, '网址须以 http:// 或 https:// 开头'],
    ['https://', '网址须以 http:// 或 https:// 开头'],
  ])('cannot have the address %s', async (jobServerUrl, msg) => {
    expect(await admin.ask(calls.submit, formValues({ jobServerUrl }))).toMatchObject({
      status: 400,
      faults: [{ at: 'jobServerUrl', msg }],
    })
  })

  test('cannot be inside the network of the platform, unless the settings permit it', async () => {
    for (const jobServerUrl of ['https://127.0.0.1:7700', 'https://10.1.2.3', 'https://[::1]'])
      expect(await admin.ask(calls.submit, formValues({ jobServerUrl }))).toMatchObject({
        status: 400,
        faults: [{ at: 'jobServerUrl' }],
      })
  })

  test('is registered once for each address and application', async () => {
    const values = formValues()
    await admin.get(calls.submit, values)
    const again = { ...values, jobServerName: '重复', jobServerUrl: values.jobServerUrl.toUpperCase() }
    expect(await admin.ask(calls.submit, again)).toMatchObject({ status: 400, msg: '应用名称已存在' })
    expect(await create({ ...values, jobAppName: `${values.jobAppName}-b` })).toBeTruthy()
  })

  test('is an option with its application, name and address in one text', async () => {
    const id = await create({ jobServerName: '南京调度中心', jobAppName: 'nanjing' })
    const options = await admin.get(calls.select, {})
    expect(options.find((option) => option.id === id)).toEqual({
      id,
      jobServerUrl: 'https://scheduler.example.com',
      jobAppName: 'nanjing: [南京调度中心 - https://scheduler.example.com]',
    })
  })

  test('is for the platform alone, whatever the roles of a tenant are', async () => {
    const newTenant = await createTenant(platform)
    const officer = await createStaff(platform, 'platform')
    for (const person of [newTenant.admin, officer])
      for (const call of [calls.list, calls.select, jobInfo.calls.list])
        expect((await person.ask(call as typeof calls.list, {})).status).toBe(403)
  })
})

describe('the shipped job server', () => {
  test('is this platform, and stands in the options', async () => {
    expect(await shipped()).toMatchObject({
      jobServerName: '本平台',
      jobServerUrl: localServerUrl,
      jobAppName: 'platform',
      jobAppPassword: null,
    })
    const options = await admin.get(calls.select, {})
    expect(options.map(({ jobAppName }) => jobAppName)).toContain('platform: [本平台 - builtin://local]')
    const english = await admin.get(calls.select, {}, { 'blade-language': 'en' })
    expect(english.map(({ jobAppName }) => jobAppName)).toContain('platform: [This platform - builtin://local]')
  })

  test('cannot be removed, also not together with others', async () => {
    const msg = '平台自带的任务应用不能删除'
    const [{ id }, other] = [await shipped(), await create()]
    for (const ids of [id, `${other},${id}`])
      expect(await admin.ask(calls.remove, { ids })).toMatchObject({ status: 400, msg })
    expect(await admin.get(calls.detail, { id: other })).toMatchObject({ id: other })
  })

  test('keeps its address and its application; its name and its remark can be changed', async () => {
    const before = await shipped()
    const msg = '平台自带的任务应用只能修改名称、英文名称和备注'
    const change = (values: object) => admin.ask(calls.submit, { ...before, ...values } as never)
    expect(
      await change({ jobServerUrl: 'https://example.com', jobAppName: 'other', jobAppPassword: 'x' }),
    ).toMatchObject({
      status: 400,
      faults: [
        { at: 'jobServerUrl', msg },
        { at: 'jobAppName', msg },
        { at: 'jobAppPassword', msg },
      ],
    })
    expect((await change({ jobServerName: '省平台', jobRemark: '主调度' })).success).toBe(true)
    expect(await shipped()).toMatchObject({
      id: before.id,
      jobServerName: '省平台',
      jobRemark: '主调度',
      jobAppPassword: null,
    })
  })
})
