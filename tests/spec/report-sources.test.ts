import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { listVerbOf } from '#contract/job/exporting.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import { declaration } from '#contract/project/declaration.ts'
import { report } from '#contract/report/report.ts'
import type { ReportContent } from '#contract/report/report-content.ts'
import { fieldsOf, isGroupable, measurableOf } from '#contract/report/report-fields.ts'
import type { ReportResult } from '#contract/report/report-result.ts'
import { reportSource, reportSources, type SourceName } from '#contract/report/report-sources.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope } from '../support/roles.ts'
import { createEnterprise } from '../support/scenario.ts'

/** The sources of reports whose lists have conditions of their own: declarations with their readings, and logins. */

/** The fields by which rows are grouped here: all but the finer industries, which a data scope has no room to name. */
const groupable = (source: SourceName) =>
  Object.entries(fieldsOf(source)).flatMap(([name, field]) =>
    isGroupable(field) && !/Economy[234]/.test(name) ? [name] : [],
  )

let platform: Platform
let admin: Caller
/** Sees the declarations of one province, without the investment, and the logins of one account. */
let clerk: Caller

const pick = <T>(values: readonly T[], n: number): T => values[n % values.length] as T
const stages = [0, 10, 20, 30, 60, 5, 70, 80, 90, 50]

const addDeclarations = () =>
  platform.db
    .insertInto('declaration')
    .values(
      Array.from({ length: 60 }, (_, n) => ({
        projectName: `第${n}项申报`,
        organizationCode: `91320500TTT${n}`,
        province: pick(['320000', '320000', '330000'], n),
        city: pick(['320500', '320100', '330100'], n),
        declareStatus: pick(stages, n),
        furthestStage: n % 4 ? pick([10, 20, 30], n) : null,
        year: pick(['2025', '2026'], n),
        operators: pick([[1, 2], [2], []], n),
        factoryLevel: pick([1, 2, null], n),
        totalInvestment: 10 * n,
        loop: n % 3,
        applyTime: n % 5 ? `2026-0${1 + (n % 9)}-28 23:59:59` : null,
      })),
    )
    .execute()

/** Steps of the declarations: from submission to the city, every second one returned once, with remarks on one or two parts. */
const addSteps = async () => {
  const rows = await platform.db.selectFrom('declaration').select(['id', 'projectName']).execute()
  const steps = rows.flatMap(({ id, projectName }) => {
    const n = Number(/\d+/.exec(String(projectName)))
    const at = (day: number) => `2026-0${1 + (n % 4)}-${String(1 + day).padStart(2, '0')} 09:00:00+08`
    const step = (move: string, fromStage: number, toStage: number, day: number, remarks: readonly object[] = []) => ({
      ...{ pid: id, move, fromStage, toStage, createTime: at(day), loop: 0, remarks: JSON.stringify(remarks) },
    })
    const remarks = [
      { at: 'information.projectName', text: '请补充' },
      { at: 'information.address', text: '请核对' },
      { at: 'material', text: '请盖章' },
    ].slice(0, (n / 2) % 4)
    const accepted = [step('submit', 0, 10, 0), step('claim', 10, 20, 1 + (n % 3))]
    if (n % 2) return [...accepted, step('cityApprove', 20, 30, 6 + (n % 5))]
    const again = [step('submit', 70, 20, 9), step('cityApprove', 20, 30, 10 + (n % 9))]
    return [...accepted, step('cityReturn', 20, 70, 5, remarks), ...again, step('provinceReturn', 30, 70, 20)]
  })
  await platform.db.insertInto('declarationMove').values(steps).execute()
}

const addLogins = (userId: string) =>
  platform.db
    .insertInto('login')
    .values(
      Array.from({ length: 40 }, (_, n) => ({
        userId: n % 4 ? userId : null,
        account: n % 4 ? null : 'zh***',
        at: `2026-0${1 + (n % 9)}-15 08:00:00+08`,
        way: pick(['password', 'sms_code', 'social'], n),
        outcome: n % 3 ? 1 : 0,
        reason: n % 3 ? null : pick(['password', 'locked'], n),
        address: '192.0.2.1',
        agent: 'Firefox',
      })),
    )
    .execute()

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  await addDeclarations()
  await addSteps()
  const visibleFields = [...groupable('declaration'), 'loop'].filter((name) => name !== 'createTime')
  const scopes = [
    await createScope(admin, {
      resourceCode: 'declaration',
      scopeType: 5,
      scopeColumn: '-',
      scopeField: visibleFields.join(','),
      scopeValue: 'province=320000',
    }),
    await createScope(admin, {
      resourceCode: 'user',
      scopeType: 5,
      scopeColumn: '-',
      scopeField: '*',
      scopeValue: 'account=seen-account',
    }),
  ]
  const codes = ['declaration', 'login_log', 'user', 'report_list', 'report_list_add']
  clerk = await createClerk(platform, 'source-clerk', { codes, scopes })
  const { id } = await platform.db
    .insertInto('user')
    .values({ account: 'seen-account', name: '可见', realName: '可见' } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await addLogins(String(id))
})

