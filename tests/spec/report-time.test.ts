import { beforeAll, describe, expect, test } from 'vitest'
import { backgroundJob } from '#contract/job/background-job.ts'
import { report } from '#contract/report/report.ts'
import { sql } from '#server/base/database/sql.ts'
import { download, waitForJob } from '../support/jobs.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, grantTo } from '../support/roles.ts'
import { addLibraryRow } from '../support/scenario.ts'
import { until } from '../support/until.ts'

/** Reports that take long: a lock on what they count makes them wait. */

let platform: Platform
let admin: Caller
let id = ''

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  await addLibraryRow(admin, { projectName: '甲', year: '2025' })
  const [first] = await admin.get(report.calls.published, {})
  id = first?.id ?? ''
})

/** Does something while nobody can read the projects. */
const whileLocked = (work: (unlock: () => void) => Promise<void>) =>
  platform.db.transaction().execute(async (db) => {
    await sql`lock table library in access exclusive mode`.execute(db)
    let unlock = () => {}
    const unlocked = new Promise<void>((resolve) => {
      unlock = resolve
    })
    await Promise.all([work(unlock), unlocked])
  })
/** The statements that wait for the lock. */
const waiting = async () =>
  (
    await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%grouping%' and datname = current_database()`.execute(
      platform.db,
    )
  ).rows.length
const projects = async () => {
  const reports = await admin.get(report.calls.published, {})
  return reports.find(({ name }) => name === '年度入库项目统计表')?.id ?? id
}

describe('a report that takes long', () => {
  test('ends when its reader leaves, and the next one is computed', async () => {
    id = await projects()
    await whileLocked(async (unlock) => {
      const leave = new AbortController()
      const left = fetch(`${platform.nextUrl()}${report.calls.run.path}?id=${id}`, {
        headers: { 'blade-auth': `bearer ${admin.token}` },
        signal: leave.signal,
      }).catch(() => 'left')
      await until(async () => (await waiting()) === 1)
      leave.abort()
      expect(await left).toBe('left')
      await until(async () => (await waiting()) === 0, 2000)
      unlock()
    })
    expect((await admin.get(report.calls.run, { id })).groups.length).toBeGreaterThan(0)
  })

  test('goes on as a job of its reader, who sees its figures, and nobody else does', async () => {
    let job = ''
    await whileLocked(async (unlock) => {
      const answer = await admin.ask(report.calls.run, { id })
      expect(answer).toMatchObject({ status: 409, msg: '统计时间较长，已转入后台，最长 5 分钟，完成后将通知您' })
      job = (answer.data as unknown as { job: string }).job
      // asked again, it is the same one
      expect((await admin.get(backgroundJob.calls.list, {})).records.map((one) => one.id)).toEqual([job])
      unlock()
    })
    expect(await waitForJob(admin, job)).toMatchObject({ state: 'done', kind: 'report', fileName: null })
    const figures = await admin.get(report.calls.figures, { job })
    expect({ ...figures, asOf: '' }).toEqual({ ...(await admin.get(report.calls.run, { id })), asOf: '' })
    expect((await admin.raw('GET', `${backgroundJob.calls.download.path}?id=${job}`)).status).toBe(404)
    const other = await createClerk(platform, 'other-reader', { codes: ['library', 'report_list'] })
    expect((await other.ask(report.calls.figures, { job })).status).toBe(404)
  })

  test('shows what a job has computed only as long as its owner may see the rows', async () => {
    const codes = ['library', 'library_export', 'report', 'published_reports']
    const reader = await createClerk(platform, 'late-reader', { codes })
    let job = ''
    await whileLocked(async (unlock) => {
      const answer = await reader.ask(report.calls.run, { id })
      job = (answer.data as unknown as { job: string }).job
      unlock()
    })
    await waitForJob(reader, job)
    expect(await reader.get(report.calls.figures, { job })).toMatchObject({ source: 'library' })
    await grantTo(platform, admin, reader.roleId, { codes: codes.slice(1) })
    expect(await reader.ask(report.calls.figures, { job })).toMatchObject({
      status: 403,
      msg: '您没有查看“项目库”的权限，不能打开以其为数据的报表',
    })
  })

  test('is exported by a job that makes the file', async () => {
    let job = ''
    await whileLocked(async (unlock) => {
      const answer = await admin.raw('GET', `${report.calls.exportFigures.path}?id=${id}&format=csv`)
      expect(answer.status).toBe(409)
      job = ((await answer.json()) as { data: { job: string } }).data.job
      unlock()
    })
    expect((await waitForJob(admin, job)).fileName).toMatch(/^年度入库项目统计表-.*\.csv$/)
    expect(String(await download(admin, job))).toContain('合计')
    // it has no figures for the screen
    expect(await admin.ask(report.calls.figures, { job })).toMatchObject({ status: 404, msg: '统计结果已过保存期' })
  })

  test('is cancelled like any other job', async () => {
    await whileLocked(async (unlock) => {
      const answer = await admin.ask(report.calls.run, { id })
      const { job } = answer.data as unknown as { job: string }
      await until(async () => (await waiting()) === 1)
      await admin.get(backgroundJob.calls.cancel, { id: job })
      await until(async () => (await waiting()) === 0)
      expect(await waitForJob(admin, job)).toMatchObject({ state: 'cancelled' })
      unlock()
    })
  })
})
