import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backgroundJob } from '#contract/job/background-job.ts'
import { decisionProposal } from '#contract/project/decision-proposal.ts'
import { declaration } from '#contract/project/declaration.ts'
import { sql } from '#server/base/database/sql.ts'
import { fewestQueries } from '../support/fewest-queries.ts'
import { jobOf, waitForJob } from '../support/jobs.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { openTable, type Table } from '../support/proposals.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { submitAction } from '../support/scenario.ts'
import { until } from '../support/until.ts'

/** What happens at the same time as a proposal is settled or its decisions are made (docs/decisions/0160). */

const { confirm, sendBack, withdraw, decide, propose } = decisionProposal

let platform: Platform
let review: Review
let table: Table
let ids: string[]

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
})
beforeEach(async () => {
  table = await openTable(platform, review)
  ids = await table.insert(['甲', 90, 91, 92], ['乙', 80, 80, 80], ['丙', 70, 70, 70], ['丁', 60, 60, 60])
})

const office = () => review.person('office')
const second = () => review.person('office2')
const statusesOf = async (...answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted()
const decisionsOn = async (id: string) =>
  (await office().get(declaration.calls.getStatus, { id })).timeline.filter(({ move }) => move.startsWith('decide'))
    .length

/** Runs `work` while somebody else holds a declaration, so that an act waits before it. */
const whileHeld = async (id: string | undefined, work: () => Promise<void>): Promise<void> =>
  platform.db.transaction().execute(async (db) => {
    await sql`select 1 from declaration where id = ${id} for update`.execute(db)
    await work()
  })

/** Until somebody waits for a row that a test holds. */
const untilBlocked = () =>
  until(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(platform.db)
    return rows.length > 0
  })

describe('of two who settle a proposal at the same time', () => {
  test('one withdraws or the other confirms, not both', async () => {
    const id = await table.proposed(office())
    expect(await statusesOf(office().ask(withdraw, { id }), second().ask(confirm, { id }))).toEqual([200, 409])
    const [proposal] = (await table.read(office())).proposals
    const isConfirmed = proposal?.state === 2
    await until(async () => (await table.stages()) === (isConfirmed ? '甲50 乙50 丙80 丁80' : '甲40 乙40 丙40 丁40'))
  })

  test('one sends it back or confirms it, and the same request twice begins one act', async () => {
    const id = await table.proposed(office())
    const answers = await statusesOf(
      second().ask(sendBack, { id, reason: '再议' }),
      second().ask(confirm, { id }),
      second().ask(confirm, { id }),
    )
    expect(answers).toEqual([200, 409, 409])
    const jobs = await sql`select 1 from job_work where input ->> 'call' = 'decisionProposal.decide'
      and input #>> '{input,proposalId}' = ${id}`.execute(platform.db)
    expect(jobs.rows).toHaveLength((await table.read(office())).proposals[0]?.state === 2 ? 1 : 0)
  })
})

describe('while the decisions are made', () => {
  test('a score that is corrected before its turn leaves the member out, and so does a return', async () => {
    const [, held, third = '', fourth = ''] = ids
    const id = await table.proposed(office())
    let job = ''
    await whileHeld(held, async () => {
      job = String((await second().get(confirm, { id })).id)
      await until(async () => (await table.stages()).startsWith('甲50'))
      await review.person('expert2').get(declaration.calls.correctScore, { id: third, score: 75, reason: '漏看附件' })
      expect((await submitAction(office(), fourth, 'decideReturn', remarks('information'))).success).toBe(true)
    })
    expect(await waitForJob(second(), job)).toMatchObject({ message: '评审结论提案：已办 2 件，未办 2 件' })
    expect(await table.stages()).toBe('甲50 乙50 丙40 丁70')
    const { rows } = await second().get(backgroundJob.calls.rowsOutcome, { id: job })
    expect(rows.map((row) => row.title)).toEqual(['丙', '丁'])
  })

  test('its user can stop it after the present member, and the rest stays open', async () => {
    const id = await table.proposed(office())
    let job = ''
    await whileHeld(ids[1], async () => {
      job = String((await second().get(confirm, { id })).id)
      await until(async () => (await table.stages()).startsWith('甲50'))
      // the present member is the second one: an act that has not reached it stops before it
      await untilBlocked()
      await second().get(backgroundJob.calls.cancel, { id: job })
    })
    await until(async () => (await table.stages()) === '甲50 乙50 丙40 丁40')
    expect((await jobOf(second(), job)).state).toBe('cancelled')
    const { proposals, obstacle } = await table.read(office())
    expect(proposals[0]).toMatchObject({ done: 2, isRunning: false })
    expect(proposals[0]?.left.map(({ projectName, msg }) => [projectName, msg])).toEqual([
      ['丙', null],
      ['丁', null],
    ])
    expect(obstacle).toBeNull()
  })

  test('the same member is decided once by two calls', async () => {
    const [first = ''] = ids
    await sql`update declaration set version = 5 where id = ${first}`.execute(platform.db)
    const id = await table.proposed(office())
    await sql`update declaration set version = 6 where id = ${first}`.execute(platform.db)
    await table.confirmed(second(), id)
    await sql`update declaration set version = 5 where id = ${first}`.execute(platform.db)
    const call = { ids: first, proposalId: id }
    // who made the proposal does not finish what the second person has begun
    expect((await office().ask(decide, call)).status).toBe(403)
    expect(await statusesOf(second().ask(decide, call), second().ask(decide, call))).toEqual([200, 409])
    expect(await decisionsOn(first)).toBe(1)
  })
})

test('a proposal can still be sent back when its batch has moved on, and none is made any more', async () => {
  const id = await table.proposed(office())
  await platform.db.updateTable('batch').set({ batchState: 5 }).where('id', '=', table.batchId).execute()
  expect((await office().ask(propose, { batchId: table.batchId, by: 'count', at: 1, versions: '1=1' })).status).toBe(
    409,
  )
  await second().get(sendBack, { id, reason: '批次已进入公示' })
  expect((await table.read(office())).proposals.map(({ state }) => state)).toEqual([4])
})

test('three hundred members are read and proposed by as many queries as four', { timeout: 60_000 }, async () => {
  const measure = async () => {
    const versions = await table.versions(office())
    const withdrawn = async () => {
      const { waiting } = await table.read(office())
      await office().get(withdraw, { id: String(waiting?.id) })
      return waiting?.decisions.length
    }
    const proposing = await fewestQueries(async () => {
      await table.propose(office(), { versions })
      await withdrawn()
    })
    await table.propose(office(), { versions })
    const reading = await fewestQueries(() => table.read(second()))
    return { proposing, reading, decisions: await withdrawn() }
  }
  const few = await measure()
  await table.insert(...Array.from({ length: 296 }, (_, i) => [`项目${i}`, 60, 61, 62 + (i % 30)] as const))
  expect(await measure()).toEqual({ ...few, decisions: 300 })
})
