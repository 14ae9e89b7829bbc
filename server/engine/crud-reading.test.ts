import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { dept } from '#contract/system/dept.ts'
import { param } from '#contract/system/param.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import type { Db } from '#server/base/database/db.ts'
import { contextFor, failMatching, person, rightsOf, samplePost } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { sql } from '../base/database/sql.ts'
import type { App, Ctx } from './context.ts'
import { crud, findRow, insertRow, pageOf, rowsOf } from './crud.ts'
import { invalidateCounts } from './row-counts.ts'

let app: App
let db: Db

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
})

let ctx: Ctx
beforeEach(async () => {
  ctx = await contextFor(app)
})

describe('pages', () => {
  test('have each row once in a stable order, even if sort values are equal', async () => {
    for (let i = 0; i < 25; i++) await insertRow(ctx, post, samplePost({ postName: '分页', sort: i % 3 }))
    for (const order of [{}, { ascs: 'sort' }, { descs: 'category' }, { ascs: 'remark', descs: 'sort' }]) {
      const input = { postName_equal: '分页', ...order }
      const all = await pageOf(ctx, post, { ...input, size: 100 })
      const pages = await Promise.all([1, 2, 3, 4].map((current) => pageOf(ctx, post, { ...input, size: 8, current })))
      expect(pages.flatMap(({ records }) => records.map(({ id }) => id))).toEqual(all.records.map(({ id }) => id))
      expect(pages.map(({ total, records, current }) => [current, records.length, total])).toEqual([
        [1, 8, 25],
        [2, 8, 25],
        [3, 8, 25],
        [4, 1, 25],
      ])
      expect(pages[0]).toMatchObject({ size: 8, pages: 4 })
    }
  })

  test('beyond the last one are empty and have the total', async () => {
    const page = await pageOf(ctx, post, { postName_equal: '分页', size: 10, current: 9 })
    expect(page).toMatchObject({ records: [], total: 25, pages: 3, current: 9 })
  })

  test('of no rows are zero', async () => {
    const none = { records: [], total: 0, size: 10, current: 1, pages: 0 }
    expect(await pageOf(ctx, post, { postName_equal: '没有' })).toEqual(none)
  })

  test('of more than 10,000 rows have a capped total and say so; 10,000 rows are exact', async () => {
    await sql`insert into param (param_name, param_key, param_value) select 'many', 'many.' || n, 'x' from generate_series(1, 10000) n`.execute(
      db,
    )
    const many = { paramName_equal: 'many', size: 200 }
    const exact = await pageOf(ctx, param, many)
    expect([exact.total, exact.pages, exact.capped]).toEqual([10_000, 50, undefined])
    await insertRow(ctx, param, { paramName: 'many', paramKey: 'many.0', paramValue: 'x' })
    invalidateCounts(ctx.app)
    const capped = await pageOf(ctx, param, many)
    expect([capped.total, capped.pages, capped.capped]).toEqual([10_000, 50, true])
    expect(await rowsOf(ctx, param, { paramName_equal: 'many' })).toHaveLength(5000)
  })

  test('have at most 200 rows', async () => {
    expect((await pageOf(ctx, post, { size: 5000 })).size).toBe(200)
  })
})

describe('the standard verbs', () => {
  const verb = (entity: AnyEntity, name: string) => {
    const handle = crud(entity)[name]
    if (!handle) throw new Error(`There is no verb ${name}.`)
    return async (callCtx: Ctx, input: Record<string, unknown>) => handle(callCtx, input)
  }

  test('submit adds without an id and changes with one, each with its own permission', async () => {
    const may = async (...codes: string[]) => contextFor(app, person({ rights: rightsOf({ codes }) }))
    const submit = verb(post, 'submit')
    const values = samplePost()
    await expect(submit(await may('post_edit'), values)).rejects.toEqual(failMatching(403))
    const { id } = (await submit(await may('post_add'), values)) as { id: string }
    await expect(submit(await may('post_add'), { id, sort: 9 })).rejects.toEqual(failMatching(403))
    await submit(await may('post_edit'), { id, sort: 9 })
    expect(await findRow(ctx, post, id)).toMatchObject({ sort: 9 })
  })

  test('a level of a tree says which rows have children; a filter searches all levels', async () => {
    const node = (deptName: string, parentId = '0') =>
      insertRow(ctx, dept, { deptName, fullName: deptName, deptCategory: 1, sort: 1, parentId })
    const top = await node('顶层')
    const middle = await node('中层', top.id)
    await node('底层', middle.id)
    const [lazyList, lazyTree] = [verb(dept, 'lazyList'), verb(dept, 'lazyTree')]
    const [tree, forest] = [verb(dept, 'tree'), verb(dept, 'forest')]
    const level = (await lazyList(ctx, { parentId: top.id })) as { deptName: string; hasChildren: boolean }[]
    expect(level.map(({ deptName, hasChildren }) => [deptName, hasChildren])).toEqual([['中层', true]])
    const matches = (await lazyList(ctx, { deptName: '底层' })) as { deptName: string; hasChildren: boolean }[]
    expect(matches.map(({ deptName, hasChildren }) => [deptName, hasChildren])).toEqual([['底层', false]])
    expect(await lazyTree(ctx, { parentId: middle.id })).toEqual([
      expect.objectContaining({ title: '底层', parentId: middle.id }),
    ])
    expect(await tree(ctx, {})).toContainEqual(
      expect.objectContaining({ title: '顶层', children: [expect.objectContaining({ title: '中层' })] }),
    )
    expect(JSON.stringify(await forest(ctx, {}))).toContain('底层')
  })

  test('the detail of a user has the names of roles and status', async () => {
    const row = await findRow(ctx, user, (await pageOf(ctx, user, { account_equal: 'admin' })).records[0]?.id)
    expect(row).toMatchObject({ account: 'admin', roleName: '超级管理员', status: 1, statusName: '正常' })
  })
})
