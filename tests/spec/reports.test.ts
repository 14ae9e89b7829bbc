import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#contract/log/audit.ts'
import { library } from '#contract/project/library.ts'
import { report } from '#contract/report/report.ts'
import type { ReportContent } from '#contract/report/report-content.ts'
import { fieldsOf, isGroupable, measurableOf } from '#contract/report/report-fields.ts'
import type { ReportGroup, ReportResult } from '#contract/report/report-result.ts'
import { apiScope } from '#contract/system/api-scope.ts'
import { shippedReports } from '#server/seed/reports.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope } from '../support/roles.ts'
import { createUserWithoutRights } from '../support/scenario.ts'
import { readLines } from '../support/workbooks.ts'

/** Reports (packages 3): every figure is that of the rows which the reader's own list shows. */

let platform: Platform
let admin: Caller
/** Sees one province, without the investment. */
let clerk: Caller

const pick = <T>(values: readonly T[], n: number): T => values[n % values.length] as T

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  await platform.db
    .insertInto('library')
    .values(
      Array.from({ length: 60 }, (_, n) => ({
        projectName: `第${n}号项目`,
        commpanyName: '苏州澄川测试有限公司',
        organizationCode: `91320500TTT${n}`,
        categorize: pick(['C', 'D'], n),
        nationalEconomy1: pick(['C', 'D', null], n),
        province: pick(['320000', '320000', '330000', '440000'], n),
        city: pick(['320500', '320100', '330100', '440300'], n),
        operator: pick([1, 2, 3, 4, 1], n),
        year: pick(['2024', '2025', null], n),
        networkMode: pick([1, 2, null, 3, 4], n),
        scenes: pick([[1, 2], [2], [], [3, 1, 2]], n),
        isBenchmark: n % 2,
        investment: n % 7 === 0 ? null : 100 * n + 0.5,
        terminals: n,
        listedAt: n % 5 === 0 ? null : `202${4 + (n % 3)}-0${1 + (n % 9)}-28 23:59:59`,
      })),
    )
    .execute()
  const fields = Object.keys(library.fields).filter((name) => name !== 'investment')
  const scope = await createScope(admin, {
    resourceCode: 'library',
    scopeType: 5,
    scopeColumn: '-',
    scopeField: fields.join(','),
    scopeValue: 'province=320000',
  })
  clerk = await createClerk(platform, 'report-clerk', {
    codes: ['library', 'library_export_all', 'report_list', 'report_list_add'],
    scopes: [scope],
  })
})

const count = { kind: 'count', field: null, form: null } as const
const byOperator: ReportContent = {
  source: 'library',
  filters: null,
  rows: [{ field: 'operator', period: null }],
  columns: [],
  measures: [count],
  chart: null,
}
const preview = (person: Caller, content: object): Promise<ReportResult> =>
  person.get(report.calls.preview, { content: content as ReportContent })
const listTotal = async (person: Caller, filters: string): Promise<number> =>
  (await person.get(library.calls.page, { ...Object.fromEntries(new URLSearchParams(filters)), size: 1 })).total

const groupableNames = Object.entries(fieldsOf('library')).flatMap(([name, field]) =>
  isGroupable(field) ? [name] : [],
)
const measurableNames = Object.keys(measurableOf('library'))

/** Contents of all forms. Fields of one report differ, and one at most has several values. */
const contents = fc
  .record({
    names: fc.uniqueArray(fc.constantFrom(...groupableNames), { minLength: 1, maxLength: 3 }),
    period: fc.constantFrom('year', 'quarter', 'month'),
    isCross: fc.boolean(),
    measured: fc.constantFrom(...measurableNames),
    kind: fc.constantFrom('sum', 'average', 'median', 'slowest', 'min', 'max'),
    filters: fc.constantFrom(
      '',
      'year=2025',
      'scenes=1',
      'isBenchmark=1&terminals_ge=10',
      'keyword=第1',
      'year_null=1',
    ),
  })
  .map(({ names, period, isCross, measured, kind, filters }) => {
    const groupings = names.map((field) => ({ field, period }))
    const columns = isCross && groupings.length > 1 ? groupings.splice(-1) : []
    return { source: 'library', filters, rows: groupings, columns, measures: [count, { kind, field: measured }] }
  })

