import { beforeAll, describe, expect, test } from 'vitest'
import { backgroundJob } from '#contract/job/background-job.ts'
import { exportCallsOf } from '#contract/job/exporting.ts'
import { type ImportResult, sheetCalls } from '#contract/job/sheets.ts'
import { importLimits } from '#contract/job/uploaded-sheet.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import { apiScope } from '#contract/system/api-scope.ts'
import { region } from '#contract/system/region.ts'
import { user } from '#contract/system/user.ts'
import { rowsOf, xlsx } from '../support/jobs.ts'
import { type Answer, type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk } from '../support/roles.ts'
import { createStaff, createUserWithoutRights } from '../support/scenario.ts'
import { workbookWithHidden } from '../support/workbooks.ts'

let platform: Platform

let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

const send = async (person: Caller, call: Endpoint, bytes: Buffer, isCovered = 0, name = '导入.xlsx') => {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)]), name)
  const response = await person.raw('POST', `${call.path}?isCovered=${isCovered}`, { body })
  return (await response.json()) as Answer<ImportResult | null>
}
const download = async (person: Caller, call: Endpoint, query = '') => {
  const response = await person.raw('GET', call.path + query)
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers }
}
const people = async (account_like: string) => (await admin.get(user.calls.page, { account_like })).records
const columns = ['登录账号*', '用户昵称*', '用户姓名*', '所属角色', '所属机构']

describe('user/import-user', () => {
  test('adds the rows and returns initial passwords that work', async () => {
    const bytes = await xlsx(columns, ['sheet.one', '甲一', '甲一', 'expert', '平台运营'])
    const { code, data } = await send(admin, sheetCalls.importUser, bytes)
    expect([code, data?.added, data?.updated, data?.passwords.length]).toEqual([200, 1, 0, 1])
    const [first] = data?.passwords ?? []
    expect((await platform.login('sheet.one', first?.password ?? '')).token).toBeTruthy()
    expect((await people('sheet.one'))[0]).toMatchObject({ realName: '甲一', status: 1 })
  })

  test('replaces existing rows only on request', async () => {
    const bytes = await xlsx(columns.slice(0, 3), ['sheet.one', '甲二', '甲二'])
    const response = await send(admin, sheetCalls.importUser, bytes)
    expect(response.msg).toBe(
      '第 2 行“登录账号”：登录账号已存在；如需更新，请勾选“覆盖已有数据”（共 1 处问题，未导入任何数据）',
    )
    expect((await send(admin, sheetCalls.importUser, bytes, 1)).data).toEqual({ added: 0, updated: 1, passwords: [] })
    expect((await people('sheet.one'))[0]?.realName).toBe('甲二')
  })

  test('imports nothing if one row is invalid, and names every invalid cell', async () => {
    const bytes = await xlsx(columns, ['sheet.two', '乙', '乙某', null, null], ['2bad', '丙', null, '没有的角色', null])
    const { code, msg, data } = await send(admin, sheetCalls.importUser, bytes)
    expect([code, msg]).toEqual([400, expect.stringMatching(/^第 3 行“登录账号”：.*（共 3 处问题，未导入任何数据）$/)])
    expect((data as unknown as { cells: object[] }).cells).toContainEqual({
      row: 3,
      column: '所属角色',
      value: '没有的角色',
      msg: '所属角色中没有“没有的角色”',
    })
    expect(await people('sheet.two')).toEqual([])
  })

  test('rejects what the form would reject, and imports nothing', async () => {
    const helper = await createClerk(platform, 'sheet-desk', { codes: ['user', 'user_add', 'user_import', 'system'] })
    const bytes = await xlsx(
      columns,
      ['sheet.three', '丁', '丁某', null, null],
      ['sheet.four', '戊', '戊某', 'expert', null],
    )
    const { code, msg } = await send(helper, sheetCalls.importUser, bytes)
    expect([code, msg.startsWith('第 3 行：')]).toEqual([400, true])
    expect(await people('sheet.three')).toEqual([])
  })

  test('refers files with too many rows to the import in the background', async () => {
    const rows = Array.from({ length: importLimits.direct + 1 }, (_, i) => [`many.${i}`, '王某', '王某'])
    const { code, msg } = await send(admin, sheetCalls.importUser, await xlsx(columns.slice(0, 3), ...rows))
    expect([code, msg]).toEqual([400, '直接导入不能超过 200 行，请在列表中使用“导入”，由后台任务完成'])
  })

  test('refers files with hidden rows to the import in the background, which asks', async () => {
    const bytes = await workbookWithHidden([columns.slice(0, 3), ['hidden.one', '王某', '王某']], { rows: [2] })
    expect((await send(admin, sheetCalls.importUser, bytes)).msg).toBe(
      '文件中有 1 行被隐藏或筛选掉，请取消隐藏和筛选后重新上传，或在列表中使用“导入”',
    )
  })

  test('rejects other file types and files that are too large with a message', async () => {
    expect((await send(admin, sheetCalls.importUser, Buffer.from('x'), 0, 'a.xls')).msg).toBe(
      '请上传 .xlsx 或 .csv 文件',
    )
    const long = Buffer.alloc(importLimits.bytes + 1, 'x')
    expect(await send(admin, sheetCalls.importUser, long)).toMatchObject({ code: 413, msg: '文件不能超过 20 MB' })
  })
})