const count = { kind: 'count', field: null, form: null } as const
const contentOf = (source: SourceName, more: Partial<ReportContent> = {}): ReportContent => ({
  source,
  filters: null,
  rows: [{ field: 'createTime', period: 'year' }],
  columns: [],
  measures: [count],
  chart: null,
  ...more,
})
const preview = (person: Caller, content: object): Promise<ReportResult> =>
  person.get(report.calls.preview, { content: content as ReportContent })

const listTotal = async (person: Caller, source: SourceName, filters: string): Promise<number> => {
  const { entity } = reportSources[source]
  const list = (entity.calls as Readonly<Record<string, Endpoint>>)[listVerbOf(entity) ?? ''] as Endpoint
  const page = await person.get(list, { ...Object.fromEntries(new URLSearchParams(filters)), size: 1 })
  return (page as { total: number }).total
}

const filtersOf = {
  declaration: ['', 'province=320000', 'declareStatus=10,20', 'keyword=第1', 'loop_ge=1', 'applyTime_null=1'],
  declarationStay: [
    '',
    'stayStage=20',
    'stayDays_ge=4',
    'stayStage=20&stayDays_lt=5',
    'year=2025&stayStage_notequal=10',
  ],
  declarationReturn: [
    '',
    'returnStage=20',
    'returnStage=20&returnPart=material',
    'returnPart_null=1',
    'remarkCount_ge=2',
  ],
  loginLog: ['', 'result=success', 'createTime_dategt=2026-03-01 00:00:00', 'way=sms_code', 'keyword=zh'],
} as const

/** What a reader of some columns is not asked: the places of remarks. */
const isOfPlaces = (content: ReportContent) => /returnPart|remarkCount/.test(JSON.stringify(content))

/** Up to three fields; of a reading one of its own is among them more often than not. */
const namesFor = (source: SourceName) => {
  const own = Object.keys(reportSource(source)?.reading?.fields ?? {})
  const names = groupable(source)
  const often = names.filter((name) => own.includes(name))
  return fc.uniqueArray(fc.constantFrom(...names, ...often, ...often, ...often), { minLength: 1, maxLength: 3 })
}

const contents = fc.constantFrom(...(Object.keys(filtersOf) as (keyof typeof filtersOf)[])).chain((source) =>
  fc
    .record({
      names: namesFor(source),
      period: fc.constantFrom('year', 'quarter', 'month'),
      isCross: fc.boolean(),
      filters: fc.constantFrom(...filtersOf[source]),
    })
    .map(({ names, period, isCross, filters }) => {
      const rows = names.map((field) => ({ field, period }))
      const columns = isCross && rows.length > 1 ? rows.splice(-1) : []
      return contentOf(source, { filters, rows, columns })
    }),
)

test('every figure opens as many rows as it counts, in the list of its reader', async () => {
  await fc.assert(
    fc.asyncProperty(contents, fc.boolean(), async (content, isAdmin) => {
      if (!isAdmin && isOfPlaces(content)) return
      const reader = isAdmin ? admin : clerk
      const { groups, source } = await preview(reader, content)
      expect(groups.length).toBeGreaterThan(0)
      for (const group of groups)
        expect([group.filters, await listTotal(reader, source as SourceName, group.filters)]).toEqual([
          group.filters,
          group.count,
        ])
    }),
    { numRuns: 60, seed: 11 },
  )
})

describe('declarations', () => {
  test('that are drafts, wait for their operator or were withdrawn count in no figure', async () => {
    const byStage = contentOf('declaration', { rows: [{ field: 'declareStatus', period: null }] })
    const { groups } = await preview(admin, byStage)
    expect(groups.map(({ rows: [key], count }) => [key?.value, count])).toEqual([
      ...['10', '20', '30', '50', '60', '70', '80'].map((stage) => [stage, 6]),
      [undefined, 42],
    ])
    expect(groups[0]?.rows[0]?.name).toBe('已提交')
    const drafts = await preview(admin, { ...byStage, filters: 'declareStatus=0,10' })
    expect(drafts.groups.at(-1)?.count).toBe(6)
    expect(
      await admin.ask(report.calls.preview, { content: { ...byStage, filters: 'declareStatus_ge=0' } }),
    ).toMatchObject({
      status: 400,
      msg: '统计对象已限定该条件，请改用其他条件',
    })
  })

  test('offer no field that their list does not show, and no number that is a code', () => {
    const offered = Object.keys(fieldsOf('declaration'))
    for (const name of ['experts', 'taskUser', 'invitedCode', 'stageOffice']) expect(offered).not.toContain(name)
    expect(Object.keys(measurableOf('declaration'))).toEqual(expect.arrayContaining(['totalInvestment', 'loop']))
    for (const name of ['operator', 'version', 'returnedFrom']) expect(offered).not.toContain(name)
  })

  test('are refused by the name of a field that a scope or the part of an operator hides', async () => {
    const bySum = contentOf('declaration', { measures: [{ kind: 'sum', field: 'totalInvestment', form: null }] })
    expect(await clerk.ask(report.calls.preview, { content: bySum })).toMatchObject({
      status: 400,
      msg: '您看不到“项目总投资（万元）”，不能打开用到它的报表',
    })
    const operator = await createEnterprise(platform, { type: 2 })
    const { id } = await admin.get(report.calls.submit, { name: '申报投资', isPublished: 1, content: bySum })
    expect(await operator.ask(report.calls.run, { id })).toMatchObject({
      status: 400,
      msg: '您看不到“项目总投资（万元）”，不能打开用到它的报表',
    })
  })
})

