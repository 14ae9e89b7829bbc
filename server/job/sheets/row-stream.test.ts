import { beforeAll, describe, expect, test } from 'vitest'
import { library } from '#contract/project/library.ts'
import { role } from '#contract/system/role.ts'
import type { Db } from '#server/base/database/db.ts'
import type { App } from '#server/engine/context.ts'
import { contextFor } from '../../../tests/support/context.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { sql } from '../../base/database/sql.ts'
import { pageOf } from '../../engine/crud.ts'
import { type AnyRow, countRows, type ExportProgress, type HandlerLookup, streamRows } from './row-stream.ts'

let app: App
let db: Db

const handlerOf: HandlerLookup = (name) =>
  name === 'library.page' ? (ctx, input) => pageOf(ctx, library, input) : undefined
const insert = (from: number, to: number) =>
  sql`insert into library (project_name, commpany_name, organization_code, categorize, province, city, operator)
    select '项目' || n, 'x', 'x', 'C', '320000', '320500', 1 from generate_series(${from}::int, ${to}::int) n`.execute(
    db,
  )

/** Reads a list to its end, or until `after` throws. */
const read = async (input: object, maxRows = 1000, after: (rows: number) => unknown = () => {}) => {
  const progress: ExportProgress = { rows: 0, total: null, cut: false }
  const names: unknown[] = []
  for await (const rows of streamRows(await contextFor(app), library, handlerOf, input as AnyRow, progress, maxRows)) {
    names.push(...rows.map(({ projectName }) => projectName))
    await after(progress.rows)
  }
  return { names, progress }
}

/** The number of connections with an open snapshot. */
const snapshots = async () =>
  (
    await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(db)
  ).rows[0]?.n

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
  await insert(1, 350)
})

describe('a streamed list', () => {
  test('has every row once, in list order, even if all rows have the same creation time', async () => {
    const { names, progress } = await read({ ascs: 'operator' })
    expect(names).toHaveLength(350)
    expect(new Set(names).size).toBe(350)
    expect(progress).toEqual({ rows: 350, total: 350, cut: false })
    const first = await pageOf(await contextFor(app), library, { ascs: 'operator', size: 200 })
    expect(names.slice(0, 200)).toEqual(first.records.map(({ projectName }) => projectName))
  })

  test('is a snapshot: rows added or removed meanwhile do not change it', async () => {
    const { names } = await read({}, 1000, async (rows) => {
      if (rows > 100) return
      await insert(1001, 1100)
      await db.updateTable('library').set({ isDeleted: 1 }).where('projectName', '=', '项目1').execute()
    })
    expect(names).toHaveLength(350)
    expect(names).toContain('项目1')
    await db.deleteFrom('library').where('projectName', 'like', '项目1___').execute()
    await db.updateTable('library').set({ isDeleted: 0 }).execute()
  })

  test('ends at the maximum number of rows and reports that there are more', async () => {
    const { names, progress } = await read({}, 120)
    expect(names).toHaveLength(120)
    expect(progress).toEqual({ rows: 120, total: 120, cut: true })
    expect((await read({}, 350)).progress.cut).toBe(false)
  })

  test('releases its snapshot if reading stops early', async () => {
    await expect(
      read({}, 1000, () => {
        throw new Error('enough')
      }),
    ).rejects.toThrow('enough')
    await expect.poll(snapshots).toBe(0)
  })

  test('is empty without rows, and has the same count as its page', async () => {
    expect(await read({ projectName: '没有' })).toEqual({ names: [], progress: { rows: 0, total: 0, cut: false } })
    expect(await countRows(await contextFor(app), library, handlerOf, { projectName: '项目35' })).toBe(2)
  })

  test('is rejected if its handler does not read through the cursor', async () => {
    const other: HandlerLookup = () => async () => ({ records: [{ id: '1' }] })
    const progress: ExportProgress = { rows: 0, total: null, cut: false }
    const rows = streamRows(await contextFor(app), library, other, {}, progress)
    await expect(rows.next()).rejects.toThrow('does not go through pageOf')
    const none = streamRows(await contextFor(app), role, () => undefined, {}, progress)
    await expect(none.next()).rejects.toThrow('role has no list')
  })
})
