import { beforeAll, describe, expect, test } from 'vitest'
import { backgroundJob } from '#contract/job/background-job.ts'
import { languageHeader } from '#contract/language-header.ts'
import { audit } from '#contract/log/audit.ts'
import { report } from '#contract/report/report.ts'
import type { ReportContent } from '#contract/report/report-content.ts'
import { reportSubscription } from '#contract/report/report-subscription.ts'
import { readPdf } from '../support/pdf.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk } from '../support/roles.ts'
import { addLibraryRow } from '../support/scenario.ts'
import { until } from '../support/until.ts'

/** Reports as PDF (design: documents on paper; reports, section 1). */

let platform: Platform
let admin: Caller

const count = { kind: 'count', field: null, form: null } as const
const byCompany: ReportContent = {
  source: 'library',
  filters: 'province=320000&investment_ge=100&listedAt_null=1',
  rows: [
    { field: 'operator', period: null },
    { field: 'year', period: null },
  ],
  columns: [],
  measures: [count, { kind: 'sum', field: 'investment', form: null }],
  chart: null,
}
const addReport = async (content: ReportContent, name = '运营商项目'): Promise<string> =>
  (await admin.get(report.calls.submit, { name, nameEn: 'Projects', note: '说明：$x$', isPublished: 1, content })).id
const ask = (person: Caller, id: string, headers: Record<string, string> = {}) =>
  person.raw('GET', `${report.calls.exportFigures.path}?${new URLSearchParams({ id, format: 'pdf' })}`, { headers })
const pagesOf = async (id: string, headers?: Record<string, string>) => {
  const answer = await ask(admin, id, headers)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return readPdf(new Uint8Array(await answer.arrayBuffer()))
}

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  for (const [n, year] of ['2024', '2025', '2025'].entries())
    await addLibraryRow(admin, { province: '320000', city: '320500', operator: 1, year, investment: 1000.5 * (n + 1) })
  await platform.db.updateTable('library').set({ listedAt: null }).execute()
})

describe('a report as PDF', () => {
  test('has the chart of its report, with a bar for each group', async () => {
    const rows = [{ field: 'operator', period: null }]
    const content: ReportContent = { ...byCompany, rows, measures: [count], chart: 'pie' }
    const [page] = await pagesOf(await addReport(content, '图'))
    expect(page?.text).toMatch(/入库项目数中国移动 ?3运营商 入库项目数中国移动 3合计 3/)
  })

  test('says what it counts, for whom and when, and has the lines of its table', async () => {
    const [page, ...others] = await pagesOf(await addReport(byCompany))
    expect(others).toEqual([])
    expect([page?.width, page?.height]).toEqual([595, 842])
    for (const text of [
      ...['运营商项目', '说明：$x$', '统计数据：项目库；省份 江苏省；总投资（万元）不小于 100；', '未填写'],
      ...['按“管理员”的数据权限统计', '统计时间 20', '运营商 年份 入库项目数 总投资（万元）'],
      ...[
        '中国移动 2024 1 1,000.5',
        '中国移动 2025 2 5,002.5',
        '中国移动 小计 3 6,003',
        '合计 3 6,003',
        '第 1 页，共 1 页',
      ],
    ])
      expect(page?.text).toContain(text)
  })

  test('is in English for its English reader', async () => {
    const [page] = await pagesOf(await addReport(byCompany), { [languageHeader]: 'en' })
    for (const text of ['Projects', 'Counted: ', 'As of 20', 'Subtotal', 'Page 1 of 1'])
      expect(page?.text).toContain(text)
  })

  test('lies on its side with a column for each of many values, and goes on where they do not fit', async () => {
    for (let year = 1990; year < 2024; year++)
      await addLibraryRow(admin, { projectName: `${year}`, province: '330000', city: '330100', year: `${year}` })
    const rows = [{ field: 'province', period: null }]
    const columns = [{ field: 'year', period: null }]
    const id = await addReport({ ...byCompany, filters: null, rows, columns, measures: [count] }, '各省年度')
    const [page, ...others] = await pagesOf(id)
    expect([page?.width, page?.height, others]).toEqual([842, 595, []])
    const [first = '', ...parts] = page?.text.split('续表') ?? []
    expect(parts.length).toBeGreaterThan(0)
    for (const [nth, text] of [first, ...parts].entries()) {
      expect(text).toMatch(/省份.*江苏省.*浙江省.*合计/)
      expect(text.includes('1990')).toBe(nth === 0)
    }
    expect(parts.at(-1)).toContain('2025 合计')
  })

  test('is in the audit', async () => {
    const id = await addReport(byCompany)
    await pagesOf(id)
    const { records } = await admin.get(audit.calls.list, { entity: 'report', rowId: id, verb: 'export' })
    expect(records).toHaveLength(1)
    expect(records[0]?.rowTitle).toMatch(/^运营商项目-\d{8}-\d{4}\.pdf$/)
  })

  test('is refused without the permission to export the rows', async () => {
    const clerk = await createClerk(platform, 'pdf-clerk', { codes: ['library', 'library_export_all', 'report_list'] })
    const answer = await ask(clerk, await addReport(byCompany))
    expect([answer.status, ((await answer.json()) as { msg: string }).msg]).toEqual([403, '您没有导出“项目库”的权限'])
  })

  test('is what a subscriber receives who has chosen it', async () => {
    const reportId = await addReport(byCompany, '订阅的报表')
    const choices = { rhythm: 'week', weekday: 1, monthday: 1, timeOfDay: '08:30', format: 'pdf' } as const
    const { id } = await admin.get(reportSubscription.calls.subscribe, { reportId, ...choices })
    await admin.get(reportSubscription.calls.run, { id })
    const jobOf = async () =>
      (await admin.get(backgroundJob.calls.list, {})).records.find((one) => one.fileName?.startsWith('订阅的报表'))
    await until(async () => (await jobOf())?.state === 'done')
    const job = await jobOf()
    expect(job?.fileName).toMatch(/\.pdf$/)
    const file = await admin.raw('GET', `${backgroundJob.calls.download.path}?id=${job?.id}`)
    const [page] = await readPdf(new Uint8Array(await file.arrayBuffer()))
    expect(page?.text).toContain('中国移动 小计 3 6,003')
  })
})
