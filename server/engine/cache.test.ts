import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/base/database/db.ts'
import { contextFor } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { until } from '../../tests/support/until.ts'
import { createApp } from '../app.ts'
import { type Db, openDatabase } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { makeLog } from '../base/process/log.ts'
import { cachedUntilChanged, currentCacheVersions } from './cache.ts'
import type { App } from './context.ts'
import { dictionaries, industryNames, regionNames } from './labels.ts'

let app: App
let db: Db
let databaseUrl: string
/** Another server on the same database. */
let otherDatabase: Database
let otherApp: App
let server: Awaited<ReturnType<typeof createApp>>['server']

beforeAll(async () => {
  ;({ app, db, databaseUrl } = await openPlatform())
  otherDatabase = openDatabase(databaseUrl, () => {})
  ;({ app: otherApp, server } = await createApp({ ...app, log: makeLog('silent'), db: otherDatabase.db }))
})

afterAll(async () => {
  await server.close()
  await otherDatabase.close()
})

const cachedEntryCount = () => {
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

describe('a value cached until a change', () => {
  test('is loaded once while nothing is written, also for requests at the same time', async () => {
    const { read, loads } = cachedEntryCount()
    const ctx = await contextFor(app)
    const all = await Promise.all(Array.from({ length: 20 }, () => read(ctx)))
    expect(new Set(all).size).toBe(1)
    await read(await contextFor(app))
    expect(loads()).toBe(1)
  })

  test('is current at the next request after a write, on all servers', async () => {
    const { read } = cachedEntryCount()
    const countOn = async (of: App) => read(await contextFor(of))
    const before = await countOn(app)
    expect(await countOn(otherApp)).toBe(before)
    await addEntry(app.db)
    expect([await countOn(app), await countOn(otherApp)]).toEqual([before + 1, before + 1])
    await addEntry(otherApp.db)
    expect([await countOn(app), await countOn(otherApp)]).toEqual([before + 2, before + 2])
  })

  test('is not loaded again after a write that was rolled back', async () => {
    const { read, loads } = cachedEntryCount()
    const before = await read(await contextFor(app))
    const work = db.transaction().execute(async (tx) => {
      await addEntry(tx)
      throw new Error('taken back')
    })
    await expect(work).rejects.toThrow('taken back')
    expect([await read(await contextFor(app)), loads()]).toEqual([before, 1])
  })

  test('is not loaded again for a request that began before a write', async () => {
    const { read, loads } = cachedEntryCount()
    const early = await contextFor(app)
    const before = await read(early)
    await addEntry(db)
    const late = await contextFor(app)
    expect(await read(late)).toBe(before + 1)
    expect(await read(early)).toBe(before + 1)
    expect(await read(await contextFor(app))).toBe(before + 1)
    expect(loads()).toBe(2)
  })

  test('is loaded again when any of its cache versions increases, separately on each server', async () => {
    let loads = 0
    const read = cachedUntilChanged(['dict', 'library'], async () => ++loads)
    const firstValue = await read(await contextFor(app))
    const otherValue = await read(await contextFor(otherApp))
    expect([firstValue, otherValue]).toEqual([1, 2])
    await db.updateTable('library').set({ isBenchmark: 0 }).execute()
    expect(await read(await contextFor(app))).toBe(3)
    await addEntry(db)
    expect(await read(await contextFor(app))).toBe(4)
    await db.updateTable('region').set({ remark: 'x' }).where('code', '=', '32').execute()
    expect(await read(await contextFor(app))).toBe(4)
  })

  test('is loaded again after a failure', async () => {
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

  test.each([
    [60_000, ['first', 'first', 'first'], 2],
    [1, ['first', 'first', 'third'], 3],
  ])('that cannot be loaded is the last one for %i ms', async (retryMs, values, expectedLoads) => {
    let loads = 0
    const read = cachedUntilChanged(
      ['dict'],
      async () => {
        if (++loads === 2) throw new Error('not now')
        return ['first', 'second', 'third'][loads - 1]
      },
      { retryMs },
    )
    const [before] = [await read(await contextFor(app))]
    await addEntry(db)
    const failed = await read(await contextFor(app))
    await sql`select pg_sleep(0.01)`.execute(db)
    expect([before, failed, await read(await contextFor(app))]).toEqual(values)
    expect(loads).toBe(expectedLoads)
  })
})

describe('cache versions', () => {
  test('increase with every kind of write to their tables, and with no other', async () => {
    const now = async () => (await contextFor(app)).cacheVersions
    const increasedBy = async (write: () => Promise<unknown>) => {
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
    expect(await increasedBy(() => addEntry(db))).toEqual(['dict'])
    expect(
      await increasedBy(() => db.updateTable('dict').set({ remark: 'x' }).where('dictKey', '=', '101').execute()),
    ).toEqual(['dict'])
    expect(await increasedBy(() => db.deleteFrom('dict').where('dictKey', '=', '101').execute())).toEqual(['dict'])
    expect(await increasedBy(role)).toEqual(['rights'])
    for (const table of ['menu', 'roleMenu', 'roleScope', 'dataScope'] as const)
      expect(await increasedBy(() => db.deleteFrom(table).execute())).toEqual(['rights'])
    expect(
      await increasedBy(() => db.updateTable('region').set({ remark: 'x' }).where('code', '=', '32').execute()),
    ).toEqual(['region'])
    expect(await increasedBy(() => db.deleteFrom('industry').where('code', '=', 'none').execute())).toEqual([
      'industry',
    ])
    expect(await increasedBy(() => db.updateTable('param').set({ remark: 'x' }).execute())).toEqual(['param'])
    expect(await increasedBy(() => db.updateTable('library').set({ isBenchmark: 0 }).execute())).toEqual(['library'])
    expect(await increasedBy(() => db.updateTable('post').set({ remark: 'x' }).execute())).toEqual([])
  })

  test('without a session are at most one second old', async () => {
    const before = await currentCacheVersions(app)
    await addEntry(db)
    await until(async () => (await currentCacheVersions(app)).dict !== before.dict, 5000)
    expect(Number((await currentCacheVersions(app)).dict)).toBeGreaterThan(Number(before.dict))
  })
})

describe('names of codes', () => {
  test('change at once when an entry is renamed', async () => {
    const nameOn = async (of: App) => (await dictionaries(await contextFor(of))).get('sex')?.get('1')
    expect(await nameOn(app)).toEqual(['男', 'Male'])
    await db
      .updateTable('dict')
      .set({ dictValue: '男性', dictValueEn: null })
      .where('code', '=', 'sex')
      .where('dictKey', '=', '1')
      .execute()
    expect([await nameOn(app), await nameOn(otherApp)]).toEqual([
      ['男性', '男性'],
      ['男性', '男性'],
    ])
  })

  test('include regions and industries', async () => {
    const ctx = await contextFor(app)
    expect((await regionNames(ctx)).get('320500')?.[0]).toBe('苏州市')
    expect((await industryNames(ctx)).get('C')?.[0]).toBe('制造业')
  })
})
