import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { library } from '#contract/project/library.ts'
import { user } from '#contract/system/user.ts'
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
    [{ nothing: 'x', nothing_equal: 'x', _like: 'x', projectName_evil: 'x' }, [a, b, c]],
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
    ['projectName_equal or 1', 'x'],
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
