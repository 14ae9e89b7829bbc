import { beforeAll, describe, expect, test } from 'vitest'
import { company, currentCompany } from '#contract/project/company.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, createStaff, creditCode, type Enterprise, userIdOf } from '../support/scenario.ts'

let platform: Platform

let admin: Caller
let [enterprise, other] = [] as unknown as [Enterprise, Enterprise]
let otherId = ''
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  ;[enterprise, other] = [await createEnterprise(platform), await createEnterprise(platform)]
  otherId = await userIdOf(admin, other.account)
})

const detail = (caller: Caller, uid?: string) => caller.get(currentCompany.detail, uid ? { uid } : {})

describe('the organisation of an account', () => {
  test('an ordinary user always reads their own organisation, whichever account the request names', async () => {
    const expected = {
      commpanyName: enterprise.unitName,
      organizationCode: enterprise.organizationCode,
      accountType: 1,
    }
    expect(await detail(enterprise)).toMatchObject(expected)
    expect(await detail(enterprise, otherId)).toMatchObject(expected)
  })

  test('a user manager reads that of any account; an account without an organisation gets an empty object', async () => {
    const office = await createStaff(platform, 'platform')
    expect(await detail(office, otherId)).toMatchObject({ organizationCode: other.organizationCode })
    const expert = await createStaff(platform, 'expert')
    expect(await (await expert.raw('GET', currentCompany.detail.path)).json()).toMatchObject({ code: 200, data: {} })
    expect(await detail(expert)).toEqual({})
    expect((await admin.ask(currentCompany.detail, { uid: '424242' })).status).toBe(404)
  })

  test('an ordinary user can change the descriptive fields of their own organisation only', async () => {
    await enterprise.get(currentCompany.submit, {
      uid: otherId,
      year: '2019',
      address: '苏州市虎丘区科技路1号',
      size: 2,
    })
    expect(await detail(enterprise)).toMatchObject({ year: '2019', address: '苏州市虎丘区科技路1号', size: 2 })
    expect((await detail(other)).address).toBeNull()
    const response = await enterprise.ask(currentCompany.submit, { year: '19' })
    expect(response).toMatchObject({ status: 400, faults: [{ at: 'year', msg: '请输入四位年份' }] })
  })

  test('an ordinary user cannot change approved fields, but may send them unchanged', async () => {
    const msg = '已审核的单位信息不能自行修改，请联系平台管理员'
    for (const change of [
      { commpanyName: '改名有限公司' },
      { organizationCode: creditCode(800_001) },
      { accountType: 2 as const },
      { operator: 1 },
    ])
      expect((await enterprise.ask(currentCompany.submit, change)).faults).toEqual([
        { at: Object.keys(change)[0], msg },
      ])
    const approvedFields = {
      commpanyName: enterprise.unitName,
      organizationCode: enterprise.organizationCode,
      year: '2020',
    }
    await enterprise.get(currentCompany.submit, approvedFields)
    expect(await detail(enterprise)).toMatchObject(approvedFields)
  })

  test('a user manager can rename it, but not change the credit code that links the account to it', async () => {
    const uid = await userIdOf(admin, enterprise.account)
    await admin.get(currentCompany.submit, {
      uid,
      commpanyName: '苏州改名有限公司',
      organizationCode: creditCode(800_002),
    })
    expect(await detail(enterprise)).toMatchObject({
      commpanyName: '苏州改名有限公司',
      organizationCode: enterprise.organizationCode,
    })
    const response = await admin.ask(currentCompany.submit, { uid, commpanyName: null })
    expect(response).toMatchObject({ status: 400, faults: [{ at: 'commpanyName', msg: '请输入单位名称' }] })
  })

  test('saving creates an organisation again after its removal; an account without an organisation cannot save one', async () => {
    const { id } = await detail(other)
    await admin.get(company.calls.remove, { ids: id })
    expect(await detail(other)).toEqual({})
    await other.get(currentCompany.submit, { year: '2021' })
    expect(await detail(other)).toMatchObject({ commpanyName: other.unitName, year: '2021' })
    const expert = await createStaff(platform, 'expert')
    const response = await expert.ask(currentCompany.submit, { year: '2021' })
    expect(response).toMatchObject({ status: 400, msg: '账号没有关联的单位' })
  })
})
