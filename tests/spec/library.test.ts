import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { portal } from '#contract/portal/portal.ts'
import { declaration } from '#contract/project/declaration.ts'
import { library } from '#contract/project/library.ts'
import { role } from '#contract/system/role.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import {
  addLibraryRow,
  createEnterprise,
  createStaff,
  creditCode,
  type Enterprise,
  setStage,
} from '../support/scenario.ts'

let platform: Platform
let review: Review
let company: Enterprise
let operator: Enterprise
let person: (name: string) => Caller & { id: string }
let beginDeclaration: () => Promise<string>
let performAction: (who: string, action: string, more?: object) => Promise<number>
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  company = review.company
  operator = review.operator
  person = review.person
  beginDeclaration = review.beginDeclaration
  performAction = review.performAction
  admin = await platform.admin()
})

let id = ''

/** The public figures, and the total of the library list. */
const figures = async () => {
  const [statistics, map] = [
    await platform.visitor.get(portal.statistics),
    await platform.visitor.get(portal.nationalMap),
  ]
  const of = <T extends { name: string; value: number }>(list: T[], name: string) =>
    list.find((one) => one.name === name)?.value ?? 0
  return {
    projects: statistics.Item[0]?.value ?? 0,
    mobile: of(statistics.Operator, '中国移动'),
    telecom: of(statistics.Operator, '中国电信'),
    ranked: of(statistics.Province, '江苏'),
    map: map.find(({ code }) => code === '320000')?.value ?? 0,
    zhejiang: map.find(({ code }) => code === '330000')?.value ?? 0,
    listed: (await admin.get(library.calls.page, { size: 1 })).total,
    listedDeclarations: (await admin.get(declaration.calls.statistics)).listed,
  }
}
const figuresPlus = (before: Awaited<ReturnType<typeof figures>>, by: number) => ({
  ...before,
  projects: before.projects + by,
  mobile: before.mobile + by,
  ranked: before.ranked + by,
  map: before.map + by,
  listed: before.listed + by,
  listedDeclarations: before.listedDeclarations + by,
})