const keyText = ({ rows, column }: ReportGroup): string =>
  JSON.stringify([rows.map(({ value }) => value), column?.value])

describe('every figure', () => {
  test('opens as many rows as it counts, in the list of its reader', async () => {
    await fc.assert(
      fc.asyncProperty(contents, fc.boolean(), async (content, isAdmin) => {
        const reader = isAdmin ? admin : clerk
        const usesHidden = content.measures.some((one) => 'field' in one && one.field === 'investment')
        if (!isAdmin && usesHidden) return
        const { groups } = await preview(reader, content)
        expect(groups.length).toBeGreaterThan(0)
        for (const group of groups)
          expect([keyText(group), await listTotal(reader, group.filters)]).toEqual([keyText(group), group.count])
      }),
      { numRuns: 25, seed: 7 },
    )
  })

  test('of a total is that of all rows, also where a field has several values', async () => {
    const { groups, hasSeveral } = await preview(admin, {
      ...byOperator,
      rows: [{ field: 'scenes' }, { field: 'operator' }],
      measures: [count, { kind: 'sum', field: 'terminals' }],
    })
    expect(hasSeveral?.[0]).toBe('应用场景')
    const total = groups.at(-1)
    expect(total).toMatchObject({ rows: [], count: 60, values: [60, (59 * 60) / 2] })
    const first = groups.filter(({ rows }) => rows.length === 1).reduce((sum, group) => sum + group.count, 0)
    expect(first).toBeGreaterThan(60)
    expect(groups.find(({ rows }) => rows.length === 1 && rows[0]?.value === null)?.rows[0]?.name).toBe('未填写')
  })

  test('can be shown as its share, its rank or its change from the period before, within the rows of the reader', async () => {
    const forms = ['share', 'rank', 'change'] as const
    const byYear = {
      ...byOperator,
      rows: [{ field: 'listedAt', period: 'year' }],
      filters: 'listedAt_notnull=1',
      measures: [count, ...forms.map((form) => ({ ...count, form }))],
    }
    const { groups, heads } = await preview(admin, byYear)
    expect(heads.measures.map(({ label }) => label[0])).toEqual([
      ...['入库项目数', '入库项目数占比（%）', '入库项目数排名', '入库项目数较上期增减（%）'],
    ])
    expect(groups.map(({ values }) => values)).toEqual([
      [16, (100 * 16) / 48, 1, null],
      [16, (100 * 16) / 48, 1, 0],
      [16, (100 * 16) / 48, 1, 0],
      [48, 100, null, null],
    ])
    const own = await preview(clerk, byYear)
    expect(own.groups.at(-1)?.values.slice(0, 2)).toEqual([24, 100])
  })

  test('is the sum, median, slowest tenth, least and most of the values that are there', async () => {
    const kinds = ['sum', 'average', 'median', 'slowest', 'min', 'max'] as const
    const { groups, heads } = await preview(admin, {
      ...byOperator,
      measures: kinds.map((kind) => ({ kind, field: 'terminals' })),
    })
    expect(groups.at(-1)?.values).toEqual([1770, 29.5, 29.5, 53.1, 0, 59])
    expect(heads.measures.map(({ label }) => label[0])).toEqual(
      ['', '平均值', '中位数', '最慢一成', '最小值', '最大值'].map((kind) => `连接终端数${kind}`),
    )
  })
})

