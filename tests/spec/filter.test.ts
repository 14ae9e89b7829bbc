import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { exportCallsOf } from '#contract/job/exporting.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field, Fields, Kind } from '#contract/kit/field.ts'
import { filterSuffixes } from '#contract/kit/filter-suffix.ts'
import { base } from '#contract/kit/verbs.ts'
import { pressRelease } from '#contract/news/press-release.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { library } from '#contract/project/library.ts'
import { user } from '#contract/system/user.ts'
import { workDone } from '#contract/work/work-done.ts'
import { sql } from '#server/base/database/sql.ts'
import { identifier, isReadable } from '#server/engine/column-types.ts'
import type { Route } from '#server/engine/context.ts'
import { filtersOf, orderOf } from '#server/engine/filter.ts'
import { routes } from '#server/routes.ts'
import { exportRows } from '../support/jobs.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { addLibraryRow } from '../support/scenario.ts'

let platform: Platform

let admin: Caller

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

const names = async (filter: DraftPart) =>
  (await admin.get(library.calls.page, { size: 200, ascs: 'projectName', ...filter })).records.map(
    ({ projectName }) => projectName,
  )

describe('filters and sorting', () => {
  beforeAll(async () => {
    const row = { province: '320000', city: '320500' }
    await addLibraryRow(admin, { ...row, projectName: 'a 100% 项目', investment: 100, year: '2023', scenes: '1,2' })
    await addLibraryRow(admin, { ...row, projectName: 'b_100 项目', investment: 200, year: '2024', scenes: '2,3' })
    await addLibraryRow(admin, {
      province: '330000',
      city: '330100',
      projectName: 'c\\100 工程',
      investment: 300,
      year: '2025',
      scenes: '4',
    })
    await sql`update library set create_time = timestamptz '2025-01-01 00:00:00+08' + (right(year, 1)::int - 3) * interval '1 day'`.execute(
      platform.db,
    )
  })
  const [a, b, c] = ['a 100% 项目', 'b_100 项目', 'c\\100 工程']

  test.each<[DraftPart, (string | undefined)[]]>([
    [{}, [a, b, c]],
    [{ projectName: '项目' }, [a, b]],
    [{ projectName_like: '100' }, [a, b, c]],
    [{ projectName: 'A 100' }, [a]],
    [{ projectName: '%' }, [a]],
    [{ projectName: '_' }, [b]],
    [{ projectName: '\\' }, [c]],
    [{ projectName_equal: '项目' }, []],
    [{ projectName_equal: a }, [a]],
    [{ province: '320000' }, [a, b]],
    [{ investment_ge: 200 }, [b, c]],
    [{ investment_gt: 200 }, [c]],
    [{ investment_le: 200 }, [a, b]],
    [{ investment_lt: 200 }, [a]],
    [{ investment_ge: 150, investment_lt: 300 }, [b]],
    [{ investment: '200' }, [b]],
    [{ scenes: '2' }, [a, b]],
    [{ scenes: '1,4' }, [a, c]],
    [{ createTime_datege: '2025-01-02 00:00:00' }, [b, c]],
    [{ createTime_dategt: '2025-01-02 00:00:00' }, [c]],
    [{ createTime_datele: '2025-01-02 00:00:00' }, [a, b]],
    [{ createTime_datelt: '2025-01-02 00:00:00' }, [a]],
    [{ operator: 1 }, [a, b, c]],
    [{ operator_equal: 2 }, []],
    [{ projectName: '' }, [a, b, c]],
    [{ projectName: '   ' }, [a, b, c]],
    [{ nothing: 'x', nothing_equal: 'x', _like: 'x', projectName_ignore: 'x' }, [a, b, c]],
    [{ projectName_notequal: a }, [b, c]],
    [{ projectName_notlike: '项目' }, [c]],
    [{ projectName_likeleft: '项目' }, [a, b]],
    [{ projectName_likeright: 'b_' }, [b]],
    [{ investment_like: '20' }, [b]],
    [{ declareNo_null: 1 }, [a, b, c]],
    [{ declareNo_notnull: 1 }, []],
    [{ scenes_notequal: '2' }, [c]],
    [{ project_name_equal: a }, [a]],
    [{ create_time_datege: '2025-01-02 00:00:00' }, [b, c]],
    [{ createTime_dateequal: '2025-01-02 00:00:00' }, [b]],
    [{ projectName: 'undefined', province: 'null', investment_ge: 'undefined', size: 'null' }, [a, b, c]],
    [{ year: '2024' }, [b]],
    [{ year: '202' }, []],
    [{ year_like: '202' }, [a, b, c]],
    [{ ascs: '', descs: 'year' }, [c, b, a]],
    [{ ascs: '', descs: 'province,year' }, [c, b, a]],
    [{ ascs: 'province', descs: 'investment' }, [b, a, c]],
    [{ ascs: 'create_time' }, [a, b, c]],
    [{ ascs: '', descs: 'createTime' }, [c, b, a]],
  ])('%j finds %j', async (filter, expected) => {
    expect(await names(filter)).toEqual(expected)
  })

  test('a filter gives the right number of rows and pages', async () => {
    expect(await admin.get(library.calls.page, { projectName: '项目', size: 1 })).toMatchObject({
      total: 2,
      pages: 2,
      size: 1,
      current: 1,
    })
  })

  test.each([
    'projectName;drop table library',
    '(select 1)',
    'id,(select pg_sleep(5))',
    'no_such_column',
    '1',
    'password',
    'tenant_id desc; --',
    '"projectName"',
  ])('sorting by the invalid column %j is ignored', async (hostile) => {
    for (const order of [{ ascs: hostile }, { descs: hostile }]) {
      const page = await admin.get(library.calls.page, order)
      expect([order, page.total]).toEqual([order, 3])
    }
  })

  test.each([
    ["projectName'--", 'x'],
    ['projectName) or 1=1 --', 'x'],
    ['projectName or 1_equal', 'x'],
    ['__proto__', 'x'],
    ['constructor', 'x'],
    ['hasOwnProperty_equal', 'x'],
    ['library.id', '1'],
  ])('a filter named %j is ignored', async (name, value) => {
    expect((await admin.get(library.calls.page, { [name]: value })).total).toBe(3)
  })

  test.each(["' or '1'='1", "'; drop table library; --", '%25', '\\', '\\\\', '🦊', '{1}', '$1', '?'])(
    'the value %j is only a value',
    async (hostile) => {
      const answer = await admin.ask(library.calls.page, { projectName: hostile, commpanyName_equal: hostile })
      expect(answer).toMatchObject({ status: 200, data: { total: 0 } })
    },
  )

  test.each<[DraftPart, string]>([
    [{ investment_ge: 'viel' }, '总投资（万元）应为数字'],
    [{ operator: 'x' }, '运营商的值不正确'],
    [{ createTime_dategt: 'gestern' }, '创建时间的值不正确'],
    [{ createTime_dategt: '2025-02-30 00:00:00' }, '创建时间的值不正确'],
    [{ province: '320000;' }, '省份的值不正确'],
    [{ id_equal: '1 or 1=1' }, '主键的值不正确'],
    [{ investment_ge: 1e20 }, '总投资（万元）应为数字'],
  ])('%j does not match its field and is rejected: %s', async (filter, msg) => {
    expect(await admin.ask(library.calls.page, filter)).toMatchObject({ status: 400, msg })
  })

  test('filtering and sorting by a secret is ignored', async () => {
    await admin.get(user.calls.submit, { account: 'secret.one', name: '王明', realName: '王明' })
    await admin.get(user.calls.submit, { account: 'secret.two', name: '李静', realName: '李静' })
    const idsOf = async (input: DraftPart) => (await admin.get(user.calls.page, input)).records.map(({ id }) => id)
    const unfiltered = await idsOf({})
    expect(unfiltered.length).toBeGreaterThan(1)
    for (const input of [
      { hash_like: 'nothing' },
      { hash_equal: 'nothing' },
      { password_like: 'nothing' },
      { password: 'nothing' },
      { ascs: 'hash' },
      { descs: 'hash' },
      { ascs: 'password' },
      { descs: 'password' },
    ])
      expect([input, await idsOf(input)]).toEqual([input, unfiltered])
  })
})

