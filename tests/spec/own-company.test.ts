import { beforeAll, describe, expect, test } from 'vitest'
import { company, currentCompany } from '#contract/project/company.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, createStaff, creditCode, type Enterprise, userIdOf } from '../support/scenario.ts'

let platform: Platform

let admin: Caller
let [mine, other] = [] as unknown as [Enterprise, Enterprise]
let otherId = ''
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  ;[mine, other] = [await createEnterprise(platform), await createEnterprise(platform)]
  otherId = await userIdOf(admin, other.account)
})

const detail = (caller: Caller, uid?: string) => caller.get(currentCompany.detail, uid ? { uid } : {})

describe('the organisation of an account (wire-and-fields.md 2.28, security rule 31)', () => {
  test("a plain user reads his own, whoever's he asks for", async () => {
    const own = { commpanyName: mine.unitName, organizationCode: mine.organizationCode, accountType: 1 }
    expect(await detail(mine)).toMatchObject(own)
    expect(await detail(mine, otherId)).toMatchObject(own)
  })

  test('who manages users reads that of any account; an account of no organisation has an empty one', async () => {
    const office = await createStaff(platform, 'platform')
    expect(await detail(office, otherId)).toMatchObject({ organizationCode: other.organizationCode })
    const expert = await createStaff(platform, 'expert')
    expect(await (await expert.raw('GET', currentCompany.detail.path)).json()).toMatchObject({ code: 200, data: {} })
    expect(await detail(expert)).toEqual({})
    expect((await admin.ask(currentCompany.detail, { uid: '424242' })).status).toBe(404)
  })

  test('a plain user changes what describes his own, and of no other', async () => {
    await mine.get(currentCompany.submit, { uid: otherId, year: '2019', address: '苏州市虎丘区科技路1号', size: 2 })
    expect(await detail(mine)).toMatchObject({ year: '2019', address: '苏州市虎丘区科技路1号', size: 2 })
    expect((await detail(other)).address).toBeNull()
    const wrong = await mine.ask(currentCompany.submit, { year: '19' })
    expect(wrong).toMatchObject({ status: 400, faults: [{ at: 'year', msg: '请输入四位年份' }] })
  })

  test('what was approved is not his to change; sent as it is it does no harm', async () => {
    const said = '已审核的单位信息不能自行修改，请联系平台管理员'
    for (const change of [
      { commpanyName: '改名有限公司' },
      { organizationCode: creditCode(800_001) },
      { accountType: 2 as const },
      { operator: 1 },
    ])
      expect((await mine.ask(currentCompany.submit, change)).faults).toEqual([
        { at: Object.keys(change)[0], msg: said },
      ])
    const whole = { commpanyName: mine.unitName, organizationCode: mine.organizationCode, year: '2020' }
    await mine.get(currentCompany.submit, whole)
    expect(await detail(mine)).toMatchObject(whole)
  })

  test('who manages users may rename it; the credit code that ties the account to it stays', async () => {
    const uid = await userIdOf(admin, mine.account)
    await admin.get(currentCompany.submit, {
      uid,
      commpanyName: '苏州改名有限公司',
      organizationCode: creditCode(800_002),
    })
    expect(await detail(mine)).toMatchObject({
      commpanyName: '苏州改名有限公司',
      organizationCode: mine.organizationCode,
    })
    const emptied = await admin.ask(currentCompany.submit, { uid, commpanyName: null })
    expect(emptied).toMatchObject({ status: 400, faults: [{ at: 'commpanyName', msg: '请输入单位名称' }] })
  })

  test('one that was removed from the register is entered anew; an account of none has none to change', async () => {
    const { id } = await detail(other)
    await admin.get(company.calls.remove, { ids: id })
    expect(await detail(other)).toEqual({})
    await other.get(currentCompany.submit, { year: '2021' })
    expect(await detail(other)).toMatchObject({ commpanyName: other.unitName, year: '2021' })
    const expert = await createStaff(platform, 'expert')
    const answer = await expert.ask(currentCompany.submit, { year: '2021' })
    expect(answer).toMatchObject({ status: 400, msg: '账号没有关联的单位' })
  })
})
