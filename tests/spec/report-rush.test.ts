import { beforeAll, expect, test } from 'vitest'
import { library } from '#contract/project/library.ts'
import { report } from '#contract/report/report.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk } from '../support/roles.ts'
import { addLibraryRow } from '../support/scenario.ts'
import { until } from '../support/until.ts'

/** Many people open one report at the same time (design: reports, Speed): two are computed, ten wait, the others come again. */

let platform: Platform
const readers: Caller[] = []
let id = ''

beforeAll(async () => {
  platform = await openPlatform()
  const admin = await platform.admin()
  await addLibraryRow(admin, { year: '2025' })
  const reports = await admin.get(report.calls.published, {})
  id = reports.find(({ name }) => name === '年度入库项目统计表')?.id ?? ''
  for (let n = 0; n < 20; n++) readers.push(await createClerk(platform, `rush.${n}`, { codes: ['library'] }))
})

/** Statements of reports that wait for the lock. */
const running = async (): Promise<number> => {
  const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%grouping%'
    and datname = current_database()`.execute(platform.db)
  return rows.length
}

/** Does something while no report can read the projects, and lets them go on after it. */
const whileNoneIsRead = (work: () => Promise<void>): Promise<void> =>
  platform.db.transaction().execute(async (db) => {
    await sql`lock table library in access exclusive mode`.execute(db)
    await work()
  })

test('of 20 readers at the same time 12 are answered, 8 are asked to come again, and lists stay open to all', async () => {
  let answers: ReturnType<Caller['ask']>[] = []
  let refused = 0
  await whileNoneIsRead(async () => {
    answers = readers.map((reader) => {
      const answer = reader.ask(report.calls.run, { id }) as ReturnType<Caller['ask']>
      void answer.then(({ status }) => {
        if (status === 503) refused++
      })
      return answer
    })
    await until(async () => refused === 8 && (await running()) === 2)
    // nobody else waits for them
    expect((await (readers[0] as Caller).ask(report.calls.published, {})).status).toBe(200)
  })
  const all = await Promise.all(answers)
  expect(all.filter(({ status }) => status === 200)).toHaveLength(12)
  for (const one of all.filter(({ status }) => status === 503)) {
    expect(one.msg).toBe('正在计算的报表较多，请稍后再试')
    expect(one.headers.get('retry-after')).toMatch(/^\d+$/)
  }
  expect((await (readers[19] as Caller).ask(library.calls.page, { size: 1 })).status).toBe(200)
})

test('one person opens one report at a time, however many windows ask', async () => {
  const [reader] = readers as [Caller]
  const statuses: number[] = []
  await whileNoneIsRead(async () => {
    for (let n = 0; n < 5; n++)
      void reader.ask(report.calls.run, { id }).then(({ status }) => {
        statuses.push(status)
      })
    await until(async () => statuses.length === 4)
    expect(statuses).toEqual([409, 409, 409, 409])
  })
  await until(async () => statuses.length === 5)
  expect(statuses.at(-1)).toBe(200)
})