describe('a reader', () => {
  test('is refused a report that uses a field they do not see, by its name', async () => {
    const measures = [{ kind: 'sum', field: 'investment', form: null }]
    const refusal = await clerk.ask(report.calls.preview, { content: { ...byOperator, measures } as ReportContent })
    expect(refusal).toMatchObject({ status: 400, faults: [{ at: 'content.measures.0.field' }] })
    expect(refusal.msg).toBe('您看不到“总投资（万元）”，不能打开用到它的报表')
    const filtered = await clerk.ask(report.calls.preview, { content: { ...byOperator, filters: 'investment_ge=5' } })
    expect(filtered).toMatchObject({ status: 400, faults: [{ at: 'content.filters' }] })
  })

  test('gets a published report without any permission of reports, and no rows without that of the list', async () => {
    const row = { name: '运营商统计', isPublished: 1, content: byOperator }
    const { id } = await admin.get(report.calls.submit, row)
    const { id: draftId } = await admin.get(report.calls.submit, { ...row, isPublished: 0 })
    const { records } = await admin.get(report.calls.list, { name: '运营商统计' })
    expect(records.map(({ content }) => content)).toEqual([null, null])
    const person = await createUserWithoutRights(platform)
    const published = await person.get(report.calls.published, {})
    expect(published.map((one) => one.id)).toContain(id)
    expect(published.map((one) => one.id)).not.toContain(draftId)
    expect(await person.ask(report.calls.run, { id })).toMatchObject({
      status: 403,
      msg: '您没有查看“项目库”的权限，不能打开以其为数据的报表',
    })
    expect(await person.ask(report.calls.run, { id: draftId })).toMatchObject({ status: 404 })
    const result = await clerk.get(report.calls.run, { id })
    expect(result.name).toEqual(['运营商统计', '运营商统计'])
    expect(result.groups.at(-1)?.count).toBe(30)
  })

  test('of a list that does not filter by operators gets no figures by operator', async () => {
    const officer = await createClerk(platform, 'report-officer', {
      codes: ['library', 'report_list', 'report_list_add'],
    })
    expect(await officer.ask(report.calls.preview, { content: byOperator })).toMatchObject({
      status: 400,
      msg: '您看不到“运营商”，不能打开用到它的报表',
    })
  })
})

test.each(shippedReports.map(({ name, content }) => [name, content] as const))(
  'the shipped report %s counts the rows of an administrator, and has a chart',
  async (_name, content) => {
    const { groups, chart, heads, source } = await preview(admin, content)
    const total = groups.at(-1)
    expect([total?.rows, total?.column]).toEqual([[], null])
    expect(source === 'library' ? total?.count : 60).toBe(60)
    expect([chart, heads.measures.length]).toEqual([content.chart, content.measures?.length])
    expect(chart).not.toBeNull()
  },
)

