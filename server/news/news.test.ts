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

/** Days from now, each at noon less a minute an item, so that none come at the same moment as now. */
const timeOf = (day: number) => wireTime(new Date(Date.now() + day * 86_400_000 + 60_000))

const fill = async (inside: Db, { columns, articles, files }: Scene) => {
  for (const table of ['column', 'pressRelease', 'fileRelease'] as const) await inside.deleteFrom(table).execute()
  for (const [i, column] of columns.entries())
    await inside
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
    await inside
      .insertInto('pressRelease')
      .values({ ...common(item, i), id: String(100 + i), connect: 'x'.repeat(300), imgId: String(item.attach) })
      .execute()
  for (const [i, item] of files.entries())
    await inside
      .insertInto('fileRelease')
      .values({ ...common(item, i), id: String(200 + i), attachId: String(item.attach) })
      .execute()
}

/** The law in plain words, newest first. */
const shown = (items: readonly Item[], { columns }: Scene, from: number) =>
  items
    .map((item, i) => ({ ...item, id: from + i }))
    .filter(
      ({ column, day, status, isDeleted }) =>
        status === 2 && isDeleted === 0 && day < 0 && columns[column]?.isOpen === 1 && columns[column]?.isDeleted === 0,
    )
    .sort((a, b) => b.day - a.day || b.id - a.id)
const ids = (items: readonly { id: unknown }[]) => items.map(({ id }) => String(id))

describe('what a visitor is shown', () => {
  test('is what is published, out, not removed, and in a column that is shown — in lists, totals, details and downloads', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async (all) => {
        await fill(db, all)
        const [articles, files] = [shown(all.articles, all, 100), shown(all.files, all, 200)]
        const [newsPage, filePage] = [
          await newsCalls.newList(visitor, { size: 50 }),
          await newsCalls.fileList(visitor, { size: 50 }),
        ]
        expect([newsPage.total, ids(newsPage.records)]).toEqual([articles.length, ids(articles)])
        expect([filePage.total, ids(filePage.records)]).toEqual([files.length, ids(files)])
        for (let i = 0; i < all.articles.length; i++) {
          const told = await newsCalls.newDetail(visitor, { id: String(100 + i) }).then(
            () => true,
            () => false,
          )
          expect(told).toBe(articles.some(({ id }) => id === 100 + i))
        }
        for (let attach = 1; attach <= 6; attach++) {
          const open = [...articles, ...files].some((item) => item.attach === attach)
          expect(await isPublishedFile(visitor, String(attach))).toBe(open)
        }
      }),
      { numRuns: 25 },
    )
  })

  test('comes in pages that together are the whole, in one order', async () => {
    await fc.assert(
      fc.asyncProperty(scene, fc.integer({ min: 1, max: 7 }), async (all, size) => {
        await fill(db, all)
        const wanted = ids(shown(all.articles, all, 100))
        const pages: string[] = []
        for (let current = 1; current <= Math.ceil(wanted.length / size) + 1; current++)
          pages.push(...ids((await newsCalls.newList(visitor, { size, current })).records))
        expect(pages).toEqual(wanted)
      }),
      { numRuns: 15 },
    )
  })

  test('in the carousel are the shown policy and news columns, each with its newest six', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async (all) => {
        await fill(db, all)
        const wanted = all.columns
          .map((column, i) => ({ ...column, i }))
          .filter(({ isOpen, isDeleted, type }) => isOpen === 1 && isDeleted === 0 && type <= 2)
        const groups = await newsCalls.getIndex(visitor, {})
        expect(groups.map(({ type }) => type)).toEqual(wanted.map(({ i }) => String(10 + i)))
        for (const { type, newList, fileList } of groups) {
          const of = (items: readonly Item[], from: number) =>
            ids(
              shown(items, all, from)
                .filter(({ column }) => String(10 + column) === type)
                .slice(0, 6),
            )
          expect([ids(newList), ids(fileList)]).toEqual([of(all.articles, 100), of(all.files, 200)])
        }
      }),
      { numRuns: 15 },
    )
  })

  test('of an article is its beginning in a list and the whole in its detail', async () => {
    const one = { column: 0, day: -1, status: 2, isDeleted: 0, attach: 1 } as const
    const open = { isOpen: 1, isDeleted: 0, type: 1 } as const
    await fill(db, { columns: [open, open, open, open], articles: [one], files: [] })
    expect((await newsCalls.newList(visitor, {})).records[0]?.connect).toHaveLength(160)
    const whole = await newsCalls.newDetail(visitor, { id: '100' })
    expect([whole.connect.length, whole.imgUrl]).toEqual([300, '/api/caict-resource/attach/download?id=1'])
    expect(whole).not.toHaveProperty('imgId')
  })
})
