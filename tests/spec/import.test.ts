import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { messages } from '#contract/inbox/message.ts'
import { backgroundJob } from '#contract/job/background-job.ts'
import { importLimits } from '#contract/job/uploaded-sheet.ts'
import { dept } from '#contract/system/dept.ts'
import { dict } from '#contract/system/dict.ts'
import { region } from '#contract/system/region.ts'
import { user } from '#contract/system/user.ts'
import { csvOf } from '#server/base/sheets/csv.ts'
import { download, jobOf, rowsOf, sheetOf, uploadSheet, waitForJob, xlsx } from '../support/jobs.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff, createUserWithoutRights } from '../support/scenario.ts'
import { until } from '../support/until.ts'
import { workbookWithHidden } from '../support/workbooks.ts'

const { calls } = backgroundJob
let platform: Platform

let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

/** Uploads a sheet, waits for its check and returns the result. */
const checkSheet = async (resource: string, bytes: Buffer, more: Parameters<typeof uploadSheet>[3] = {}) => {
  const { data, msg } = await uploadSheet(admin, resource, bytes, more)
  if (!data) throw new Error(msg)
  const job = await waitForJob(admin, data.id)
  if (job.state !== 'done') throw new Error(String(job.message))
  return { id: data.id, job, ...(await admin.get(calls.checkResult, { id: data.id })) }
}
const failedCheckMessage = async (resource: string, bytes: Buffer, more: Parameters<typeof uploadSheet>[3] = {}) => {
  const { data } = await uploadSheet(admin, resource, bytes, more)
  return (await waitForJob(admin, data.id)).message
}
/** A workbook of a few kilobytes that unpacks to more elements than a sheet can have. */
const zipBomb = () => {
  const zip = new ZipFile()
  const sheets = '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'
  const targets = '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'
  zip.addBuffer(Buffer.from(sheets), 'xl/workbook.xml')
  zip.addBuffer(Buffer.from(targets), 'xl/_rels/workbook.xml.rels')
  zip.addBuffer(Buffer.from(`<worksheet>${'<a b="c"/>'.repeat(6_000_000)}</worksheet>`), 'xl/worksheets/sheet1.xml')
  zip.end()
  return buffer(zip.outputStream)
}
const importRows = async (id: string, onlyRight = 0) => {
  const importJob = await admin.get(calls.confirmImport, { id, onlyRight })
  return waitForJob(admin, String(importJob.id))
}
const countRows = async (table: 'user' | 'dict' | 'region') =>
  Number(
    (
      await platform.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

const header = ['登录账号*', '用户昵称*', '用户姓名*', '手机号码', '性别', '出生日期', '所属角色', '所属机构']

describe('the check of an upload', () => {
  test('reports every invalid cell with its row, column and message, and changes nothing', async () => {
    const before = await countRows('user')
    const bytes = await xlsx(
      header,
      ['check.one', '甲一', '甲一', 13800001111, '男', { at: '1990-02-03' }, '地市工信审核员', '平台运营'],
      ['1bad', '乙二', null, '123', '无', '昨天', '没有的角色', '没有的机构'],
      [null, null, null, null, null, null, null, null],
      ['check.one', '丙三', '丙三', null, null, null, null, null],
      ['admin', '丁四', '丁四', null, null, null, null, null],
    )
    const result = await checkSheet('user', bytes)
    expect(result).toMatchObject({ right: 1, wrong: 3, added: 1, updated: 0, more: 0, importJob: null })
    expect(result.cells.map(({ row, column, msg }) => [row, column, msg])).toEqual([
      [3, '登录账号', '账号应以字母开头，由3至45位字母、数字或 _ - @ . 组成'],
      [3, '用户姓名', '请输入用户姓名'],
      [3, '手机号码', '手机号码长度不是11位'],
      [3, '性别', '性别中没有“无”'],
      [3, '出生日期', '出生日期的值不正确'],
      [3, '所属角色', '所属角色中没有“没有的角色”'],
      [3, '所属机构', '所属机构中没有“没有的机构”'],
      [5, '登录账号', '登录账号与第 2 行重复'],
      [6, '登录账号', '登录账号已存在；如需更新，请勾选“覆盖已有数据”'],
    ])
    expect(result.cells[3]?.value).toBe('无')
    expect(await countRows('user')).toBe(before)
    const [, invalidRow] = await rowsOf(await download(admin, result.id))
    expect(invalidRow).toMatchObject({ '登录账号*': '1bad', 问题: expect.stringContaining('请输入用户姓名; ') })
  })

  test('applies the same rules as the screens', async () => {
    const bytes = await xlsx(
      ['父区划编号', '区划编号', '区划名称'],
      ['00', '980000', '试省'],
      ['980000', '980001', '试市'],
      ['970000', '970100', '无上级'],
    )
    const result = await checkSheet('region', bytes)
    expect(result.right).toBe(1)
    expect(result.cells).toContainEqual({ row: 4, column: '父区划编号', value: '970000', msg: '上级区划不存在' })
    expect(result.cells.find(({ row }) => row === 3)?.column).toBe('区划编号')
  })

  test('rejects files that are no sheet, lack columns, or have no rows or too many', async () => {
    expect(await failedCheckMessage('user', Buffer.from('no workbook'))).toBe(
      '文件无法读取，请上传未加密的 .xlsx 或 .csv 文件',
    )
    expect(await failedCheckMessage('user', Buffer.from('<html><table>'))).toBe(
      '文件的实际格式是网页，不能导入，请另存为 .xlsx 或 .csv 后上传',
    )
    expect(await failedCheckMessage('user', await xlsx(['姓名'], ['王']))).toBe(
      '第 1 行应为表头，缺少列：登录账号。请使用模板填写',
    )
    expect(await failedCheckMessage('user', await xlsx(header))).toBe('文件中没有数据')
    const manyRows = Array.from({ length: importLimits.rows + 1 }, (_, i) => [`many.${i}`, '王某', '王某'])
    expect(await failedCheckMessage('user', await xlsx(header.slice(0, 3), ...manyRows))).toBe(
      '数据超过 10000 行，请拆分后分批导入',
    )
    expect((await uploadSheet(admin, 'user', Buffer.from('x'), { name: 'a.xls' })).msg).toBe(
      '请上传 .xlsx 或 .csv 文件',
    )
    expect((await uploadSheet(admin, 'attach', Buffer.from('x'))).msg).toBe('该对象不支持导入')
  })

  test('asks before it includes hidden rows and columns, and then checks with or without them', async () => {
    const rows = [header.slice(0, 4), ...['one', 'two'].map((name) => [`hidden.${name}`, '王某', '王某', '123'])]
    const { id, ...asked } = await checkSheet('user', await workbookWithHidden(rows, { rows: [3], columns: [4] }))
    expect(asked).toMatchObject({ hidden: { rows: 1, columns: ['手机号码'] }, right: 0, wrong: 0, importJob: null })
    expect(asked.job.message).toBe('文件中有 1 行被隐藏或筛选掉，并有隐藏的列：手机号码')
    expect((await admin.ask(calls.confirmImport, { id })).msg).toBe(`${asked.job.message}：请先选择是否导入`)
    const decide = async (withHidden: 0 | 1) => {
      const { id: checkId } = await admin.get(calls.checkHidden, { id, withHidden })
      await waitForJob(admin, String(checkId))
      return { id: String(checkId), ...(await admin.get(calls.checkResult, { id: checkId })) }
    }
    expect(await decide(1)).toMatchObject({ hidden: null, right: 0, wrong: 2 })
    const visible = await decide(0)
    expect(visible).toMatchObject({ hidden: null, right: 1, wrong: 0 })
    expect((await decide(0)).id).toBe(visible.id)
    expect(await importRows(visible.id)).toMatchObject({ message: '新增 1 行，更新 0 行' })
    expect((await admin.get(user.calls.page, { account_like: 'hidden.' })).records).toMatchObject([
      { account: 'hidden.one', phone: null },
    ])
    expect(await failedCheckMessage('user', await workbookWithHidden(rows, { columns: [1] }))).toBe(
      '文件中有隐藏的列：登录账号',
    )
  })

  test('rejects a malicious workbook, and other requests are answered while it is read', async () => {
    const { id } = (await uploadSheet(admin, 'user', await zipBomb())).data
    const states: string[] = []
    await until(
      async () => states.push((await jobOf(admin, id)).state) > 0 && !/waiting|running/.test(states.at(-1) ?? ''),
    )
    expect(states.filter((state) => state === 'running').length).toBeGreaterThan(3)
    expect((await jobOf(admin, id)).message).toBe('文件无法读取，请上传未加密的 .xlsx 或 .csv 文件')
  })

  test('is open only to users who can import, and its result only to the uploader', async () => {
    const officer = await createStaff(platform, 'city', '320500')
    for (const person of [officer, await createUserWithoutRights(platform)]) {
      expect((await uploadSheet(person, 'user', Buffer.from('x'))).code).toBe(403)
      expect((await person.ask(calls.importTemplate, { resource: 'user' })).status).toBe(403)
    }
    const { id } = await checkSheet('user', await xlsx(header.slice(0, 3), ['mine.only', '王某', '王某']))
    const platformAdmin = await createStaff(platform, 'platform')
    expect((await platformAdmin.ask(calls.checkResult, { id })).status).toBe(404)
    expect((await platformAdmin.ask(calls.confirmImport, { id })).status).toBe(404)
  })
})

describe('an import', () => {
  test('creates rows with audit entries, and initial passwords that can be fetched once', async () => {
    const { id: parentId } = await admin.get(dept.calls.submit, {
      deptName: '总部',
      fullName: '总部',
      deptCategory: 1,
      sort: 1,
    })
    await admin.get(dept.calls.submit, {
      deptName: '一部',
      fullName: '一部',
      deptCategory: 1,
      sort: 1,
      parentId,
    })
    const bytes = await xlsx(
      header,
      ['import.one', '甲一', '甲一', 13800001111, '女', { at: '1990-02-03' }, '地市工信审核员，评审专家', '总部/一部'],
      ['import.two', '乙二', '乙二', null, null, '1991/5/6', 'expert', '平台运营'],
    )
    const { id } = await checkSheet('user', bytes)
    const job = await importRows(id)
    expect(job).toMatchObject({ state: 'done', message: '新增 2 行，更新 0 行' })
    const newUsers = (await admin.get(user.calls.page, { account_like: 'import.', ascs: 'account' })).records
    expect(newUsers).toMatchObject([
      {
        account: 'import.one',
        sex: 2,
        roleName: '地市工信审核员，评审专家',
        deptName: '一部',
        status: 1,
        birthday: '1990-02-03',
      },
      { account: 'import.two', roleName: '评审专家', deptName: '平台运营', birthday: '1991-05-06' },
    ])
    const passwords = await admin.get(calls.passwords, { id: job.id })
    expect(passwords.map(({ account }) => account)).toEqual(['import.one', 'import.two'])
    await platform.login('import.one', passwords[0]?.password ?? '')
    expect((await admin.ask(calls.passwords, { id: job.id })).msg).toBe('初始密码已领取，或没有新用户')
    const entries = await platform.db
      .selectFrom('audit')
      .select(['verb', 'entity', 'remoteIp'])
      .where('requestId', '=', `job-${job.id}`)
      .execute()
    expect(entries.map(({ verb }) => verb).sort()).toEqual(['import', 'insert', 'insert'])
    for (const entry of entries) expect(entry).toMatchObject({ entity: 'user', remoteIp: '127.0.0.1' })
  })

  test('with invalid rows is rejected unless only the valid rows are requested', async () => {
    const bytes = await xlsx(
      header.slice(0, 3),
      ['right.one', '王某', '王某'],
      ['right.two', '', '王某'],
      ['right.three', '王某', '王某'],
    )
    const { id } = await checkSheet('user', bytes)
    expect((await admin.ask(calls.confirmImport, { id })).msg).toBe(
      '还有问题行：请修改后重新上传，或选择只导入正确的行',
    )
    expect(await importRows(id, 1)).toMatchObject({ message: '新增 2 行，更新 0 行' })
    expect((await admin.get(user.calls.page, { account_like: 'right.' })).total).toBe(2)
  })

  test('happens once if it is confirmed twice, and the same upload with the same key is the same job', async () => {
    const bytes = await xlsx(header.slice(0, 3), ['once.one', '王某', '王某'])
    const [first, again] = [
      await uploadSheet(admin, 'user', bytes, { key: 'import-once-0001' }),
      await uploadSheet(admin, 'user', bytes, { key: 'import-once-0001' }),
    ]
    expect(again.data.id).toBe(first.data.id)
    await waitForJob(admin, first.data.id)
    // a job that has ended is found by its key only
    const later = await uploadSheet(admin, 'user', bytes, { key: 'import-once-0001' })
    expect(later.data.id).toBe(first.data.id)
    const [one, two] = await Promise.all([1, 2].map(() => admin.get(calls.confirmImport, { id: first.data.id })))
    expect(one?.id).toBe(two?.id)
    await waitForJob(admin, String(one?.id))
    expect((await admin.get(calls.confirmImport, { id: first.data.id })).id).toBe(one?.id)
    expect((await admin.get(user.calls.page, { account_equal: 'once.one' })).total).toBe(1)
    expect((await uploadSheet(admin, 'user', await xlsx(header, ['x']), { key: 'import-once-0001' })).code).toBe(409)
  })

  test('writes nothing if its rows have become duplicates after the check', async () => {
    const { id } = await checkSheet(
      'user',
      await xlsx(header.slice(0, 3), ['late.one', '王某', '王某'], ['late.two', '王某', '王某']),
    )
    await admin.get(user.calls.submit, { account: 'late.two', name: '王某', realName: '王某' })
    expect(await importRows(id)).toMatchObject({
      state: 'failed',
      message: '预检后数据已变化，未导入任何数据，请重新上传预检',
    })
    expect((await admin.get(user.calls.page, { account_equal: 'late.one' })).total).toBe(0)
    const [message] = (await admin.get(messages.list, { size: 1 })).records
    expect(message).toMatchObject({
      title: '“用户管理”导入未完成',
      text: '预检后数据已变化，未导入任何数据，请重新上传预检',
      link: expect.stringMatching(/^\/system\/user\?job=\d+$/),
    })
  })

  test('updates existing rows if requested, and empty cells leave values unchanged', async () => {
    await importRows(
      (
        await checkSheet(
          'user',
          await xlsx(['account', 'name', 'realName', 'email'], ['cover.one', '原名', '原姓名', 'c@example.com']),
        )
      ).id,
    )
    const bytes = await buffer(
      csvOf(sheetOf(['Ａccount', 'Nickname', 'Real name', 'E-mail'], [['ＣＯＶＥＲ.one', '改名', '', '']])),
    )
    const result = await checkSheet('user', bytes, { isCovered: 1, name: '导入.csv' })
    expect(result).toMatchObject({ right: 1, wrong: 0, added: 0, updated: 1 })
    expect(await importRows(result.id)).toMatchObject({ message: '新增 0 行，更新 1 行' })
    const [row] = (await admin.get(user.calls.page, { account_equal: 'cover.one' })).records
    expect(row).toMatchObject({ name: '改名', realName: '原姓名' })
  })

  test('of dictionaries and regions finds parents in the same file in any order', async () => {
    const entries = await xlsx(
      ['字典编号', '字典键值', '字典名称', '字典排序', '封存'],
      ['import_kind', '1', '甲', 1, '否'],
      ['import_kind', '-1', '导入类型', 1, '否'],
      ['sex', '9', '其他', 9, '是'],
    )
    expect(await importRows((await checkSheet('dict', entries)).id)).toMatchObject({ message: '新增 3 行，更新 0 行' })
    const rows = await admin.get(dict.calls.dictionary, { code: 'import_kind' })
    expect(rows.map(({ dictKey, dictValue }) => [dictKey, dictValue])).toEqual([['1', '甲']])
    const places = await xlsx(
      ['区划编号', '父区划编号', '区划名称'],
      ['990100', '990000', '试市'],
      ['990000', '00', '试省'],
    )
    expect(await importRows((await checkSheet('region', places)).id)).toMatchObject({ message: '新增 2 行，更新 0 行' })
    expect(await admin.get(region.calls.detail, { code: '990100' })).toMatchObject({
      name: '试市',
      parentCode: '990000',
    })
  })
})

describe('the template of an import', () => {
  test.each(['user', 'dict', 'region'])('for %s is accepted as an upload and contains no data', async (resource) => {
    const answer = await admin.raw('GET', `${calls.importTemplate.path}?resource=${resource}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('导入模板.xlsx'))
    expect(await failedCheckMessage(resource, bytes)).toBe('文件中没有数据')
  })

  test('an import cannot be confirmed if its check has failed', async () => {
    const { data } = await uploadSheet(admin, 'user', Buffer.from('broken'))
    await waitForJob(admin, data.id)
    expect((await jobOf(admin, data.id)).state).toBe('failed')
    expect((await admin.ask(calls.confirmImport, { id: data.id })).msg).toBe('预检尚未完成')
  })
})
