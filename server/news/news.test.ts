import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App, Ctx } from '#server/engine/context.ts'
import { visitor as visitingActor } from '#server/engine/session.ts'
import { contextFor } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import type { Db } from '../base/database/db.ts'
import { wireTime } from '../base/process/clock.ts'
import { newsCalls } from './news.ts'
import { isPublishedFile } from './open-files.ts'

let app: App
let db: Db
let visitor: Ctx

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
  visitor = await contextFor(app, visitingActor)
})

const columnArb = fc.record({
  isOpen: fc.constantFrom(0, 1, 1),
  isDeleted: fc.constantFrom(0, 0, 1),
  type: fc.constantFrom(1, 2, 3, 4),
})
const itemArb = fc.record({
  column: fc.nat(3),
  day: fc.integer({ min: -30, max: 5 }),
  status: fc.constantFrom(1 as const, 2 as const, 2 as const, 4 as const),
  isDeleted: fc.constantFrom(0, 0, 0, 1),
  attach: fc.integer({ min: 1, max: 6 }),
})
const scene = fc.record({
  columns: fc.array(columnArb, { minLength: 4, maxLength: 4 }),
  articles: fc.array(itemArb, { maxLength: 20 }),
  files: fc.array(itemArb, { maxLength: 20 }),
})
type Scene = typeof scene extends fc.Arbitrary<infer T> ? T : never
type Item = Scene['articles'][number]

/** So many days and one minute from now, so that no item has the current time. */
const timeOf = (day: number) => wireTime(new Date(Date.now() + day * 86_400_000 + 60_000))

const fill = async (target: Db, { columns, articles, files }: Scene) => {
  for (const table of ['column', 'pressRelease', 'fileRelease'] as const) await target.deleteFrom(table).execute()
  for (const [i, column] of columns.entries())
    await target
      .insertInto('column')
      .values({ ...column, id: String(10 + i), name: `栏目${i}`, sort: i, parentId: '0', type: column.type as 1 })
      .execute()
  const common = ({ column, day, status, isDeleted }: Item, i: number) => ({
    title: `标题${i}`,
    type: String(10 + column),
    releaseTime: timeOf(day),
    status,
    isDeleted,
  })
  for (const [i, item] of articles.entries())
    await target
      .insertInto('pressRelease')
      .values({ ...common(item, i), id: String(100 + i), connect: 'x'.repeat(300), imgId: String(item.attach) })
      .execute()
  for (const [i, item] of files.entries())
    await target
      .insertInto('fileRelease')
      .values({ ...common(item, i), id: String(200 + i), attachId: String(item.attach) })
      .execute()
}

/** The expected items, newest first: a second implementation of the rule. */
const visibleItems = (items: readonly Item[], { columns }: Scene, from: number) =>
  items
    .map((item, i) => ({ ...item, id: from + i }))
    .filter(
      ({ column, day, status, isDeleted }) =>
        status === 2 && isDeleted === 0 && day < 0 && columns[column]?.isOpen === 1 && columns[column]?.isDeleted === 0,
    )
    .sort((a, b) => b.day - a.day || b.id - a.id)
const ids = (items: readonly { id: unknown }[]) => items.map(({ id }) => String(id))

describe('news for visitors', () => {
  test('are published, released, not removed and in an open column, in lists, totals, details and downloads', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async (all) => {
        await fill(db, all)
        const [articles, files] = [visibleItems(all.articles, all, 100), visibleItems(all.files, all, 200)]
        const [newsPage, filePage] = [
          await newsCalls.newList(visitor, { size: 50 }),
          await newsCalls.fileList(visitor, { size: 50 }),
        ]
        expect([newsPage.total, ids(newsPage.records)]).toEqual([articles.length, ids(articles)])
        expect([filePage.total, ids(filePage.records)]).toEqual([files.length, ids(files)])
        for (let i = 0; i < all.articles.length; i++) {
          const isVisible = await newsCalls.newDetail(visitor, { id: String(100 + i) }).then(
            () => true,
            () => false,
          )
          expect(isVisible).toBe(articles.some(({ id }) => id === 100 + i))
        }
        for (let attach = 1; attach <= 6; attach++) {
          const open = [...articles, ...files].some((item) => item.attach === attach)
          expect(await isPublishedFile(visitor, String(attach))).toBe(open)
        }
      }),
      { numRuns: 25 },
    )
  })

  test('come in pages that together have all items in one order', async () => {
    await fc.assert(
      fc.asyncProperty(scene, fc.integer({ min: 1, max: 7 }), async (all, size) => {
        await fill(db, all)
        const expected = ids(visibleItems(all.articles, all, 100))
        const pages: string[] = []
        for (let current = 1; current <= Math.ceil(expected.length / size) + 1; current++)
          pages.push(...ids((await newsCalls.newList(visitor, { size, current })).records))
        expect(pages).toEqual(expected)
      }),
      { numRuns: 15 },
    )
  })

  test('in the carousel are of open policy and news columns, the newest six of each', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async (all) => {
        await fill(db, all)
        const expected = all.columns
          .map((column, i) => ({ ...column, i }))
          .filter(({ isOpen, isDeleted, type }) => isOpen === 1 && isDeleted === 0 && type <= 2)
        const groups = await newsCalls.getIndex(visitor, {})
        expect(groups.map(({ type }) => type)).toEqual(expected.map(({ i }) => String(10 + i)))
        for (const { type, newList, fileList } of groups) {
          const of = (items: readonly Item[], from: number) =>
            ids(
              visibleItems(items, all, from)
                .filter(({ column }) => String(10 + column) === type)
                .slice(0, 6),
            )
          expect([ids(newList), ids(fileList)]).toEqual([of(all.articles, 100), of(all.files, 200)])
        }
      }),
      { numRuns: 15 },
    )
  })

  test('have the start of the text in a list, and the whole text in the details', async () => {
    const one = { column: 0, day: -1, status: 2, isDeleted: 0, attach: 1 } as const
    const open = { isOpen: 1, isDeleted: 0, type: 1 } as const
    await fill(db, { columns: [open, open, open, open], articles: [one], files: [] })
    expect((await newsCalls.newList(visitor, {})).records[0]?.connect).toHaveLength(160)
    const detail = await newsCalls.newDetail(visitor, { id: '100' })
    expect([detail.connect.length, detail.imgUrl]).toEqual([300, '/api/caict-resource/attach/download?id=1'])
    expect(detail).not.toHaveProperty('imgId')
  })
})