const lists = routes.filter(({ endpoint }) => endpoint.body === 'filters')

describe('every list and every export of a list', () => {
  /** A column of the list that clients can read. */
  const columnOf = ({ name, endpoint: { output } }: Route): string => {
    const entity: AnyEntity | undefined = Object.values(entities as Record<string, AnyEntity>).find(({ code }) =>
      name.includes(`.${code}.`),
    )
    const fields: Fields = 'fields' in output ? output.fields : (entity?.fields ?? {})
    return Object.keys(fields).find((one) => isReadable(fields[one] as Field) && !(one in base)) ?? 'createTime'
  }

  test.each(lists.map((route) => [route.name, route] as const))('%s refuses an unknown suffix', async (_, route) => {
    for (const name of new Set([columnOf(route), 'createTime', 'create_time'])) {
      const response = await admin.raw('GET', `${route.endpoint.path}?${name}_evil=1`)
      const answer = await response.json()
      expect([response.status, answer.msg, answer.data.faults]).toEqual([
        400,
        expect.stringContaining('没有筛选方式“evil”'),
        [{ at: `${name}_evil`, msg: answer.msg }],
      ])
    }
  })

  test('an export as a job refuses it before the job starts', async () => {
    const { start } = exportCallsOf(library)
    const answer = await admin.ask(start, { query: 'projectName_evil=1' })
    expect([answer.status, answer.msg]).toEqual([400, '项目名称没有筛选方式“evil”'])
  })

  test.each((Object.values(entities) as AnyEntity[]).map((one) => [one.name, one] as const))(
    'every suffix on every column of %s, and its order, is valid SQL',
    async (_, entity) => {
      const { name, fields } = entity
      const sample = { date: '2026-01-02', time: '2026-01-02 03:04:05' } as Partial<Record<Kind, string>>
      const columns = Object.entries({ ...base, ...(fields as Fields) })
      // the lists of tasks compare the word of their own state (server/work/task-lists.ts)
      const stored = columns.filter(
        ([column, field]) => column !== 'status' || typeof field.choices?.[0]?.[0] !== 'string',
      )
      const conditions = stored.flatMap(([column, field]) =>
        ['', ...filterSuffixes.map((suffix) => `_${suffix}`)].flatMap((suffix) => {
          try {
            return filtersOf(fields, {
              [column + suffix]: String(field.choices?.[0]?.[0] ?? sample[field.kind] ?? '1'),
            })
          } catch {
            // refused, as server/engine/filter.test.ts checks
            return []
          }
        }),
      )
      expect(conditions.length).toBeGreaterThan(100)
      await sql`select 1 from ${identifier(name)} where ${sql.join(conditions, sql` or `)}
        order by ${orderOf(entity, { ascs: columns.map(([column]) => column).join(',') })} limit 1`.execute(platform.db)
    },
  )

  test('releases are filtered by their current state with every suffix', async () => {
    const titled = { title: '按状态筛选' }
    const row = { ...titled, type: '1', connect: '<p>正文</p>', status: 2, tenantId: '000000' } as const
    await platform.db
      .insertInto('pressRelease')
      .values([
        { ...row, releaseTime: '2020-01-01 00:00:00' },
        { ...row, releaseTime: '2099-01-01 00:00:00' },
      ])
      .execute()
    const ask = async (input: object) => (await admin.get(pressRelease.calls.list, { ...titled, ...input })).total
    const totals = [{}, { status: 3 }, { status_notequal: 3 }, { status_null: 1 }, { status: 'null' }].map(ask)
    expect(await Promise.all(totals)).toEqual([2, 1, 1, 0, 2])
  })
})

