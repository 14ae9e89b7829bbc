import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { keywordFields } from '#contract/kit/keyword.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { library } from '#contract/project/library.ts'
import { dept } from '#contract/system/dept.ts'
import { menu } from '#contract/system/menu.ts'
import { post } from '#contract/system/post.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { sql } from '#server/base/database/sql.ts'
import { exportRows } from '../support/jobs.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope } from '../support/roles.ts'
import { addLibraryRow } from '../support/scenario.ts'

let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  const row = { province: '320000', city: '320500' }
  await addLibraryRow(admin, { ...row, projectName: '甲 100% 项目', commpanyName: '远洋制造', year: '2025' })
  await addLibraryRow(admin, { ...row, projectName: '乙_远洋 工程', commpanyName: '江南重工', year: '2026' })
  await addLibraryRow(admin, { ...row, projectName: '丙 ５Ｇ工程', commpanyName: '江南重工', year: '2026' })
})

const listedBy = async (caller: Caller, input: DraftPart) =>
  (await caller.get(library.calls.page, { size: 200, ascs: 'year,projectName', ...input })).records.map(
    ({ projectName }) => projectName?.slice(0, 1),
  )

describe('the keyword of a list', () => {
  test.each<[DraftPart, string[]]>([
    [{ keyword: '远洋' }, ['甲', '乙']],
    [{ keyword: ' 远洋 ' }, ['甲', '乙']],
    [{ keyword: '远洋', year: '2026' }, ['乙']],
    [{ keyword: '江南', projectName: '丙' }, ['丙']],
    [{ keyword: '江南', descs: 'projectName', ascs: '' }, ['乙', '丙']],
    [{ keyword: '%' }, ['甲']],
    [{ keyword: '１００％' }, ['甲']],
    [{ keyword: '远\u200b洋' }, ['甲', '乙']],
    [{ keyword: '５g' }, ['丙']],
    [{ projectName: '5G' }, ['丙']],
    [{ keyword: '\u200b' }, ['甲', '乙', '丙']],
    [{ keyword: '2026' }, ['乙', '丙']],
    [{ keyword: '２０２６' }, ['乙', '丙']],
    [{ keyword: '202' }, []],
    [{ keyword: '_' }, ['乙']],
    [{ keyword: "' or '1'='1" }, []],
    [{ keyword: '' }, ['甲', '乙', '丙']],
    [{ keyword: '   ' }, ['甲', '乙', '丙']],
    [{ keyword_like: '远洋' }, ['甲', '乙', '丙']],
  ])('%j finds the rows with a matching text column: %j', async (input, expected) => {
    expect((await listedBy(admin, input)).sort()).toEqual([...expected].sort())
  })

  test('applies to the number of rows and to an export', async () => {
    expect(await admin.get(library.calls.page, { keyword: '江南', size: 1 })).toMatchObject({ total: 2, pages: 2 })
    expect(await exportRows(admin, library, { keyword: '远洋', year: '2026' })).toHaveLength(1)
  })

  test('that many rows have gives their newest, and counts 1,000', async () => {
    const addRows = (count: number, name: string) =>
      sql`insert into library (project_name, commpany_name, organization_code, categorize, province, city, operator, create_time)
        select ${name} || n, '甲', '91320500000000000' || n, 'C', '320000', '320500', 1, now() + n * interval '1 second'
        from generate_series(1, ${count}::int) n`.execute(platform.app.db)
    const read = async (input: DraftPart) => {
      const page = await admin.get(library.calls.page, { keyword: '百炼', size: 2, ...input })
      return [page.total, page.capped === true, ...page.records.map(({ projectName }) => projectName)]
    }
    await addRows(1000, '百炼')
    expect(await read({})).toEqual([1000, false, '百炼1000', '百炼999'])
    await addRows(1100, '又百炼')
    expect(await read({})).toEqual([1000, true, '又百炼1100', '又百炼1099'])
    // the page that ends where the count did leads to the next one, and the last one knows the number
    expect(await read({ projectName: '又', current: 500 })).toEqual([1001, true, '又百炼102', '又百炼101'])
    expect(await read({ projectName: '又', current: 550 })).toEqual([1100, false, '又百炼2', '又百炼1'])
    // none of the newest 5,000 rows
    await addRows(6200, '无')
    expect(await read({})).toEqual([2100, false, '又百炼1100', '又百炼1099'])
    await sql`delete from library where commpany_name = '甲'`.execute(platform.app.db)
  })

  test('has at most 50 characters, also in an export', async () => {
    const keyword = '厂'.repeat(51)
    expect(await admin.ask(library.calls.page, { keyword })).toMatchObject({
      status: 400,
      data: { faults: [{ at: 'keyword' }] },
    })
    const direct = await admin.raw('GET', `/api/caict-porject/library/export?keyword=${encodeURIComponent(keyword)}`)
    expect(direct.status).toBe(400)
  })

  test('does not search columns that the data scopes hide', async () => {
    const scope = await createScope(admin, { resourceCode: 'library', scopeType: 1, scopeField: 'year,province' })
    const caller = await createClerk(platform, 'keyword.clerk', { codes: ['library'], scopes: [scope] })
    expect(await listedBy(caller, { keyword: '江南' })).toEqual([])
    expect((await caller.get(library.calls.page, { keyword: '2026' })).total).toBe(2)
  })

  test('finds people by phone only for callers who may read phone numbers', async () => {
    await admin.get(user.calls.submit, { account: 'by.phone', name: '孙丽', realName: '孙丽', phone: '19912345678' })
    const found = async (caller: Caller, keyword: string) =>
      (await caller.get(user.calls.page, { keyword })).records.map(({ account }) => account)
    const caller = await createClerk(platform, 'phone.clerk', { codes: ['user'] })
    expect(await found(admin, '199 1234 5678')).toEqual(['by.phone'])
    expect(await found(caller, '19912345678')).toEqual([])
    expect(await found(caller, '孙丽')).toEqual(['by.phone'])
  })

  test('finds rows on every level of a tree', async () => {
    const parent = await admin.get(dept.calls.submit, { ...deptOf('关键词上级'), parentId: '0' })
    await admin.get(dept.calls.submit, { ...deptOf('关键词下级'), parentId: parent.id })
    const keyword = '关键词'
    expect((await admin.get(dept.calls.page, { keyword } as never)).total).toBe(2)
    expect(await admin.get(dept.calls.lazyList, { keyword } as never)).toHaveLength(2)
    expect(await admin.get(menu.calls.lazyList, { keyword: 'post_add' } as never)).toMatchObject([{ code: 'post_add' }])
    const roles = await admin.get(role.calls.forest, { keyword: 'administrator' })
    expect(roles.map(({ roleAlias }) => roleAlias)).toEqual(['administrator'])
  })

  test('is a declared parameter of every list of an entity with text columns to search', async () => {
    const response = await platform.visitor.raw('GET', '/api/docs/json')
    const { paths } = (await response.json()) as { paths: Record<string, { get?: { parameters: { name: string }[] } }> }
    const parametersOf = (path: string) => paths[path]?.get?.parameters.map(({ name }) => name)
    expect(parametersOf(post.calls.list.path)).toContain('keyword')
    expect(parametersOf(dept.calls.page.path)).toContain('keyword')
    expect(parametersOf(post.calls.detail.path)).not.toContain('keyword')
    expect(keywordFields(user)).toEqual(['account', 'realName', 'unitName'])
  })

  test('no entity has a field of that name', () => {
    const names = (Object.values(entities) as AnyEntity[]).flatMap(({ fields }) => Object.keys(fields))
    expect(names).not.toContain('keyword')
  })
})

const deptOf = (name: string) => ({ deptName: name, fullName: `${name}全称`, deptCategory: 1, sort: 1 })