describe('a file of the figures', () => {
  const exported = async (person: Caller, id: string, format: string) => {
    const parameters = new URLSearchParams({ id, format })
    const answer = await person.raw('GET', `${report.calls.exportFigures.path}?${parameters}`)
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  test('has the lines of the table, also of a cross table, and is in the audit', async () => {
    const content = {
      ...byOperator,
      rows: [{ field: 'nationalEconomy1', period: null }],
      columns: byOperator.rows ?? [],
    }
    const { id } = await admin.get(report.calls.submit, { name: '=行业', isPublished: 1, content })
    const csv = String((await exported(admin, id, 'csv')).bytes)
    const rows = csv.replace('\ufeff', '').trim().split(/\r?\n/)
    expect(rows).toEqual([
      '国民经济门类,中国移动 入库项目数,中国电信 入库项目数,中国联通 入库项目数,中国广电 入库项目数,合计 入库项目数',
      '制造业,8,4,4,4,20',
      '电力、热力、燃气及水生产和供应业,8,4,4,4,20',
      '未填写,8,4,4,4,20',
      '合计,24,12,12,12,60',
    ])
    const lines = await readLines((await exported(admin, id, 'xlsx')).bytes)
    expect(
      lines.at(-1)?.cells.map((cell) => (typeof cell === 'object' && 'number' in cell ? cell.number : cell)),
    ).toEqual(['合计', 24, 12, 12, 12, 60])
    const { records } = await admin.get(audit.calls.list, { entity: 'report', rowId: id, verb: 'export' })
    expect(records).toHaveLength(2)
  })

  test('is refused without the permission to export the rows', async () => {
    const { id } = await admin.get(report.calls.submit, { name: '年度', isPublished: 1, content: { ...byOperator } })
    expect((await exported(clerk, id, 'csv')).status).toBe(403)
  })
})

test('an API scope that closes the list closes its reports', async () => {
  const officer = await createClerk(platform, 'report-closed', {
    codes: ['library', 'library_export_all', 'report_list'],
  })
  const { id } = await admin.get(report.calls.submit, { name: '年度', isPublished: 1, content: byOperator })
  expect((await officer.ask(report.calls.run, { id })).status).toBe(200)
  const scope = {
    scopePath: library.calls.page.path,
    scopeName: '项目库',
    resourceCode: 'library',
    scopeType: 1,
  } as const
  const { id: scopeId } = await admin.get(apiScope.calls.submit, scope)
  await expect.poll(async () => (await officer.ask(report.calls.run, { id })).status).toBe(403)
  await admin.get(apiScope.calls.remove, { ids: scopeId })
})

test.each([
  ['no groups', { rows: [] }, 'content.rows', '请至少选择一个行分组'],
  [
    'four levels',
    { rows: ['operator', 'year', 'province', 'city'].map((field) => ({ field })) },
    'content.rows',
    '行分组最多 3 级',
  ],
  [
    'a field that is gone',
    { rows: [{ field: 'formerField' }] },
    'content.rows.0.field',
    '报表的数据中没有字段“formerField”，请改选其他字段',
  ],
  [
    'a name of the prototype',
    { rows: [{ field: 'constructor' }] },
    'content.rows.0.field',
    '报表的数据中没有字段“constructor”，请改选其他字段',
  ],
  ['free texts', { rows: [{ field: 'projectName' }] }, 'content.rows.0.field', '不能按项目名称分组'],
  ['a time without a period', { rows: [{ field: 'listedAt' }] }, 'content.rows.0.period', '请选择按年、季度或月分组'],
  [
    'a sum of names',
    { measures: [{ kind: 'sum', field: 'operator' }] },
    'content.measures.0.field',
    '运营商不能用于计算',
  ],
  ['a sum of nothing', { measures: [{ kind: 'sum' }] }, 'content.measures.0.field', '请选择要计算的字段'],
  ['an unknown filter', { filters: 'formerField=1' }, 'content.filters', '报表的数据中没有字段“formerField”'],
  ['lines over names', { chart: 'line' }, 'content.chart', '折线图和面积图的首个行分组须为时间或年份'],
  ['a stack of nothing', { chart: 'stacked' }, 'content.chart', '堆叠条形图须有列分组'],
  [
    'a pie of medians',
    { chart: 'pie', measures: [{ kind: 'median', field: 'terminals' }] },
    'content.chart',
    '饼图和堆叠条形图须有计数或求和的指标',
  ],
  [
    'a pie of several values',
    { chart: 'pie', rows: [{ field: 'scenes' }] },
    'content.chart',
    '可有多个值的字段不能分割饼图和堆叠条形图，请改用条形图',
  ],
  [
    'a change without a time',
    { measures: [{ ...count, form: 'change' }] },
    'content.measures.0.form',
    '“较上期增减”须有时间或年份分组',
  ],
  [
    'a share of medians',
    { measures: [{ kind: 'median', field: 'terminals', form: 'share' }] },
    'content.measures.0.form',
    '只有计数和求和可以显示占合计的比例',
  ],
  ['no data', { source: null }, 'content.source', '请选择统计对象'],
])('a report with %s is refused at the field, and nothing is stored', async (_what, change, at, msg) => {
  const name = `有误的报表 ${at}`
  const answer = await admin.ask(report.calls.submit, {
    name,
    isPublished: 0,
    content: { ...byOperator, ...change } as ReportContent,
  })
  expect(answer).toMatchObject({ status: 400, msg, faults: expect.arrayContaining([{ at, msg }]) })
  expect((await admin.get(report.calls.list, { name })).total).toBe(0)
})
