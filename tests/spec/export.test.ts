import { beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#contract/inbox/message.ts'
import { entities } from '#contract/index.ts'
import { backgroundJob } from '#contract/job/background-job.ts'
import { exportCallsOf, listVerbOf } from '#contract/job/exporting.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { declaration } from '#contract/project/declaration.ts'
import { library } from '#contract/project/library.ts'
import { dept } from '#contract/system/dept.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { sql } from '#server/base/database/sql.ts'
import { download, exportRows, jobOf, rowsOf, startExport, waitForJob } from '../support/jobs.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createRow } from '../support/sample-rows.ts'
import { addLibraryRow, createStaff, createUserWithoutRights } from '../support/scenario.ts'
import { until } from '../support/until.ts'

let platform: Platform

let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

const exportAuditRows = (entity: string) =>
  platform.db
    .selectFrom('audit')
    .select(['createUser', 'rowId', 'after', 'remoteIp'])
    .where('entity', '=', entity)
    .where('verb', '=', 'export')
    .orderBy('id', 'desc')
    .execute()

const messagesOf = async (caller: Caller) => (await caller.get(messages.list, { keyword: '导出' })).records

/** Locks a table while `run` is in progress, so that jobs that read it wait. */
const whileLocked = async <T>(table: string, run: () => Promise<T>): Promise<T> => {
  const lock = await platform.db.startTransaction().execute()
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(lock)
  try {
    return await run()
  } finally {
    await lock.rollback().execute()
  }
}

describe('the content of an export', () => {
  /** Entities whose rows the platform or an upload creates, or that have seeded rows. */
  const namesWithoutCreate = [
    'attach',
    'declaration',
    'smsMessage',
    'outbox',
    'logError',
    'logApi',
    'logUsual',
    'audit',
    'region',
    'leave',
    'generalMatter',
    'publicNotice',
    'statement',
    'apiKey',
    'webhook',
    'deputy',
  ]
  const exportableEntities = (Object.values(entities) as AnyEntity[]).filter((entity) => listVerbOf(entity))

  test.each(exportableEntities.map((entity) => [entity.name, entity] as const))(
    '%s: has every row of its list',
    async (_name, entity) => {
      if (!entity.isView && !namesWithoutCreate.includes(entity.name)) await createRow(platform, admin, entity)
      const verb = listVerbOf(entity) as string
      const countRows = (rows: readonly { children?: [] }[]): number =>
        rows.reduce((sum, { children }) => sum + 1 + countRows(children ?? []), 0)
      const count = async (): Promise<number> => {
        const data = (await admin.get(entity.calls[verb] as Endpoint, { size: 1 })) as
          | { total: number }
          | { children?: [] }[]
        return Array.isArray(data) ? countRows(data) : data.total
      }
      // logs grow between the requests
      const before = await count()
      const rows = (await exportRows(admin, entity)).length
      expect(rows).toBeGreaterThanOrEqual(before)
      expect(rows).toBeLessThanOrEqual(await count())
    },
  )

  test('an officer exports exactly the rows of their list', async () => {
    for (const [city, name] of [
      ['320500', '苏州的项目'],
      ['320100', '南京的项目'],
    ])
      await addLibraryRow(admin, { city, projectName: name })
    const officer = await createStaff(platform, 'city', '320500')
    const visibleNames = (await officer.get(library.calls.page, { size: 200 })).records.map(
      ({ projectName }) => projectName,
    )
    expect(visibleNames).toEqual(['苏州的项目'])
    expect((await exportRows(officer, library)).map((row) => row.项目名称)).toEqual(visibleNames)
    expect((await exportRows(officer, library, { city: '320100' })).length).toBe(0)
    expect((await exportRows(admin, library, { projectName: '的项目' })).length).toBe(2)
  })

  test('filters, order and columns are those of the list, and codes have a column with their names', async () => {
    const rows = await exportRows(
      admin,
      library,
      { projectName: '项目', ascs: 'project_name' },
      { columns: 'projectName,province,nothing,createTime' },
    )
    expect(rows.map(({ 项目名称 }) => 项目名称)).toEqual(['南京的项目', '苏州的项目'])
    expect(Object.keys(rows[0] ?? {})).toEqual(['项目名称', '省份', '省份（编码）', '创建时间'])
    expect(rows[0]).toMatchObject({ 省份: '江苏省', '省份（编码）': '320000' })
  })

  test('selected rows are exported alone, in the order of the list, and the audit has their ids', async () => {
    const newPosts = [
      await createRow(platform, admin, post),
      await createRow(platform, admin, post),
      await createRow(platform, admin, post),
    ]
    const ids = [newPosts[2]?.id, newPosts[0]?.id].map(String)
    const rows = await exportRows(admin, post, { ascs: 'id' }, { columns: 'postCode', ids: ids.join(',') })
    const codes = (await admin.get(post.calls.list, { ascs: 'id', size: 200 })).records
      .filter(({ id }) => ids.includes(id))
      .map(({ postCode }) => postCode)
    expect(codes).toHaveLength(2)
    expect(rows.map((row) => row.岗位编号)).toEqual(codes)
    expect((await exportAuditRows('post'))[0]?.after).toMatchObject({ rows: 2, cut: false, ids: ids.join(',') })
  })

  test('a selected row that the user cannot see is not exported', async () => {
    const officer = await createStaff(platform, 'city', '320500')
    const [visibleRow] = (await officer.get(library.calls.page, { size: 1 })).records
    const [hiddenRow] = (await admin.get(library.calls.page, { city: '320100', size: 1 })).records
    const rows = await exportRows(officer, library, {}, { ids: `${hiddenRow?.id},${visibleRow?.id}` })
    expect(rows.map((row) => row.项目名称)).toEqual([visibleRow?.projectName])
  })

  test('the file and the message are in the language of the request', async () => {
    const call = exportCallsOf(library).start
    const params = { columns: 'projectName', query: 'projectName=的项目' }
    const { id } = await admin.get(call, params, { 'blade-language': 'en' })
    const job = await waitForJob(admin, String(id))
    expect(job.message).toBe('2 rows exported')
    expect(Object.keys((await rowsOf(await download(admin, job.id)))[0] ?? {})).toEqual(['Project name'])
  })

  test('secrets are never exported, for any requested columns', async () => {
    const [row] = await exportRows(admin, user, {}, { columns: 'account,password,hash' })
    expect(Object.keys(row ?? {})).toEqual(['登录账号'])
  })

  test('values masked in the list are masked in the file too', async () => {
    const newUser = await createRow(platform, admin, user)
    const [listRow] = (await admin.get(user.calls.page, { id_equal: newUser.id })).records
    const [row] = await exportRows(admin, user, { id_equal: newUser.id }, { columns: 'phone,email' })
    expect(row).toEqual({ 手机号码: listRow?.phone, 电子邮箱: listRow?.email })
    expect(row?.手机号码).toMatch(/\*{4}/)
  })

  test('a text that looks like a formula is never exported as a formula', async () => {
    const newPost = await createRow(platform, admin, post)
    await admin.get(post.calls.submit, { id: newPost.id, postName: '=HYPERLINK("http://x")', remark: '@sum\n"2"' })
    const params = { columns: 'postName,remark' }
    expect(await exportRows(admin, post, { id_equal: newPost.id }, params)).toEqual([
      { 岗位名称: '=HYPERLINK("http://x")', 岗位描述: '@sum\n"2"' },
    ])
    const id = await startExport(admin, post, { id_equal: newPost.id }, { ...params, format: 'csv' })
    expect((await waitForJob(admin, id)).fileName).toMatch(/^岗位管理-\d{8}-\d{4}\.csv$/)
    expect(String(await download(admin, id))).toBe(
      '\uFEFF岗位名称,岗位描述\r\n"\'=HYPERLINK(""http://x"")","\'@sum\n""2"""\r\n',
    )
  })

  test('a tree is exported in tree order, each row before its children', async () => {
    const parent = await admin.get(dept.calls.submit, { deptName: '上级', fullName: '上级', deptCategory: 1, sort: 90 })
    const child = { deptName: '下级', fullName: '下级', deptCategory: 1, sort: 1, parentId: parent.id }
    await admin.get(dept.calls.submit, child)
    const names = (await exportRows(admin, dept)).map((row) => row.机构名称)
    const index = names.indexOf('上级')
    expect(names.slice(index, index + 2)).toEqual(['上级', '下级'])
  })

  test('the audit has the user, the parameters and the number of rows of an export', async () => {
    const id = await startExport(admin, library, { projectName: '南京' })
    await waitForJob(admin, id)
    const [entry] = await exportAuditRows('library')
    expect(entry).toMatchObject({
      rowId: id,
      remoteIp: '127.0.0.1',
      after: { query: 'projectName=%E5%8D%97%E4%BA%AC', rows: 1, cut: false },
    })
    expect(entry?.createUser).toBe((await admin.get(user.calls.info)).id)
  })
})

describe('the permission to export', () => {
  test('export needs the permission for the list and the permission to export', async () => {
    const userWithoutRights = await createUserWithoutRights(platform)
    expect((await userWithoutRights.ask(exportCallsOf(library).start, {})).status).toBe(403)
    const expert = await createStaff(platform, 'expert')
    expect((await expert.ask(exportCallsOf(declaration).start, {})).status).toBe(403)
    expect((await expert.ask(exportCallsOf(declaration).direct, {})).status).toBe(403)
  })

  test('rights are checked when the export runs, not only when it is requested', async () => {
    const officer = await createStaff(platform, 'city', '320500')
    const jobId = await whileLocked('library', async () => {
      const id = await startExport(officer, library, { projectName: 'x' })
      await until(async () => (await jobOf(officer, id)).state === 'running')
      await platform.db.updateTable('user').set({ region: '320100' }).where('id', '=', officer.id).execute()
      return id
    })
    expect(await waitForJob(officer, jobId)).toMatchObject({
      state: 'failed',
      fileName: null,
      message: '您的权限或数据范围已变更，任务已停止，请重新发起',
    })
    expect(await messagesOf(officer)).toMatchObject([
      { title: '“项目库”导出未完成', text: '您的权限或数据范围已变更，任务已停止，请重新发起' },
    ])
  })

  test('its end is announced to its owner; whoever fetches the file has read the message', async () => {
    const officer = await createStaff(platform, 'city', '320500')
    const id = await startExport(officer, library, { projectName: '没有的项目' })
    await waitForJob(officer, id)
    const message = {
      kind: 'result',
      title: '“项目库”导出完成',
      text: '共导出 0 行。文件保留 7 天。',
      link: `/project/library?job=${id}`,
    }
    expect(await messagesOf(officer)).toMatchObject([{ ...message, isRead: 0 }])
    await download(officer, id)
    expect(await messagesOf(officer)).toMatchObject([{ ...message, isRead: 1 }])
  })

  test('the file of an export is closed to a user who has lost the permission to export', async () => {
    const officer = await createStaff(platform, 'city', '320500')
    const id = await startExport(officer, library)
    await waitForJob(officer, id)
    await platform.db.updateTable('user').set({ roleId: [] }).where('id', '=', officer.id).execute()
    expect((await officer.ask(backgroundJob.calls.download, { id })).status).toBe(403)
  })

  test('a job and its file are open only to their owner, not even to an administrator', async () => {
    const officer = await createStaff(platform, 'city', '320500')
    const id = await startExport(officer, library)
    await waitForJob(officer, id)
    for (const call of ['detail', 'download', 'cancel', 'retry'] as const)
      expect([call, (await admin.ask(backgroundJob.calls[call], { id })).status]).toEqual([call, 404])
    const { records } = await admin.get(backgroundJob.calls.list, { size: 200 })
    expect(records.map((row) => row.id)).not.toContain(id)
    expect((await officer.get(backgroundJob.calls.list, {})).records.map((row) => row.id)).toEqual([id])
  })
})

describe('the export queue', () => {
  test('a repeated request joins the running job, and a different request waits', async () => {
    const [first, again, other] = await whileLocked('library', async () => {
      const ids = await Promise.all([1, 2].map(() => startExport(admin, library, { projectName: 'a' })))
      await until(async () => (await jobOf(admin, ids[0] as string)).state === 'running')
      const differentJobId = await startExport(admin, library, { projectName: 'b' })
      expect((await jobOf(admin, differentJobId)).state).toBe('waiting')
      return [...ids, differentJobId] as [string, string, string]
    })
    expect(again).toBe(first)
    const [one, two] = [await waitForJob(admin, first), await waitForJob(admin, other)]
    expect([one.state, two.state]).toEqual(['done', 'done'])
    expect(String(two.startedAt) >= String(one.endedAt)).toBe(true)
    expect(await startExport(admin, library, { projectName: 'a' })).not.toBe(first)
  })

  test('a user cannot fill the queue', async () => {
    const answers = await whileLocked('library', async () => {
      const responses = []
      for (let n = 0; n < 8; n++)
        responses.push(await admin.ask(exportCallsOf(library).start, { query: `projectName=${n}` }))
      return responses
    })
    expect(answers.map(({ status }) => status).filter((status) => status === 409).length).toBeGreaterThanOrEqual(2)
    expect(answers.at(-1)?.msg).toBe('您已有多个任务在排队，请等待完成后再发起')
    for (const { data } of answers) if (data && 'id' in data) await waitForJob(admin, String(data.id))
  })

  test('a waiting or running job can be cancelled, ends without a file, and can be retried', async () => {
    const [running, waiting] = await whileLocked('post', async () => {
      const one = await startExport(admin, post, { postName: 'a' })
      await until(async () => (await jobOf(admin, one)).state === 'running')
      const two = await startExport(admin, post, { postName: 'b' })
      for (const id of [one, two]) await admin.get(backgroundJob.calls.cancel, { id })
      expect((await jobOf(admin, two)).state).toBe('cancelled')
      return [one, two] as [string, string]
    })
    for (const id of [running, waiting]) {
      expect(await waitForJob(admin, id)).toMatchObject({ state: 'cancelled', fileName: null })
      expect((await admin.ask(backgroundJob.calls.download, { id })).status).toBe(404)
      expect((await admin.ask(backgroundJob.calls.cancel, { id })).msg).toBe('任务已结束，无法取消')
    }
    await admin.get(backgroundJob.calls.retry, { id: running })
    expect(await waitForJob(admin, running)).toMatchObject({
      state: 'done',
      message: expect.stringMatching(/^共导出 \d+ 行$/),
    })
    expect((await admin.ask(backgroundJob.calls.retry, { id: running })).msg).toBe('只能重试未完成的任务')
  })
})

describe('a direct export of few rows, as clients of the family request it', () => {
  const requestDirect = (person: Caller, query: string) =>
    person.raw('GET', `${exportCallsOf(library).direct.path}?${query}`)

  test('returns a named file with the rows of the list, and the audit records it', async () => {
    const answer = await requestDirect(admin, 'projectName=南京&columns=projectName')
    expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('项目库-'))
    expect(answer.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(await rowsOf(Buffer.from(await answer.arrayBuffer()))).toEqual([{ 项目名称: '南京的项目' }])
    const [entry] = await exportAuditRows('library')
    expect(entry).toMatchObject({ rowId: '0', after: { rows: 1 } })
  })

  test('rejects too many rows with a message and an HTTP status, never with a partial file', async () => {
    await sql`insert into library (project_name, commpany_name, organization_code, categorize, province, city, operator)
      select '批量' || n, 'x', 'x', 'C', '320000', '320500', 1 from generate_series(1, 5001) n`.execute(platform.db)
    const answer = await requestDirect(admin, 'projectName=批量')
    expect([answer.status, (await answer.json()).msg]).toEqual([
      400,
      '结果超过 5000 行，请在列表中使用“导出”，由后台任务生成文件',
    ])
    const names = (await exportRows(admin, library, { projectName: '批量' })).map((row) => row.项目名称)
    expect([names.length, new Set(names).size]).toEqual([5001, 5001])
  })
})