describe('readings of declarations', () => {
  const measure = (kind: 'median' | 'slowest' | 'sum', field: string) => ({ kind, field, form: null })

  test('have the days of each stay at a stage that has ended, and count declarations once', async () => {
    const { groups, hasSeveral, heads } = await preview(admin, {
      ...contentOf('declarationStay', {
        rows: [{ field: 'stayStage', period: null }],
        filters: 'projectName_likeright=第1',
      }),
      measures: [count, measure('median', 'stayDays'), measure('slowest', 'stayDays')],
    })
    // eight declarations: of those numbered 1 and 10 to 19, one waits for its operator and two are a draft and withdrawn
    expect(groups.map(({ rows: [key], values }) => [key?.name, ...values])).toEqual([
      ['已提交', 8, 2, 3],
      ['地市初审中', 8, 5, 8],
      ['省级审核中', 3, 5, 6.6],
      [undefined, 8, 3.5, 7],
    ])
    expect(heads.measures.map(({ label }) => label[0])).toEqual(['申报数', '办理天数中位数', '办理天数最慢一成'])
    expect(hasSeveral?.[0]).toBe('经办环节')
  })

  test('have the remarks of each return by the part they are about', async () => {
    const { groups } = await preview(admin, {
      ...contentOf('declarationReturn', {
        rows: [{ field: 'returnStage', period: null }],
        columns: [{ field: 'returnPart', period: null }],
      }),
      measures: [count, measure('sum', 'remarkCount')],
    })
    const cells = groups.map(({ rows: [row], column, values }) => [
      row?.name ?? '合计',
      column?.name ?? '合计',
      ...values,
    ])
    expect(cells).toEqual([
      ['地市初审中', '项目信息', 14, 24],
      ['地市初审中', '证明材料', 5, 5],
      ['地市初审中', '未填写', 4, 0],
      ['地市初审中', '合计', 18, 29],
      ['省级审核中', '未填写', 18, 0],
      ['省级审核中', '合计', 18, 0],
      ['合计', '项目信息', 14, 24],
      ['合计', '证明材料', 5, 5],
      ['合计', '未填写', 18, 0],
      ['合计', '合计', 18, 29],
    ])
  })

  test('are filters of the list of declarations, all of which hold for the same return', async () => {
    const both = await listTotal(admin, 'declaration', 'returnStage=30&returnPart=information')
    expect(both).toBe(0)
    expect(await listTotal(admin, 'declaration', 'returnStage=20&returnPart=information')).toBeGreaterThan(0)
    const unfit = await admin.ask(declaration.calls.page, { returnStage: 'abc' })
    expect(unfit).toMatchObject({ status: 400, faults: [{ at: 'returnStage' }] })
  })

  test('of places are not for those who read parts of a declaration only, nor are filters by them', async () => {
    const byPart = contentOf('declarationReturn', { rows: [{ field: 'returnPart', period: null }] })
    const { id } = await admin.get(report.calls.submit, { name: '退回意见', isPublished: 1, content: byPart })
    const operator = await createEnterprise(platform, { type: 2 })
    for (const person of [clerk, operator]) {
      expect(await person.ask(report.calls.run, { id })).toMatchObject({
        status: 400,
        msg: '您看不到“退回意见所在部分”，不能打开用到它的报表',
      })
      const all = await listTotal(person, 'declaration', '')
      expect(await listTotal(person, 'declaration', 'returnPart=protection')).toBe(all)
    }
  })
})

test('logins of accounts that the reader does not see, and of unknown names, count in no figure', async () => {
  const byWay = contentOf('loginLog', { rows: [{ field: 'way', period: null }], filters: 'address=192.0.2.1' })
  const total = async (person: Caller) => (await preview(person, byWay)).groups.at(-1)?.count
  expect(await total(admin)).toBe(40)
  expect(await total(clerk)).toBe(30)
  const officer = await createClerk(platform, 'source-officer', { codes: ['declaration', 'report_list_add'] })
  expect(await officer.ask(report.calls.preview, { content: byWay })).toMatchObject({
    status: 403,
    msg: '您没有查看“登录日志”的权限，不能打开以其为数据的报表',
  })
})
