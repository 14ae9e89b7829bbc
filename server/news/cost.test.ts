import { beforeAll, expect, test } from 'vitest'
import { contextFor } from '../../tests/support/context.ts'
import { type Caller, openPlatform, type Platform } from '../../tests/support/platform.ts'
import { addColumn, publishArticle, publishFile } from '../../tests/support/publish.ts'
import { uploadPdf } from '../../tests/support/scenario.ts'
import type { Ctx } from '../engine/context.ts'
import { visitor } from '../engine/session.ts'
import { newsCalls } from './news.ts'
import { isPublishedFile } from './open-files.ts'

let platform: Platform

let admin: Caller
let [article, file, column, attachId] = ['', '', '', '']

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  attachId = await uploadPdf(admin)
  for (const kind of [1, 2, 4] as const)
    for (let n = 0; n < 3; n++) {
      column = await addColumn(admin, `${kind}栏目${n}`, kind)
      for (let i = 0; i < 3; i++)
        article = await publishArticle(admin, { title: `文${i}`, type: column, attachIds: attachId })
      if (kind === 1) file = await publishFile(admin, { title: '件', type: column, attachId })
    }
})

/** The number of SQL statements of a call. */
const statements = async (call: (ctx: Ctx) => Promise<unknown>): Promise<number> => {
  let count = 0
  const ctx = await contextFor(platform.app, visitor)
  const countingDb = ctx.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count++
      return result
    },
  })
  await call({ ...ctx, db: countingDb })
  return count
}

test.each<[string, number, (ctx: Ctx) => Promise<unknown>]>([
  ['the carousel', 3, (ctx) => newsCalls.getIndex(ctx, {})],
  ['a page of articles', 2, (ctx) => newsCalls.newList(ctx, { size: 50 })],
  ['a page of a kind', 2, (ctx) => newsCalls.newList(ctx, { kind: 4, size: 50 })],
  ['a page of files', 2, (ctx) => newsCalls.fileList(ctx, { kind: 1, size: 50 })],
  ['the news of a column', 1, (ctx) => newsCalls.getList(ctx, { id: column })],
  ['the cases', 1, (ctx) => newsCalls.getTrueNewList(ctx, {})],
  ['an article with its files and its neighbours', 4, (ctx) => newsCalls.newDetail(ctx, { id: article })],
  ['a file and its neighbours', 3, (ctx) => newsCalls.fileDetail(ctx, { id: file })],
  ['whether a file is open', 2, (ctx) => isPublishedFile(ctx, attachId)],
])('%s needs %i SQL statements, whatever the amount of data', async (_what, expected, call) => {
  expect(await statements(call)).toBe(expected)
})
