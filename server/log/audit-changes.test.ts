import { beforeAll, describe, expect, test } from 'vitest'
import { contextFor } from '../../tests/support/context.ts'
import { openPlatform, type Platform } from '../../tests/support/platform.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import { changesOf } from './audit-changes.ts'

let platform: Platform

let ctx: Ctx
beforeAll(async () => {
  platform = await openPlatform()
  ctx = await contextFor(platform.app)
})

/** The changes of an audit row with these snapshots. */
const changesFor = async (
  entity: string,
  before: object | null,
  after: object | null,
  { as = ctx, verb = 'update' }: { as?: Ctx; verb?: string } = {},
) => {
  const json = (snapshot: object | null) => (snapshot ? JSON.stringify(snapshot) : null)
  const { rows } = await sql<{ id: string }>`
    insert into audit (request_id, entity, row_id, verb, before, after)
    values ('x', ${entity}, 1, ${verb}, ${json(before)}::jsonb, ${json(after)}::jsonb) returning id::text`.execute(
    platform.db,
  )
  return changesOf(as, entity, rows[0]?.id ?? '')
}

describe('the changes of an audit row', () => {
  test.each(['omitted', 'left'])('name the rows that an import left out, stored as %s', async (name) => {
    expect(await changesFor('post', null, { [name]: 3 }, { verb: 'import' })).toEqual([
      { name: 'omitted', label: '未导入行数', before: null, after: '3' },
    ])
  })

  test('are in the order of the declaration, with labels in the language of the reader', async () => {
    const [before, after] = [
      { remark: '旧', post_name: '甲', category: 1, sort: 3 },
      { remark: '新', post_name: '乙', category: 1, sort: 3 },
    ]
    expect(await changesFor('post', before, after)).toEqual([
      { name: 'postName', label: '岗位名称', before: '甲', after: '乙' },
      { name: 'remark', label: '岗位描述', before: '旧', after: '新' },
    ])
    const english = await changesFor('post', before, after, { as: { ...ctx, lang: 'en' } })
    expect(english.map(({ label }) => label)).toEqual(['Name', 'Remark'])
  })

  test('do not include who changed the row and when', async () => {
    const now = { update_user: 2, update_time: '2026-01-02T03:04:05+08:00', version: 4, create_user: 2 }
    expect(await changesFor('post', { update_user: 1, version: 3 }, now)).toEqual([])
  })

  test('keep all digits of ids, in numbers and in lists, and do not touch digits in a text', async () => {
    const { rows } = await sql<{ id: string }>`
      insert into audit (request_id, entity, row_id, verb, after) values ('x', 'post', 1, 'update',
        '{"owner": 1800000000000000123, "owners": [1800000000000000123, 1800000000000000124],
          "share": 0.30000000000000004,
          "said": "id: 1800000000000000125 \\" 1800000000000000126"}'::jsonb) returning id::text`.execute(platform.db)
    const changes = await changesOf(ctx, 'post', rows[0]?.id ?? '')
    expect(Object.fromEntries(changes.map(({ name, after }) => [name, after]))).toEqual({
      owner: '1800000000000000123',
      owners: '1800000000000000123,1800000000000000124',
      share: '0.30000000000000004',
      said: 'id: 1800000000000000125 " 1800000000000000126',
    })
  })

  test('show booleans, times and codes in readable form', async () => {
    const changes = await changesFor(
      'pressRelease',
      { status: 1 },
      { status: 2, release_time: '2026-01-02T03:04:05+00:00' },
    )
    expect(changes.map(({ name, before, after }) => [name, before, after])).toEqual([
      ['status', '草稿', '已发布'],
      ['releaseTime', null, '2026-01-02 11:04:05'],
    ])
    expect((await changesFor('column', { is_open: 0 }, { is_open: 1 }))[0]).toMatchObject({ before: '否', after: '是' })
    const [place] = await changesFor('company', null, { province: '320000' })
    expect(place).toMatchObject({ name: 'province', before: null, after: '江苏省' })
  })

  test('show the values of a removed row, and documents as JSON', async () => {
    const changes = await changesFor('post', { post_name: '甲', list: [{ a: 1 }] }, null)
    expect(changes).toEqual([
      { name: 'postName', label: '岗位名称', before: '甲', after: null },
      { name: 'list', label: 'list', before: JSON.stringify([{ a: 1 }], null, 1), after: null },
    ])
  })

  test('show phone numbers and e-mail addresses masked', async () => {
    const changes = await changesFor(
      'user',
      { phone: '13812345678' },
      { phone: '13987654321', email: 'somebody@example.com' },
    )
    expect(changes.map(({ before, after }) => [before, after])).toEqual([
      ['138****5678', '139****4321'],
      [null, 's***@example.com'],
    ])
  })
})
