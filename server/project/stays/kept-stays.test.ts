import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { declarationRow } from '../../../tests/support/context.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { type Db, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { App } from '../../engine/context.ts'
import { countStayWorkdays } from './count-workdays.ts'

let app: App
let db: Db
let lastId = 70_000

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
})

const begin = async (stage: number) => {
  const id = String(++lastId)
  await db
    .insertInto('declaration')
    .values(declarationRow({ id, declareStatus: 0 }))
    .execute()
  await move(id, 0, stage, { isStepFirst: false, userId: null, since: '2026-01-05 09:00:00' })
  return id
}

interface How {
  readonly isStepFirst: boolean
  readonly userId: string | null
  readonly since: string
}

/** A step and the change of the stage that belongs to it, in the given order. */
const move = async (id: string, from: number, to: number, { isStepFirst, userId, since }: How) => {
  const step = () =>
    sql`insert into declaration_move (pid, move, from_stage, to_stage, loop, user_id, create_time)
      values (${id}, 'step', ${from}, ${to}, 0, ${userId}, ${since})`.execute(db)
  if (isStepFirst) await step()
  await sql`update declaration set declare_status = ${to}, stage_since = ${since}, stage_until = null, furthest_stage = 10
    where id = ${id}`.execute(db)
  if (!isStepFirst) await step()
}

const staysOf = (id: string) =>
  run<{ stage: number; result: number; due: string | null; overdue: number | null; workdays: number | null }>(
    db,
    sql`select stage, since, until, result, handler_id, due, overdue, workdays from stage_stay where declaration_id = ${id} order by id`,
  )

const stepArb = fc.record({
  to: fc.constantFrom(0, 5, 10, 20, 25, 30, 40, 50, 60, 70, 80, 90, 95, 99),
  isStepFirst: fc.boolean(),
  userId: fc.constantFrom(null, '7', '8'),
})

test('stays are those of the steps, whichever is written first, the step or the stage', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArb, { minLength: 1, maxLength: 8 }), async (steps) => {
      const id = await begin(10)
      let from = 10
      for (const [nth, { to, ...how }] of steps.entries()) {
        if (to === from) continue
        await move(id, from, to, { ...how, since: `2026-01-0${nth + 1} 10:00:00` })
        from = to
      }
      const kept = await staysOf(id)
      await sql`select recount_stage_stays(array[${id}]::bigint[])`.execute(db)
      expect(await staysOf(id)).toEqual(kept)
    }),
    { numRuns: 60, seed: 158 },
  )
})

test('a step that has not locked its declaration waits for one that has', async () => {
  const id = await begin(10)
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  let unlocked: Promise<unknown> | undefined
  await db.transaction().execute(async (inside) => {
    await sql`select from declaration where id = ${id} for update`.execute(inside)
    unlocked = sql`insert into declaration_move (pid, move, from_stage, to_stage, loop, user_id, create_time)
      values (${id}, 'step', 10, 20, 0, 7, '2026-01-06 09:00:00')`.execute(db)
    await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1)
    await sql`update declaration set declare_status = 20 where id = ${id}`.execute(inside)
  })
  await unlocked
  expect((await staysOf(id)).map(({ stage, result }) => [stage, result])).toEqual([
    [10, 1],
    [20, 0],
  ])
})

test('a deadline that is moved while a stay is open is that of the stay, and says whether it was late', async () => {
  const id = await begin(20)
  const setDue = (due: string) => sql`update declaration set stage_until = ${due} where id = ${id}`.execute(db)
  await setDue('2026-01-06 23:59:59')
  await setDue('2026-01-20 23:59:59')
  await move(id, 20, 30, { isStepFirst: false, userId: '7', since: '2026-01-20 23:59:59' })
  await setDue('2026-01-21 00:00:00')
  await move(id, 30, 40, { isStepFirst: true, userId: '8', since: '2026-01-21 00:00:01' })
  expect(await staysOf(id)).toMatchObject([
    { stage: 20, due: '2026-01-20 23:59:59', overdue: 0 },
    { stage: 30, due: '2026-01-21 00:00:00', overdue: 1 },
    { stage: 40, due: null, overdue: null, workdays: null },
  ])
})

test('working days leave out the day of receipt, weekends and holidays, and are counted once', async () => {
  const holiday = {
    parentId: '1',
    code: 'holiday',
    dictKey: '9',
    dictValue: '元旦',
    sort: 1,
    isSealed: 0,
    remark: '2031-01-01,2031-01-03',
  }
  await db.insertInto('dict').values(holiday).execute()
  const id = await begin(20)
  await sql`update stage_stay set since = '2030-12-27 08:00:00' where declaration_id = ${id}`.execute(db)
  // a Friday, Monday and Tuesday, three holidays, a weekend, a Monday
  await move(id, 20, 30, { isStepFirst: false, userId: '7', since: '2031-01-06 18:00:00' })
  await countStayWorkdays(app)
  expect((await staysOf(id)).map(({ workdays }) => workdays)).toEqual([3, null])
  expect(await countStayWorkdays(app)).toBe(0)
})
