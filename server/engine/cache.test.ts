import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/base/database/db.ts'
import { contextFor } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { until } from '../../tests/support/until.ts'
import { createApp } from '../app.ts'
import { type Db, openDatabase } from '../base/database/db.ts'
import { makeLog } from '../base/process/log.ts'
import { cachedUntilChanged, currentCacheVersions } from './cache.ts'
import type { App } from './context.ts'
import { dictionaries, industryNames, regionNames } from './labels.ts'

let app: App
let db: Db
let databaseUrl: string
/** Another server on the same database. */
let opened: Database
let another: App
let server: Awaited<ReturnType<typeof createApp>>['server']

beforeAll(async () => {
  ;({ app, db, databaseUrl } = await openPlatform())
  opened = openDatabase(databaseUrl, () => {})
  ;({ app: another, server } = await createApp({ ...app, log: makeLog('silent'), db: opened.db }))
})

afterAll(async () => {
  await server.close()
  await opened.close()
})

const paramCount = () => {
  let loads = 0
  const read = cachedUntilChanged(['dict'], async (from: Db) => {
    loads++
    const row = await from
      .selectFrom('dict')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(row.n)
  })
  return { read, loads: () => loads }
}
let serial = 0
const addEntry = (to: Db) =>
  to
    .insertInto('dict')
    .values({
      code: 'sex',
      parentId: '1',
      dictKey: String(100 + ++serial),
      dictValue: `项${serial}`,
      sort: 1,
      isSealed: 0,
    })
    .execute()

describe('what is kept in memory', () => {
  test('is read once while nothing is written, however many ask at once', async () => {
    const { read, loads } = paramCount()
    const ctx = await contextFor(app)
    const all = await Promise.all(Array.from({ length: 20 }, () => read(ctx)))
    expect(new Set(all).size).toBe(1)
    await read(await contextFor(app))
    expect(loads()).toBe(1)
  })

  test('a write is seen at the next request, here and on another server, whichever of them wrote', async () => {
    const { read } = paramCount()
    const seen = async (of: App) => read(await contextFor(of))
    const before = await seen(app)
    expect(await seen(another)).toBe(before)
    await addEntry(app.db)
    expect([await seen(app), await seen(another)]).toEqual([before + 1, before + 1])
    await addEntry(another.db)
    expect([await seen(app), await seen(another)]).toEqual([before + 2, before + 2])
  })

  test('a write that is taken back changes nothing', async () => {
    const { read, loads } = paramCount()
    const before = await read(await contextFor(app))
    const work = db.transaction().execute(async (inside) => {
      await addEntry(inside)
      throw new Error('taken back')
    })
    await expect(work).rejects.toThrow('taken back')
    expect([await read(await contextFor(app)), loads()]).toEqual([before, 1])
  })

  test('a request that began before a write gets the value read after it, and nothing is read again', async () => {
    const { read, loads } = paramCount()
    const early = await contextFor(app)
    const before = await read(early)
    await addEntry(db)
    const late = await contextFor(app)
    expect(await read(late)).toBe(before + 1)
    expect(await read(early)).toBe(before + 1)
    expect(await read(await contextFor(app))).toBe(before + 1)
    expect(loads()).toBe(2)
  })

  test('a value of several epochs is read again when any of them increases, and each server has its own', async () => {
    let loads = 0
    const read = cachedUntilChanged(['dict', 'library'], async () => ++loads)
    const firstHere = await read(await contextFor(app))
    const firstThere = await read(await contextFor(another))
    expect([firstHere, firstThere]).toEqual([1, 2])
    await db.updateTable('library').set({ isBenchmark: 0 }).execute()
    expect(await read(await contextFor(app))).toBe(3)
    await addEntry(db)
    expect(await read(await contextFor(app))).toBe(4)
    await db.updateTable('region').set({ remark: 'x' }).where('code', '=', '32').execute()
    expect(await read(await contextFor(app))).toBe(4)
  })

  test('a read that failed is tried again', async () => {
    let fails = true
    const read = cachedUntilChanged(['dict'], async () => {
      if (fails) throw new Error('not now')
      return 'read'
    })
    const ctx = await contextFor(app)
    await expect(read(ctx)).rejects.toThrow('not now')
    fails = false
    expect(await read(ctx)).toBe('read')
  })
})

describe('the counters', () => {
  test('are counted up by every kind of write to the tables behind them, and by no other', async () => {
    const now = async () => (await contextFor(app)).cacheVersions
    const grown = async (write: () => Promise<unknown>) => {
      const before = await now()
      await write()
      const after = await now()
      return Object.keys(after).filter((name) => after[name] !== before[name])
    }
    const role = () =>
      db
        .insertInto('role')
        .values({ roleAlias: `r${++serial}`, roleName: 'r', sort: 1, parentId: '0' })
        .execute()
    expect(await grown(() => addEntry(db))).toEqual(['dict'])
    expect(
      await grown(() => db.updateTable('dict').set({ remark: 'x' }).where('dictKey', '=', '101').execute()),
    ).toEqual(['dict'])
    expect(await grown(() => db.deleteFrom('dict').where('dictKey', '=', '101').execute())).toEqual(['dict'])
    expect(await grown(role)).toEqual(['rights'])
    for (const table of ['menu', 'roleMenu', 'roleScope', 'dataScope'] as const)
      expect(await grown(() => db.deleteFrom(table).execute())).toEqual(['rights'])
    expect(await grown(() => db.updateTable('region').set({ remark: 'x' }).where('code', '=', '32').execute())).toEqual(
      ['region'],
    )
    expect(await grown(() => db.deleteFrom('industry').where('code', '=', 'none').execute())).toEqual(['industry'])
    expect(await grown(() => db.updateTable('param').set({ remark: 'x' }).execute())).toEqual(['param'])
    expect(await grown(() => db.updateTable('library').set({ isBenchmark: 0 }).execute())).toEqual(['library'])
    expect(await grown(() => db.updateTable('post').set({ remark: 'x' }).execute())).toEqual([])
  })

  test('without session are at most a second old', async () => {
    const before = await currentCacheVersions(app)
    await addEntry(db)
    await until(async () => (await currentCacheVersions(app)).dict !== before.dict, 5000)
    expect(Number((await currentCacheVersions(app)).dict)).toBeGreaterThan(Number(before.dict))
  })
})

describe('names of codes', () => {
  test('a renamed entry is called by its new name at once', async () => {
    const named = async (of: App) => (await dictionaries(await contextFor(of))).get('sex')?.get('1')
    expect(await named(app)).toEqual(['男', 'Male'])
    await db
      .updateTable('dict')
      .set({ dictValue: '男性', dictValueEn: null })
      .where('code', '=', 'sex')
      .where('dictKey', '=', '1')
      .execute()
    expect([await named(app), await named(another)]).toEqual([
      ['男性', '男性'],
      ['男性', '男性'],
    ])
  })

  test('regions and industries are all there', async () => {
    const ctx = await contextFor(app)
    expect((await regionNames(ctx)).get('320500')?.[0]).toBe('苏州市')
    expect((await industryNames(ctx)).get('C')?.[0]).toBe('制造业')
  })
})