describe('user/export-user and the templates', () => {
  test('the export has the filters of the list and accepts a token in the address', async () => {
    const { headers, bytes } = await download(admin, sheetCalls.exportUser, '?account=sheet.one&realName=')
    expect(headers.get('content-type')).toContain('spreadsheetml')
    expect((await rowsOf(bytes)).map((row) => row.登录账号)).toEqual(['sheet.one'])
    for (const name of ['Blade-Auth', 'blade-auth', 'BLADE-AUTH']) {
      const query = `?account=sheet.one&deptId=undefined&${name}=${encodeURIComponent(`bearer ${admin.token}`)}`
      const exported = await download(platform.visitor, sheetCalls.exportUser, query)
      expect([exported.status, (await rowsOf(exported.bytes)).length]).toEqual([200, 1])
      expect((await download(platform.visitor, sheetCalls.userTemplate, query)).status).toBe(200)
    }
    expect((await download(platform.visitor, sheetCalls.exportUser)).status).toBe(401)
  })

  test('the export masks contacts like the list', async () => {
    const { bytes } = await download(admin, sheetCalls.exportUser, '?columns=account,phone')
    const phones = (await rowsOf(bytes)).map((row) => String(row.手机号码 ?? ''))
    expect(phones.filter((phone) => /^1\d{10}$/.test(phone))).toEqual([])
  })

  test('the templates are spreadsheets', async () => {
    for (const call of [sheetCalls.userTemplate, sheetCalls.regionTemplate])
      expect((await download(admin, call)).headers.get('content-type')).toContain('spreadsheetml')
  })
})

describe('region/import-region and region/export-region', () => {
  test('regions are imported in any order and exported again', async () => {
    const bytes = await xlsx(
      ['父区划编号', '区划编号', '区划名称'],
      ['980000', '980100', '试市'],
      ['00', '980000', '试省'],
    )
    expect((await send(admin, sheetCalls.importRegion, bytes)).data).toMatchObject({ added: 2, updated: 0 })
    expect(await admin.get(region.calls.detail, { code: '980100' })).toMatchObject({ provinceName: '试省' })
    const rows = await rowsOf((await download(admin, sheetCalls.exportRegion, '?code=9801')).bytes)
    expect(rows.map((row) => row.区划名称)).toEqual(['试市'])
  })
})

describe('permissions for the sheet calls', () => {
  const all = Object.values(sheetCalls)

  test('every call requires the permission of the same action in the console', async () => {
    for (const person of [await createStaff(platform, 'city', '320500'), await createUserWithoutRights(platform)])
      for (const call of all) {
        const response = await person.raw(call.method, call.path)
        expect([call.path, response.status]).toEqual([call.path, 403])
      }
  })

  test("an API scope that closes the console's call closes the sheet call too", async () => {
    const officer = await createClerk(platform, 'sheet-officer', {
      codes: ['user', 'user_export', 'user_import', 'user_add', 'system'],
    })
    const { checkImport, importTemplate } = backgroundJob.calls
    expect((await download(officer, sheetCalls.exportUser)).status).toBe(200)
    expect((await download(officer, sheetCalls.userTemplate)).status).toBe(200)
    for (const scopePath of [exportCallsOf(user).direct.path, checkImport.path, importTemplate.path])
      await admin.get(apiScope.calls.submit, { scopePath, scopeName: scopePath, resourceCode: 'user', scopeType: 1 })
    expect((await download(officer, sheetCalls.exportUser)).status).toBe(403)
    expect((await download(officer, sheetCalls.userTemplate)).status).toBe(403)
    expect((await send(officer, sheetCalls.importUser, Buffer.from('x'))).code).toBe(403)
  })
})
