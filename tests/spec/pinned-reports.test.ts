import { beforeAll, describe, expect, test } from 'vitest'
import { report } from '#contract/report/report.ts'
import type { ReportContent } from '#contract/report/report-content.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope } from '../support/roles.ts'

/** Reports on the desk and on the dashboard: those that their reader may have, and no others. */

let platform: Platform
let admin: Caller

const contentOf = (more: Partial<ReportContent> = {}): ReportContent => ({
  source: 'library',
  filters: null,
  rows: [{ field: 'province', period: null }],
  columns: [],
  measures: [{ kind: 'count', field: null, form: null }],
  chart: null,
  ...more,
})
const add = (name: string, more: object = {}, content = contentOf()) =>
  admin.get(report.calls.submit, { name, isPublished: 1, place: 'desk', content, ...more } as never)
const pinned = async (person: Caller, place: 'desk' | 'dashboard' = 'desk') =>
  (await person.get(report.calls.pinned, { place })).map(({ name }) => name)

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  await add('乙项目')
  await add('甲投资', {}, contentOf({ measures: [{ kind: 'sum', field: 'investment', form: null }] }))
  await add('丙登录', {}, contentOf({ source: 'loginLog', rows: [{ field: 'way', period: null }] }))
  await add('丁未公告', { isPublished: 0 })
  await add('戊概览', { place: 'dashboard' })
  await add('己无处', { place: null })
})

describe('a place', () => {
  test('has its reports by name, for those who may read all of them', async () => {
    expect(await pinned(admin)).toEqual(['丙登录', '丁未公告', '甲投资', '乙项目'])
    expect(await pinned(admin, 'dashboard')).toEqual(['戊概览'])
  })

  test('leaves out a report whose list, fields or text the reader does not see', async () => {
    const fields = 'projectName,province'
    const scope = await createScope(admin, { resourceCode: 'library', scopeType: 1, scopeField: fields })
    const reader = await createClerk(platform, 'desk-reader', { codes: ['library'], scopes: [scope] })
    expect(await pinned(reader)).toEqual(['乙项目'])
    const withoutList = await createClerk(platform, 'desk-stranger', { codes: ['post'] })
    expect(await pinned(withoutList)).toEqual([])
    const editor = await createClerk(platform, 'desk-editor', { codes: ['library', 'report_list'] })
    expect(await pinned(editor)).toEqual(['丁未公告', '甲投资', '乙项目'])
  })

  test('is one of those that exist, and is chosen by those who edit reports', async () => {
    expect((await admin.ask(report.calls.pinned, { place: 'home' } as never)).status).toBe(400)
    expect((await admin.ask(report.calls.submit, { name: '庚', isPublished: 1, place: 'home' } as never)).status).toBe(
      400,
    )
    const [first] = await admin.get(report.calls.pinned, { place: 'dashboard' })
    const reader = await createClerk(platform, 'desk-placer', { codes: ['library', 'report_list'] })
    expect((await reader.ask(report.calls.submit, { id: first?.id, place: 'desk' } as never)).status).toBe(403)
    await admin.get(report.calls.submit, { id: first?.id, place: 'desk' } as never)
    expect(await pinned(admin, 'dashboard')).toEqual([])
  })

  test('says nothing of the contents, and nothing to visitors', async () => {
    const rows = await admin.get(report.calls.pinned, { place: 'desk' })
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['id', 'name', 'nameEn'])
    expect((await platform.visitor.ask(report.calls.pinned, { place: 'desk' })).status).toBe(401)
  })
})
