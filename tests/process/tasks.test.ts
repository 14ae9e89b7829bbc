import type { Transaction } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { workClaim } from '#contract/work/work-claim.ts'
import { workStart } from '#contract/work/work-start.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import type { Tables } from '#server/base/database/tables.ts'
import { requestLeave } from '../support/leave-requests.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { type LaunchedServer, launch, newDataDir } from '../support/process.ts'
import { createStaff, password } from '../support/scenario.ts'
import { until } from '../support/until.ts'

/** Tasks of processes with two server processes on one database, one of which is killed in the middle of a step. */

let platform: Platform
let applicant: Caller
let definitionId = ''
const people = { approver: { id: '', account: '' }, head: { id: '', account: '' } }
const dataDirs = [newDataDir(), newDataDir()] as const
const servers: LaunchedServer[] = []

const startServer = async (index: 0 | 1): Promise<void> => {
  servers[index] = launch(dataDirs[index], { DATABASE_URL: platform.databaseUrl })
  await servers[index].url
}

const at = (index: 0 | 1, who: keyof typeof people): Promise<Caller> =>
  (servers[index] as LaunchedServer).login(people[who].account, password)

/** A leave from Monday, 2 November 2026, of three days, or of five, which the head decides too. */
const request = (days: 3 | 5): Promise<string> =>
  requestLeave(applicant, {
    ...{ processDefinitionId: definitionId, taskUser: people.approver.id, reason: '探亲' },
    ...{ startTime: '2026-11-02 09:00:00', endTime: `2026-11-0${1 + days} 18:00:00` },
  })

const taskOf = async (by: Caller, businessId: string): Promise<string> => {
  const { records } = await by.get(workTodo.calls.list, { size: 200 })
  return records.find((row) => row.businessId === businessId)?.taskId ?? ''
}

const complete = (by: Caller, taskId: string) =>
  by.ask(workTodo.calls.completeTask, { taskId, flag: 'ok', comment: '同意' })

interface Stored {
  readonly rev: number
  readonly comments: number
  readonly open: readonly string[]
  readonly hasEnded: boolean
}

const stored = async (id: string): Promise<Stored> => {
  const [row] = await run<Stored>(
    platform.db,
    sql`select i.rev, i.end_time is not null as "hasEnded",
        (select count(*)::int from flow_comment c where c.instance_id = i.id) as comments,
        array(select task_key from flow_task t where t.instance_id = i.id and t.end_time is null) as open
      from flow_instance i where i.business_table = 'leave' and i.business_id = ${id}`,
  )
  if (!row) throw new Error('There is no such instance.')
  return row
}

/** Running instances without an open task. */
const stuck = () =>
  run(
    platform.db,
    sql`select 1 from flow_instance i where end_time is null
      and not exists (select 1 from flow_task t where t.instance_id = i.id and t.end_time is null)`,
  )

beforeAll(async () => {
  platform = await openPlatform()
  applicant = await createStaff(platform, 'city')
  people.approver = await createStaff(platform, 'province_miit')
  people.head = await createStaff(platform, 'boss')
  const { records } = await applicant.get(workStart.calls.list, { mode: 1 })
  definitionId = records.find(({ key }) => key === 'leave')?.id ?? ''
  await Promise.all([startServer(0), startServer(1)])
})

describe.sequential('a task', () => {
  test('is completed once, however often two servers are asked at the same moment', async () => {
    const callers = [await at(0, 'approver'), await at(1, 'approver')]
    for (let round = 0; round < 5; round++) {
      const id = await request(3)
      const taskId = await taskOf(callers[0] as Caller, id)
      const before = await stored(id)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => complete(callers[n % 2] as Caller, taskId)),
      )
      expect(answers.map(({ code }) => code).toSorted()).toEqual([200, ...Array(19).fill(409)])
      expect(await stored(id)).toEqual({ rev: before.rev + 1, comments: 1, open: [], hasEnded: true })
    }
    expect(await stuck()).toEqual([])
  })

  test('is claimed once by two servers', async () => {
    const id = await request(5)
    const approver = await at(0, 'approver')
    await complete(approver, await taskOf(approver, id))
    const heads = [await at(0, 'head'), await at(1, 'head')] as const
    const { records } = await heads[0].get(workClaim.calls.list, { size: 200 })
    const taskId = records.find(({ businessId }) => businessId === id)?.taskId ?? ''
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => heads[n % 2 ? 1 : 0].ask(workClaim.calls.claimTask, { taskId })),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, ...Array(9).fill(409)])
  })

  test('stays open if the server is killed before the commit', async () => {
    const id = await request(5)
    const approver = await at(0, 'approver')
    const taskId = await taskOf(approver, id)
    const before = await stored(id)
    await platform.db.transaction().execute(async (locks: Transaction<Tables>) => {
      // the audit entry is the last statement of a step
      await sql`lock table audit in exclusive mode`.execute(locks)
      const answer = complete(approver, taskId).catch(() => null)
      await until(async () => {
        const waiting = await run(locks, sql`select 1 from pg_locks where relation = 'audit'::regclass and not granted`)
        return waiting.length > 0
      })
      await (servers[0] as LaunchedServer).end('SIGKILL')
      expect(await answer).toBeNull()
    })
    expect(await stored(id)).toEqual(before)
    expect(await stuck()).toEqual([])
    const other = await at(1, 'approver')
    expect((await complete(other, taskId)).code).toBe(200)
    expect(await stored(id)).toEqual({ rev: before.rev + 1, comments: 1, open: ['leaderApproval'], hasEnded: false })
    await startServer(0)
  })

  test('is followed by the next one if the server is killed after the commit', async () => {
    const id = await request(5)
    const approver = await at(0, 'approver')
    expect((await complete(approver, await taskOf(approver, id))).code).toBe(200)
    await (servers[0] as LaunchedServer).end('SIGKILL')
    expect(await stuck()).toEqual([])
    const head = await at(1, 'head')
    const { records } = await head.get(workClaim.calls.list, { size: 200 })
    const taskId = records.find(({ businessId }) => businessId === id)?.taskId ?? ''
    await head.get(workClaim.calls.claimTask, { taskId })
    expect((await complete(head, taskId)).code).toBe(200)
    expect(await stored(id)).toMatchObject({ open: [], hasEnded: true })
  })
})
