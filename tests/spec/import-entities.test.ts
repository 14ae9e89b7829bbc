import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { backgroundJob } from '#contract/job/background-job.ts'
import { addCallOf, columnsOf, type Import, importOf, isRequiredColumn } from '#contract/job/importing.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { company } from '#contract/project/company.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { library } from '#contract/project/library.ts'
import { apiScope } from '#contract/system/api-scope.ts'
import { workCalendar } from '#contract/system/calendar.ts'
import { dept } from '#contract/system/dept.ts'
import { post } from '#contract/system/post.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { readXlsx } from '#server/base/sheets/xlsx-read.ts'
import { identifier } from '#server/engine/column-types.ts'
import { uploadSheet, waitForJob, xlsx } from '../support/jobs.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope } from '../support/roles.ts'
import { sampleRow } from '../support/sample-rows.ts'
import { creditCode } from '../support/scenario.ts'
import { assignPackage, createTenant } from '../support/tenants.ts'

const { calls } = backgroundJob
const all = Object.values(entities) as AnyEntity[]
const specs = all.flatMap((entity) => importOf(entity) ?? [])

let platform: Platform
let admin: Caller
beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  admin = await platform.admin()
})

const checkSheet = async (caller: Caller, resource: string, bytes: Buffer, isCovered = 0) => {
  const { data, msg } = await uploadSheet(caller, resource, bytes, { isCovered })
  if (!data) throw new Error(msg)
  const job = await waitForJob(caller, data.id)
  if (job.state !== 'done') throw new Error(String(job.message))
  return { id: data.id, ...(await caller.get(calls.checkResult, { id: data.id })) }
}
const importChecked = async (caller: Caller, id: string) => {
  const { id: importId } = await caller.get(calls.confirmImport, { id, onlyRight: 0 })
  return waitForJob(caller, String(importId))
}
const postSheet = (...rows: (readonly (string | number | null)[])[]) =>
  xlsx(['岗位类型*', '岗位编号*', '岗位名称*', '岗位排序*', '岗位描述'], ...rows)
const faultsOf = ({ cells }: { cells: readonly { row: number; column: string; value: string; msg: string }[] }) =>
  cells.map(({ row, column, value, msg }) => [row, column, value, msg])

const headsOf = async (bytes: Buffer) => {
  for await (const { cells } of readXlsx(bytes)) return cells
  return []
}

/** The cell of a value: references by the name of their row, roots empty, other values as they are. */
const cellOf = async (field: Field, value: unknown) => {
  const target = (entities as Record<string, AnyEntity>)[field.of ?? '']
  if (field.kind === 'tree' && value === '0') return null
  if (!target || !['ref', 'refs', 'tree'].includes(field.kind)) return value as string | number
  const [row] = await run<{ title: string }>(
    platform.db,
    sql`select ${identifier(target.title)} as title from ${identifier(target.name)} where id = ${value}`,
  )
  return row?.title ?? null
}

describe('every entity that can be added', () => {
  test.each(all.filter(addCallOf).map((entity) => [entity.name, entity] as const))(
    '%s can be imported, or says why not',
    (_name, entity) => {
      const spec = importOf(entity)
      const reason = (entity.imports as { none?: string } | undefined)?.none
      expect(Boolean(spec)).toBe(reason === undefined)
      if (!spec) return expect(reason).toMatch(/\.$/)
      const columns = spec.fields
      const required = Object.entries(entity.fields as Fields).filter(
        ([, field]) => isRequiredColumn(field) && field.direction !== 'out',
      )
      for (const [name] of required) expect(columns).toContain(name)
      for (const name of spec.key) expect(columns.includes(name) || name === 'dictKey').toBe(true)
    },
  )

  test('others have no import', () => {
    expect(importOf(entities.audit)).toBeUndefined()
    expect(importOf(entities.attach)).toBeUndefined()
  })
})

