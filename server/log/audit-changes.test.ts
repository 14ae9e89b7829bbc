import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { contextFor } from '../../tests/support/context.ts'
import { openPlatform, type Platform } from '../../tests/support/platform.ts'
import type { Ctx } from '../engine/context.ts'
import { changesOf } from './audit-changes.ts'

let platform: Platform

let ctx: Ctx
beforeAll(async () => {
  platform = await openPlatform()
  ctx = await contextFor(platform.app)
})

/** What a line with these pictures shows. */
const shown = async (entity: string, before: object | null, after: object | null, as = ctx) => {
  const json = (picture: object | null) => (picture ? JSON.stringify(picture) : null)
  const { rows } = await sql<{ id: string }>`
    insert into audit (request_id, entity, row_id, verb, before, after)
    values ('x', ${entity}, 1, 'update', ${json(before)}::jsonb, ${json(after)}::jsonb) returning id::text`.execute(
    platform.db,
  )
  return changesOf(as, entity, rows[0]?.id ?? '')
}

describe('what a line of the audit changed', () => {
  test('in the order of the declaration, with its labels, in the reader’s language', async () => {
    const [before, after] = [
      { remark: '旧', post_name: '甲', category: 1, sort: 3 },
      { remark: '新', post_name: '乙', category: 1, sort: 3 },
    ]
    expect(await shown('post', before, after)).toEqual([
      { name: 'postName', label: '岗位名称', before: '甲', after: '乙' },
      { name: 'remark', label: '岗位描述', before: '旧', after: '新' },
    ])
    const english = await shown('post', before, after, { ...ctx, lang: 'en' })
    expect(english.map(({ label }) => label)).toEqual(['Name', 'Remark'])
  })

  test('says nothing of who wrote the row last and when', async () => {
    const now = { update_user: 2, update_time: '2026-01-02T03:04:05+08:00', version: 4, create_user: 2 }
    expect(await shown('post', { update_user: 1, version: 3 }, now)).toEqual([])
  })

  test('ids keep every digit, in numbers and in lists, and digits in a text stay text', async () => {
    const { rows } = await sql<{ id: string }>`
      insert into audit (request_id, entity, row_id, verb, after) values ('x', 'post', 1, 'update',
        '{"owner": 1800000000000000123, "owners": [1800000000000000123, 1800000000000000124],
          "said": "id: 1800000000000000125 \\" 1800000000000000126"}'::jsonb) returning id::text`.execute(platform.db)
    const told = await changesOf(ctx, 'post', rows[0]?.id ?? '')
    expect(Object.fromEntries(told.map(({ name, after }) => [name, after]))).toEqual({
      owner: '1800000000000000123',
      owners: '1800000000000000123,1800000000000000124',
      said: 'id: 1800000000000000125 " 1800000000000000126',
    })
  })

  test('yes and no, moments and codes are read as people read them', async () => {
    const told = await shown('pressRelease', { status: 1 }, { status: 2, release_time: '2026-01-02T03:04:05+00:00' })
    expect(told.map(({ name, before, after }) => [name, before, after])).toEqual([
      ['status', '草稿', '已发布'],
      ['releaseTime', null, '2026-01-02 11:04:05'],
    ])
    expect((await shown('column', { is_open: 0 }, { is_open: 1 }))[0]).toMatchObject({ before: '否', after: '是' })
    const [place] = await shown('company', null, { province: '320000' })
    expect(place).toMatchObject({ name: 'province', before: null, after: '江苏省' })
  })

  test('a removed row shows what it was, a document is written out', async () => {
    const told = await shown('post', { post_name: '甲', list: [{ a: 1 }] }, null)
    expect(told).toEqual([
      { name: 'postName', label: '岗位名称', before: '甲', after: null },
      { name: 'list', label: 'list', before: JSON.stringify([{ a: 1 }], null, 1), after: null },
    ])
  })

  test('of phones and mail enough to tell one from another', async () => {
    const told = await shown('user', { phone: '13812345678' }, { phone: '13987654321', email: 'somebody@example.com' })
    expect(told.map(({ before, after }) => [before, after])).toEqual([
      ['138****5678', '139****4321'],
      [null, 's***@example.com'],
    ])
  })
})
