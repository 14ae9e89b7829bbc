import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { listVerbOf } from '#contract/job/exporting.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import { report } from '#contract/report/report.ts'
import type { ReportContent } from '#contract/report/report-content.ts'
import { fieldsOf, isGroupable, isMeasurable } from '#contract/report/report-fields.ts'
import type { ReportResult } from '#contract/report/report-result.ts'
import { reportSources, type SourceName } from '#contract/report/report-sources.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope } from '../support/roles.ts'
import { createEnterprise } from '../support/scenario.ts'

/** The sources of reports whose lists have conditions of their own: declarations and logins. */

const namesIn = (source: SourceName, fits: typeof isGroupable) =>
  Object.entries(fieldsOf(source)).flatMap(([name, field]) => (fits(field) ? [name] : []))

/** The fields by which rows are grouped here: all but the finer industries, which a data scope has no room to name. */
const groupable = (source: SourceName) => namesIn(source, isGroupable).filter((name) => !/Economy[234]/.test(name))

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
  loginLog: ['', 'result=success', 'createTime_dategt=2026-03-01 00:00:00', 'way=sms_code', 'keyword=zh'],
} as const

const contents = fc.constantFrom('declaration', 'loginLog').chain((source) =>
  fc
    .record({
      names: fc.uniqueArray(fc.constantFrom(...groupable(source)), { minLength: 1, maxLength: 3 }),
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
      const reader = isAdmin ? admin : clerk
      const { groups, source } = await preview(reader, content)
      expect(groups.length).toBeGreaterThan(0)
      for (const group of groups)
        expect([group.filters, await listTotal(reader, source as SourceName, group.filters)]).toEqual([
          group.filters,
          group.count,
        ])
    }),
    { numRuns: 25, seed: 11 },
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
    expect(namesIn('declaration', isMeasurable)).toEqual(expect.arrayContaining(['totalInvestment', 'loop']))
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