describe('listing a declaration (home figures come from the same query as the list)', () => {
  beforeEach(async () => {
    id = await beginDeclaration()
    await performAction('company', 'submit')
    await setStage(platform, id, 50)
  })

  test('adds exactly one row and raises every figure by exactly one', async () => {
    const before = await figures()
    await performAction('office', 'publish')
    expect(await figures()).toEqual(figuresPlus(before, 1))
  })

  test('copies the frozen version to the row, with the declaration number and the time of listing', async () => {
    await performAction('office', 'publish')
    const { records } = await company.get(library.calls.page, { projectName: review.projectName() })
    const detail = await company.get(declaration.calls.detail, { id })
    expect(records).toHaveLength(1)
    expect(records[0]).toMatchObject({
      pid: id,
      commpanyName: company.unitName,
      organizationCode: company.organizationCode,
      year: '2026',
      province: '320000',
      provinceName: '江苏省',
      city: '320500',
      operator: 1,
      operatorName: '中国移动',
      declareNo: (await review.status()).declareNo,
      investment: detail.totalInvestment,
      isBenchmark: 0,
      demo: 0,
      listedAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
    expect(records[0]?.terminals).toBeGreaterThan(0)
    expect(records[0]?.scenes?.split(',').length).toBeGreaterThan(2)
  })

  test('a removal changes the figures only when a second person confirms it', async () => {
    const before = await figures()
    await performAction('office', 'publish')
    await performAction('office', 'unlist', { comment: '企业注销' })
    expect(await figures()).toEqual(figuresPlus(before, 1))
    await performAction('office2', 'unlist', { comment: '同意移出' })
    expect(await figures()).toEqual(before)
    expect((await review.status()).status).toBe(95)
  })

  test('a project removed from the library cannot be restored from the recycle bin', async () => {
    const before = await figures()
    await performAction('office', 'publish')
    await performAction('office', 'unlist', { comment: '企业注销' })
    await performAction('office2', 'unlist', { comment: '同意移出' })
    const { records } = await person('office').get(library.calls.removed, { projectName: review.projectName() })
    expect(records).toHaveLength(1)
    const manualRowId = await addLibraryRow(admin)
    await admin.get(library.calls.remove, { ids: manualRowId })
    for (const ids of [String(records[0]?.id), `${manualRowId},${records[0]?.id}`])
      expect(await person('office').ask(library.calls.restore, { ids })).toMatchObject({ status: 400, success: false })
    expect(await figures()).toEqual(before)
    expect((await review.status()).status).toBe(95)
  })

  test('a row that comes from a declaration can be neither edited nor deleted by hand', async () => {
    await performAction('office', 'publish')
    const { records } = await admin.get(library.calls.page, { projectName: review.projectName() })
    const rowId = records[0]?.id ?? ''
    const rejection = { status: 400, msg: '该项目由申报入库产生，请在申报中办理入库和移出' }
    expect(await admin.ask(library.calls.submit, { id: rowId, investment: 1 })).toMatchObject(rejection)
    expect(await admin.ask(library.calls.remove, { ids: rowId })).toMatchObject(rejection)
    const manualRowId = await addLibraryRow(admin)
    expect(await admin.ask(library.calls.remove, { ids: `${manualRowId},${rowId}` })).toMatchObject(rejection)
    expect((await admin.ask(library.calls.detail, { id: manualRowId })).success).toBe(true)
    await admin.get(library.calls.remove, { ids: manualRowId })
  })
})

describe('a library row added by hand', () => {
  test('counts in the figures, moves with its province and operator, and stops counting once deleted', async () => {
    const before = await figures()
    const rowId = await addLibraryRow(admin)
    expect(await figures()).toEqual(figuresPlus(before, 1))
    await admin.get(library.calls.submit, { id: rowId, province: '330000', city: '330100', operator: 2 })
    const changed = await figures()
    expect(changed).toEqual({
      ...figuresPlus(before, 1),
      mobile: before.mobile,
      ranked: before.ranked,
      map: before.map,
      telecom: before.telecom + 1,
      zhejiang: before.zhejiang + 1,
    })
    await admin.get(library.calls.remove, { ids: rowId })
    expect(await figures()).toEqual(before)
  })

  test.each([
    ['projectName', '请输入项目名称'],
    ['commpanyName', '请输入单位名称'],
    ['organizationCode', '请输入统一社会信用代码'],
    ['categorize', '请选择国民经济分类'],
    ['province', '请选择省份'],
    ['city', '请选择城市'],
    ['operator', '请选择运营商'],
  ])('requires %s: %s (specification 001, section 5)', async (field, message) => {
    await expect(addLibraryRow(admin, { [field]: null })).rejects.toThrow(message)
  })

  test('does not require a year', async () => {
    const rowId = await addLibraryRow(admin, { year: null })
    expect(await admin.get(library.calls.detail, { id: rowId })).toMatchObject({ year: null })
    await admin.get(library.calls.remove, { ids: rowId })
  })
})

describe('the operator filter (specification 000, section 6)', () => {
  beforeAll(async () => {
    await addLibraryRow(admin, { operator: 2, organizationCode: creditCode(900_002), projectName: '电信项目' })
    await addLibraryRow(admin, { operator: 3, organizationCode: creditCode(900_003), projectName: '联通项目' })
  })

  test('works for users with library_export_all and is ignored for everybody else', async () => {
    const office = person('office')
    const city = person('city')
    expect(
      (await office.get(library.calls.page, { operator: 2 })).records.map(({ projectName }) => projectName),
    ).toEqual(['电信项目'])
    const all = (await city.get(library.calls.page, {})).total
    for (const filter of [{ operator: 2 }, { operator_equal: 2 }])
      expect([filter, (await city.get(library.calls.page, filter)).total]).toEqual([filter, all])
    expect(all).toBeGreaterThan(2)
  })

  test('cannot be bypassed with another filter suffix', async () => {
    const city = person('city')
    const all = (await city.get(library.calls.page, {})).total
    for (const suffix of ['ge', 'gt', 'le', 'lt', 'like', 'datege'])
      expect([suffix, (await city.get(library.calls.page, { [`operator_${suffix}`]: 3 })).total]).toEqual([suffix, all])
  })

  test('never shows an operator the rows of another operator', async () => {
    const organizationCode = creditCode(900_004)
    const ownRow = await addLibraryRow(admin, { operator: 1, organizationCode, projectName: '移动项目' })
    const { records } = await operator.get(library.calls.page, { operator: 2, size: 200 })
    expect(records.map((row) => row.id)).toContain(ownRow)
    expect(records.filter((row) => row.operator !== 1)).toEqual([])
    // of a list that goes on, the kept figures tell the number
    expect((await operator.get(library.calls.page, { size: 1 })).total).toBe(records.length)
  })

  test('works from the next request after a role receives the permission', async () => {
    const viewer = await createStaff(platform, 'city', '320000')
    const before = (await viewer.get(library.calls.page, { operator: 3 })).total
    const roles = await admin.get(role.calls.select, {})
    const cityRole = roles.find(({ roleAlias }) => roleAlias === 'city')?.id ?? ''
    const currentMenus = await platform.db
      .selectFrom('roleMenu')
      .select('menuId')
      .where('roleId', '=', cityRole)
      .execute()
    const scopes = await platform.db.selectFrom('roleScope').select('scopeId').where('roleId', '=', cityRole).execute()
    const exportPermission = await platform.db
      .selectFrom('menu')
      .select('id')
      .where('code', '=', 'library_export_all')
      .executeTakeFirstOrThrow()
    await admin.get(role.calls.grant, {
      roleIds: cityRole,
      menuIds: [...currentMenus.map(({ menuId }) => menuId), exportPermission.id].join(','),
      dataScopeIds: scopes.map(({ scopeId }) => scopeId).join(','),
    })
    expect((await viewer.get(library.calls.page, { operator: 3 })).total).toBe(1)
    expect(before).toBeGreaterThan(1)
  })
})

describe('figures and list of the library', () => {
  test('the home figures equal the totals of the list for each province and operator', async () => {
    const map = await platform.visitor.get(portal.nationalMap)
    for (const code of ['320000', '330000', '440000']) {
      const { total } = await admin.get(library.calls.page, { province: code, size: 1 })
      expect([code, map.find((one) => one.code === code)?.value]).toEqual([code, total])
    }
    const { Operator } = await platform.visitor.get(portal.statistics)
    for (const { key, value } of Operator) {
      const { total } = await admin.get(library.calls.page, { operator: key, size: 1 })
      expect([key, value]).toEqual([key, total])
    }
  })

  test('an enterprise does not see the projects of other companies', async () => {
    const otherCompany = await createEnterprise(platform)
    expect(await otherCompany.get(library.calls.page, {})).toMatchObject({ total: 0, records: [] })
  })
})
