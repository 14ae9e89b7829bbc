import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Db, run } from '#server/base/database/db.ts'
import { openJobClock } from '../../../tests/support/job-clock.ts'
import { sql } from '../../base/database/sql.ts'
import { isAlive, removeWorker, signLife, workerState } from './worker-row.ts'

let db: Db
let advance: (seconds: number) => Promise<unknown>
const clock = sql`(select at from test_clock)`

beforeAll(async () => {
  ;({ db, advance } = await openJobClock())
})
beforeEach(async () => {
  await db.deleteFrom('jobWorker').execute()
})

const one = { name: 'one', tag: 'large' }
const sign = (worker: { name: string; tag: string | null }) => signLife(db, worker, clock, '.')
const alive = async () =>
  (
    await run<{ name: string }>(
      db,
      sql`select ${workerState('me')} from job_worker me where ${isAlive('me', clock)} order by me.name`,
    )
  ).map(({ name }) => name)
const stored = async () =>
  (await db.selectFrom('jobWorker').select('name').orderBy('name').execute()).map(({ name }) => name)

test('a worker is there for 30 seconds after its sign of life, and measures what it has free', async () => {
  await sign(one)
  await advance(29)
  expect(await alive()).toEqual(['one'])
  const [state] = await run(db, sql`select ${workerState('me')} from job_worker me`)
  expect(state).toMatchObject({
    tag: 'large',
    running: 0,
    freeMemory: expect.any(Number),
    freeDisk: expect.any(Number),
  })
  await advance(2)
  expect(await alive()).toEqual([])
  await sign(one)
  expect(await alive()).toEqual(['one'])
})

test('one that ends in order leaves at once; the row of a lost one is removed after an hour', async () => {
  await sign(one)
  await sign({ name: 'two', tag: null })
  await removeWorker(db, { name: 'two', tag: null })
  expect(await stored()).toEqual(['one'])
  await advance(3599)
  await sign({ name: 'two', tag: null })
  expect(await stored()).toEqual(['one', 'two'])
  await advance(2)
  await sign({ name: 'two', tag: null })
  expect(await stored()).toEqual(['two'])
})
