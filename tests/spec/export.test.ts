import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
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

const audited = (entity: string) =>
  platform.db
    .selectFrom('audit')
    .select(['createUser', 'rowId', 'after', 'remoteIp'])
    .where('entity', '=', entity)
    .where('verb', '=', 'export')
    .orderBy('id', 'desc')
    .execute()

/** Does something while nobody can read a table: what lists it waits, and goes on after. */
const meanwhile = async <T>(table: string, act: () => Promise<T>): Promise<T> => {
  const hold = await platform.db.startTransaction().execute()
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(hold)
  try {
    return await act()
  } finally {
    await hold.rollback().execute()
  }
}

describe('what is in an export', () => {
  /** Rows of these are made by the platform, or by uploading; regions are there. */
  const elsewhere = ['attach', 'declaration', 'smsMessage', 'logError', 'logApi', 'logUsual', 'audit', 'region']
  const all = (Object.values(entities) as AnyEntity[]).filter((entity) => listVerbOf(entity))

  test.each(all.map((entity) => [entity.name, entity] as const))(
    '%s: every row its list shows',
    async (_name, entity) => {
      if (!elsewhere.includes(entity.name)) await createRow(platform, admin, entity)
      const verb = listVerbOf(entity) as string
      const flat = (rows: readonly { children?: [] }[]): number =>
        rows.reduce((sum, { children }) => sum + 1 + flat(children ?? []), 0)
      const count = async (): Promise<number> => {
        const data = (await admin.get(entity.calls[verb] as Endpoint, { size: 1 })) as
          | { total: number }
          | { children?: [] }[]
        return Array.isArray(data) ? flat(data) : data.total
      }
      // lines of logs are written in between
      const before = await count()
      const rows = (await exportRows(admin, entity)).length
      expect(rows).toBeGreaterThanOrEqual(before)
      expect(rows).toBeLessThanOrEqual(await count())
    },
  )

  test('an officer takes along exactly the rows his list shows', async () => {
    for (const [city, name] of [
      ['320500', '苏州的项目'],
      ['320100', '南京的项目'],
    ])
      await addLibraryRow(admin, { city, projectName: name })
    const officer = await createStaff(platform, 'city', '320500')
    const seen = (await officer.get(library.calls.page, { size: 200 })).records.map(({ projectName }) => projectName)
    expect(seen).toEqual(['苏州的项目'])
    expect((await exportRows(officer, library)).map((row) => row.项目名称)).toEqual(seen)
    expect((await exportRows(officer, library, { city: '320100' })).length).toBe(0)
    expect((await exportRows(admin, library, { projectName: '的项目' })).length).toBe(2)
  })

  test('filters, order and columns are those of the list; codes have their words beside them', async () => {
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

  test('of chosen rows nothing but these, in the order of the list, and the audit knows which', async () => {
    const made = [
      await createRow(platform, admin, post),
      await createRow(platform, admin, post),
      await createRow(platform, admin, post),
    ]
    const ids = [made[2]?.id, made[0]?.id].map(String)
    const rows = await exportRows(admin, post, { ascs: 'id' }, { columns: 'postCode', ids: ids.join(',') })
    const codes = (await admin.get(post.calls.list, { ascs: 'id', size: 200 })).records
      .filter(({ id }) => ids.includes(id))
      .map(({ postCode }) => postCode)
    expect(codes).toHaveLength(2)
    expect(rows.map((row) => row.岗位编号)).toEqual(codes)
    expect((await audited('post'))[0]?.after).toMatchObject({ rows: 2, cut: false, ids: ids.join(',') })
  })

  test('a chosen row that the caller cannot see is in no file', async () => {
    const officer = await createStaff(platform, 'city', '320500')
    const [seen] = (await officer.get(library.calls.page, { size: 1 })).records
    const [hidden] = (await admin.get(library.calls.page, { city: '320100', size: 1 })).records
    const rows = await exportRows(officer, library, {}, { ids: `${hidden?.id},${seen?.id}` })
    expect(rows.map((row) => row.项目名称)).toEqual([seen?.projectName])
  })

  test('in the language it was asked for', async () => {
    const call = exportCallsOf(library).start
    const asked = { columns: 'projectName', query: 'projectName=的项目' }
    const { id } = await admin.get(call, asked, { 'blade-language': 'en' })
    const job = await waitForJob(admin, String(id))
    expect(job.message).toBe('2 rows exported')
    expect(Object.keys((await rowsOf(await download(admin, job.id)))[0] ?? {})).toEqual(['Project name'])
  })

  test('no secret is ever in it, whatever columns are asked for', async () => {
    const [row] = await exportRows(admin, user, {}, { columns: 'account,password,hash' })
    expect(Object.keys(row ?? {})).toEqual(['登录账号'])
  })

  test('what the list masks is masked in the file too', async () => {
    const made = await createRow(platform, admin, user)
    const [shown] = (await admin.get(user.calls.page, { id_equal: made.id })).records
    const [row] = await exportRows(admin, user, { id_equal: made.id }, { columns: 'phone,email' })
    expect(row).toEqual({ 手机号码: shown?.phone, 电子邮箱: shown?.email })
    expect(row?.手机号码).toMatch(/\*{4}/)
  })

  test('a text that looks like a formula is one in no file', async () => {
    const made = await createRow(platform, admin, post)
    await admin.get(post.calls.submit, { id: made.id, postName: '=HYPERLINK("http://x")', remark: '@sum\n"2"' })
    const asked = { columns: 'postName,remark' }
    expect(await exportRows(admin, post, { id_equal: made.id }, asked)).toEqual([
      { 岗位名称: '=HYPERLINK("http://x")', 岗位描述: '@sum\n"2"' },
    ])
    const id = await startExport(admin, post, { id_equal: made.id }, { ...asked, format: 'csv' })
    expect((await waitForJob(admin, id)).fileName).toMatch(/^岗位管理-\d{8}-\d{4}\.csv$/)
    expect(String(await download(admin, id))).toBe(
      '\uFEFF岗位名称,岗位描述\r\n"\'=HYPERLINK(""http://x"")","\'@sum\n""2"""\r\n',
    )
  })

  test('a tree comes in its own order, each row before those below it', async () => {
    const top = await admin.get(dept.calls.submit, { deptName: '上级', fullName: '上级', deptCategory: 1, sort: 90 })
    const below = { deptName: '下级', fullName: '下级', deptCategory: 1, sort: 1, parentId: top.id }
    await admin.get(dept.calls.submit, below)
    const names = (await exportRows(admin, dept)).map((row) => row.机构名称)
    const at = names.indexOf('上级')
    expect(names.slice(at, at + 2)).toEqual(['上级', '下级'])
  })

  test('the audit holds who took what along, by which parameters, how many rows', async () => {
    const id = await startExport(admin, library, { projectName: '南京' })
    await waitForJob(admin, id)
    const [line] = await audited('library')
    expect(line).toMatchObject({
      rowId: id,
      remoteIp: '127.0.0.1',
      after: { query: 'projectName=%E5%8D%97%E4%BA%AC', rows: 1, cut: false },
    })
    expect(line?.createUser).toBe((await admin.get(user.calls.info)).id)
  })
})

describe('who may export', () => {
  test('neither without the list nor without the permission to take it along', async () => {
    const nobody = await createUserWithoutRights(platform)
    expect((await nobody.ask(exportCallsOf(library).start, {})).status).toBe(403)
    const expert = await createStaff(platform, 'expert')
    expect((await expert.ask(exportCallsOf(declaration).start, {})).status).toBe(403)
    expect((await expert.ask(exportCallsOf(declaration).direct, {})).status).toBe(403)
  })

  test('his rights count when it is done, not when it was asked for', async () => {
    const officer = await createStaff(platform, 'city', '320500')
    const stopped = await meanwhile('library', async () => {
      const id = await startExport(officer, library, { projectName: 'x' })
      await until(async () => (await jobOf(officer, id)).state === 'running')
      await platform.db.updateTable('user').set({ region: '320100' }).where('id', '=', officer.id).execute()
      return id
    })
    expect(await waitForJob(officer, stopped)).toMatchObject({
      state: 'failed',
      fileName: null,
      message: '您的权限或数据范围已变更，任务已停止，请重新发起',
    })
  })

  test('the file of an export is closed to who may no longer export', async () => {
    const officer = await createStaff(platform, 'city', '320500')
    const id = await startExport(officer, library)
    await waitForJob(officer, id)
    await platform.db.updateTable('user').set({ roleId: [] }).where('id', '=', officer.id).execute()
    expect((await officer.ask(backgroundJob.calls.download, { id })).status).toBe(403)
  })

  test('a job, its file and what can be done to it are its owner’s alone, even for an administrator', async () => {
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

describe('one at a time', () => {
  test('the same request again joins the one under way; another waits its turn', async () => {
    const [first, again, other] = await meanwhile('library', async () => {
      const ids = await Promise.all([1, 2].map(() => startExport(admin, library, { projectName: 'a' })))
      await until(async () => (await jobOf(admin, ids[0] as string)).state === 'running')
      const later = await startExport(admin, library, { projectName: 'b' })
      expect((await jobOf(admin, later)).state).toBe('waiting')
      return [...ids, later] as [string, string, string]
    })
    expect(again).toBe(first)
    const [one, two] = [await waitForJob(admin, first), await waitForJob(admin, other)]
    expect([one.state, two.state]).toEqual(['done', 'done'])
    expect(String(two.startedAt) >= String(one.endedAt)).toBe(true)
    expect(await startExport(admin, library, { projectName: 'a' })).not.toBe(first)
  })

  test('nobody fills the queue', async () => {
    const answers = await meanwhile('library', async () => {
      const asked = []
      for (let n = 0; n < 8; n++)
        asked.push(await admin.ask(exportCallsOf(library).start, { query: `projectName=${n}` }))
      return asked
    })
    expect(answers.map(({ status }) => status).filter((status) => status === 409).length).toBeGreaterThanOrEqual(2)
    expect(answers.at(-1)?.msg).toBe('您已有多个任务在排队，请等待完成后再发起')
    for (const { data } of answers) if (data && 'id' in data) await waitForJob(admin, String(data.id))
  })

  test('cancelled, it ends without a file, whether it waits or runs, and can be tried again', async () => {
    const [running, waiting] = await meanwhile('post', async () => {
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

describe('few rows at once, as the family’s clients ask for them', () => {
  const direct = (person: Caller, query: string) => person.raw('GET', `${exportCallsOf(library).direct.path}?${query}`)

  test('a file comes, with its name and the rows of the list, and the audit holds it', async () => {
    const answer = await direct(admin, 'projectName=南京&columns=projectName')
    expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('项目库-'))
    expect(answer.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(await rowsOf(Buffer.from(await answer.arrayBuffer()))).toEqual([{ 项目名称: '南京的项目' }])
    const [line] = await audited('library')
    expect(line).toMatchObject({ rowId: '0', after: { rows: 1 } })
  })

  test('many rows are refused with words and an HTTP code, never with half a file', async () => {
    await sql`insert into library (project_name, commpany_name, organization_code, categorize, province, city, operator)
      select '批量' || n, 'x', 'x', 'C', '320000', '320500', 1 from generate_series(1, 5001) n`.execute(platform.db)
    const answer = await direct(admin, 'projectName=批量')
    expect([answer.status, (await answer.json()).msg]).toEqual([
      400,
      '结果超过 5000 行，请在列表中使用“导出”，由后台任务生成文件',
    ])
    const names = (await exportRows(admin, library, { projectName: '批量' })).map((row) => row.项目名称)
    expect([names.length, new Set(names).size]).toEqual([5001, 5001])
  })
})