describe('imports that follow from the declaration', () => {
  const derived = specs.filter(({ entity }) => entity.imports === undefined)
  test.each(derived.map((spec) => [spec.entity.name, spec] as const))(
    'a sheet of %s is checked, then added, and recognised when it comes again',
    async (name, spec: Import) => {
      const template = await admin.raw('GET', `${calls.importTemplate.path}?resource=${name}`)
      const heads = columnsOf(spec).map(([, field]) => `${field.label[0]}${isRequiredColumn(field) ? '*' : ''}`)
      const row: DraftPart = await sampleRow(platform, admin, spec.entity)
      const cells = await Promise.all(columnsOf(spec).map(([one, field]) => cellOf(field, row[one] ?? null)))
      const bytes = await xlsx(heads, cells)
      expect(await headsOf(Buffer.from(await template.arrayBuffer()))).toEqual(heads)

      const checked = await checkSheet(admin, name, bytes)
      expect([name, faultsOf(checked), checked.right, checked.added]).toEqual([name, [], 1, 1])
      expect((await importChecked(admin, checked.id)).message).toBe('新增 1 行，更新 0 行')
      const again = await checkSheet(admin, name, bytes)
      if (spec.key.length) expect(again).toMatchObject({ right: 0, wrong: 1 })
      if (spec.key.length) expect(await checkSheet(admin, name, bytes, 1)).toMatchObject({ right: 1, updated: 1 })
    },
  )

  test('of the calendar take the public holidays of a year, and refuse a period that nobody can read', async () => {
    const spec = importOf(entities.dict) as Import
    const heads = columnsOf(spec).map(([, field]) => `${field.label[0]}${isRequiredColumn(field) ? '*' : ''}`)
    const row = (dictKey: string, remark: string) => {
      const values: DraftPart = { code: 'holiday', dictKey, dictValue: `2031年假日${dictKey}`, sort: 1, remark }
      return spec.fields.map((name) => (values[name] ?? null) as string | number | null)
    }
    const wrong = await checkSheet(admin, 'dict', await xlsx(heads, row('203101', '元旦'), row('203102', '2031-02-30')))
    expect(faultsOf(wrong).map(([line, column]) => [line, column])).toEqual([
      [2, '备注'],
      [3, '备注'],
    ])
    const years = async () => (await admin.get(workCalendar.years)).recorded
    expect(await years()).not.toContain(2031)
    const bytes = await xlsx(heads, row('203101', '2031-01-01'), row('203107', '2031-10-01至2031-10-07'))
    expect((await importChecked(admin, (await checkSheet(admin, 'dict', bytes)).id)).message).toBe(
      '新增 2 行，更新 0 行',
    )
    expect(await years()).toContain(2031)
  })

  test('name row, column, content and reason of every wrong cell', async () => {
    const bytes = await postSheet(
      ['高层', 'IMP-1', '导入岗位', 1, null],
      ['没有的类型', 'IMP-1', null, '第三', null],
      [null, '太长太长太长太长太长太长太长', '岗位', -1, null],
    )
    const result = await checkSheet(admin, 'post', bytes)
    expect(result).toMatchObject({ right: 1, wrong: 2 })
    expect(faultsOf(result)).toEqual([
      [3, '岗位类型', '没有的类型', '岗位类型中没有“没有的类型”'],
      [3, '岗位编号', 'IMP-1', '岗位编号与第 2 行重复'],
      [3, '岗位名称', '', '请输入岗位名称'],
      [3, '岗位排序', '第三', expect.any(String)],
      [4, '岗位类型', '', '请选择岗位类型'],
      [4, '岗位编号', '太长太长太长太长太长太长太长', expect.stringContaining('12')],
      [4, '岗位排序', '-1', expect.any(String)],
    ])
  })

  test('recognise a code however it is written, and report rows that cannot be told apart', async () => {
    const code = creditCode(731_001)
    await admin.get(company.calls.save, { commpanyName: '导入单位', organizationCode: code, accountType: 1 })
    const heads = ['单位名称*', '统一社会信用代码*', '单位类型']
    const result = await checkSheet(admin, 'company', await xlsx(heads, ['改名', ` ${code.toLowerCase()} `, '企业']))
    expect(faultsOf(result)).toEqual([[2, '统一社会信用代码', expect.anything(), expect.stringContaining('已存在')]])
    const row = { fullName: '同名机构', deptCategory: 1, sort: 1, parentId: '0', deptName: '同名机构' }
    for (const _ of [1, 2]) await admin.get(dept.calls.submit, row)
    const sheet = await xlsx(
      ['机构名称*', '机构全称*', '机构类型*', '排序*', '上级机构'],
      ['同名机构', '甲', 1, 1, null],
    )
    expect((await checkSheet(admin, 'dept', sheet, 1)).cells[0]?.msg).toContain('无法确定更新哪一条')
  })
})