test('a list of tasks is filtered by its own state', async () => {
  for (const filter of [{ status: 'todo' }, { status_equal: 'claim' }, { status_notequal: 'finish' }] as DraftPart[])
    expect((await admin.ask(workDone.calls.list, filter)).status).toBe(200)
  expect(await admin.ask(workDone.calls.list, { status: 'x' } as DraftPart)).toMatchObject({ status: 400 })
})

describe('page parameters', () => {
  test.each<[DraftPart, number, object]>([
    [{ size: 200 }, 200, { data: { size: 200 } }],
    [{ size: 201 }, 400, { msg: '每页条数不能大于200' }],
    [{ size: 1_000_000 }, 400, { msg: '每页条数不能大于200' }],
    [{ size: -1 }, 400, { msg: '每页条数不能小于0' }],
    [{ size: 'all' }, 400, { msg: '每页条数应为数字' }],
    [{ size: 1.5 }, 400, { msg: '每页条数应为整数' }],
    [{ size: 0 }, 200, { data: { size: 10 } }],
    [{ size: '' }, 200, { data: { size: 10 } }],
    [{ current: 0 }, 200, { data: { current: 1 } }],
    [{ current: 10_000 }, 200, { data: { current: 10_000, records: [] } }],
    [{ current: 10_001 }, 400, { msg: '页码不能大于10000' }],
    [{ current: -1 }, 400, { msg: '页码不能小于0' }],
    [{}, 200, { data: { size: 10, current: 1 } }],
  ])('%j gets status %i', async (input, status, answer) => {
    expect(await admin.ask(library.calls.page, input as never)).toMatchObject({ status, ...answer })
  })
})

describe('names', () => {
  test('sort by pinyin, also in an export; codes sort as they are written', async () => {
    const sorted = ['安徽项目', 'ａb 项目', '北京项目', '苏州项目', '浙江项目']
    for (const projectName of sorted) await addLibraryRow(admin, { province: '110000', city: '110100', projectName })
    const filter = { province: '110000', projectName: '项目' }
    const listed = await names(filter)
    const fromDatabase = await sql<{
      name: string
    }>`select name from unnest(${sorted}::text[]) name order by name collate pinyin`.execute(platform.db)
    expect(listed).toEqual(fromDatabase.rows.map(({ name }) => name))
    expect(listed.filter((name) => name !== 'ａb 项目')).toEqual(['安徽项目', '北京项目', '苏州项目', '浙江项目'])
    expect(await names({ ...filter, ascs: '', descs: 'projectName' })).toEqual(listed.toReversed())
    const rows = await exportRows(admin, library, { ...filter, ascs: 'projectName' }, { columns: 'projectName' })
    expect(rows.map(({ 项目名称 }) => 项目名称)).toEqual(listed)
  })
})
