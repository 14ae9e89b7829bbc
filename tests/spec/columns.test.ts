import { beforeAll, expect, test } from 'vitest'
import { column } from '#contract/news/column.ts'
import { news } from '#contract/news/public.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise } from '../support/scenario.ts'

let platform: Platform

let admin: Caller
let ids: Record<'top' | 'below' | 'hidden' | 'orphan', string>

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  await platform.db.updateTable('column').set({ isDeleted: 1 }).execute()
  const add = async (name: string, parentId = '0', isOpen = 1) =>
    (await admin.get(column.calls.save, { name, parentId, type: 2, sort: 1, isOpen })).id
  const [top, hidden] = [await add('动态'), await add('内部', '0', 0)]
  ids = { top, hidden, below: await add('地方动态', top), orphan: await add('专题', hidden) }
})

test('index/getColumn gives visitors an open column with its children, but no hidden column', async () => {
  const { name, children } = await platform.visitor.get(news.getColumn, { id: ids.top })
  expect([name, children.map((one) => one.name)]).toEqual(['动态', ['地方动态']])
  expect((await platform.visitor.ask(news.getColumn, { id: ids.hidden })).status).toBe(404)
})

test('column/release/getTrue gives the forest of open columns to users who manage columns', async () => {
  const forest = await admin.get(news.getTrue, {})
  expect(forest.map(({ name }) => name).sort()).toEqual(['专题', '动态'])
  expect(forest.find(({ name }) => name === '动态')?.children.map(({ id }) => id)).toEqual([ids.below])
  expect((await (await createEnterprise(platform)).ask(news.getTrue, {})).status).toBe(403)
})

test('press/release/listType gives the open columns as options for articles', async () => {
  const options = await admin.get(news.listType, {})
  expect(options).toContainEqual({ type: ids.below, name: '地方动态' })
  expect(options.map(({ name }) => name)).not.toContain('内部')
  expect((await platform.visitor.ask(news.listType, {})).status).toBe(401)
})