describe('an import has the limits of the form', () => {
  test('each row needs the permission to add or to change', async () => {
    const mayAdd = await createClerk(platform, 'import.adds', { codes: ['post', 'post_import', 'post_add'] })
    const mayNot = await createClerk(platform, 'import.none', { codes: ['post', 'post_add', 'post_edit'] })
    const [first] = (await admin.get(post.calls.list, { size: 1 })).records
    const bytes = await postSheet(
      ['高层', 'IMP-ADD', '新岗位', 1, null],
      ['高层', String(first?.postCode), '改名', 1, null],
    )
    const result = await checkSheet(mayAdd, 'post', bytes, 1)
    expect(result).toMatchObject({ right: 1, wrong: 1, added: 1 })
    expect(result.cells[0]).toMatchObject({ row: 3, column: '整行' })
    expect((await uploadSheet(mayNot, 'post', bytes)).code).toBe(403)
    expect((await mayNot.ask(calls.importTemplate, { resource: 'post' })).status).toBe(403)
    expect((await uploadSheet(mayAdd, 'role', bytes)).code).toBe(403)
  })

  test('an API scope that closes the edit call also closes updates by import', async () => {
    const code = creditCode(731_200)
    await admin.get(company.calls.save, { commpanyName: '原名单位', organizationCode: code, accountType: 1 })
    const codes = ['company', 'company_import', 'company_add', 'company_edit']
    const scopes = [await createScope(admin, { resourceCode: 'company', scopeType: 1, scopeField: '*' })]
    const clerk = await createClerk(platform, 'import.closed', { codes, scopes })
    const heads = ['单位名称*', '统一社会信用代码*', '单位类型']
    const bytes = await xlsx(heads, ['改名单位', code, '企业'], ['新的单位', creditCode(731_201), '企业'])
    const { id } = await admin.get(apiScope.calls.submit, {
      scopePath: company.calls.update.path,
      scopeName: '修改单位',
      resourceCode: 'company',
      scopeType: 1,
    })
    const result = await checkSheet(clerk, 'company', bytes, 1)
    expect(result).toMatchObject({ right: 1, wrong: 1, added: 1, cells: [{ row: 2, column: '整行' }] })
    await admin.get(apiScope.calls.remove, { ids: id })
    expect(await checkSheet(clerk, 'company', bytes, 1)).toMatchObject({ right: 2, updated: 1 })
  })

  test('rows outside the data scope are refused', async () => {
    const scope = await createScope(admin, {
      resourceCode: 'library',
      scopeType: 5,
      scopeColumn: '',
      scopeValue: 'year_equal=2026',
    })
    const codes = ['library', 'library_import', 'library_add']
    const clerk = await createClerk(platform, 'import.scoped', { codes, scopes: [scope] })
    const heads = ['项目名称', '单位名称', '统一社会信用代码', '国民经济分类', '省份', '城市', '运营商', '年份']
    const rowOf = (name: string, year: string) => [name, name, creditCode(731_100), 'C', '江苏省', '320500', 1, year]
    const result = await checkSheet(clerk, 'library', await xlsx(heads, rowOf('内', '2026'), rowOf('外', '2025')))
    expect(result).toMatchObject({ right: 1, wrong: 1, cells: [{ row: 3, column: '整行' }] })
    expect(result.cells[0]?.msg).toContain('数据权限范围')
    expect((await admin.get(library.calls.page, { projectName_equal: '内' })).total).toBe(0)
  })

  test('a tenant imports its own rows, and none of those that all tenants share', async () => {
    const tenant = await createTenant(platform)
    await assignPackage(platform, [tenant])
    await admin.get(post.calls.submit, { category: 1, postCode: 'IMP-TEN', postName: '平台岗位', sort: 1 })
    const bytes = await postSheet(['高层', 'IMP-TEN', '租户岗位', 1, null])
    const result = await checkSheet(tenant.admin, 'post', bytes)
    expect(result).toMatchObject({ right: 1, added: 1 })
    await importChecked(tenant.admin, result.id)
    expect((await tenant.admin.get(post.calls.list, { postName: '租户岗位' })).total).toBe(1)
    expect((await admin.get(post.calls.list, { postName: '租户岗位' })).total).toBe(0)
    expect((await uploadSheet(tenant.admin, 'param', bytes)).code).toBe(403)
  })

  test('each row has its audit entry, and the import has one', async () => {
    const result = await checkSheet(admin, 'post', await postSheet(['高层', 'IMP-AUD', '审计岗位', 1, null]))
    await importChecked(admin, result.id)
    const entries = await platform.db
      .selectFrom('audit')
      .select(['verb', 'rowTitle'])
      .where('entity', '=', 'post')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(entries.map(({ verb }) => verb).sort()).toEqual(['import', 'insert'])
  })
})
