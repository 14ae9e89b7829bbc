import { beforeAll, beforeEach, expect, test } from 'vitest'
import { messages } from '#contract/inbox/message.ts'
import { backgroundJob } from '#contract/job/background-job.ts'
import { decisionProposal } from '#contract/project/decision-proposal.ts'
import { sql } from '#server/base/database/sql.ts'
import { jobOf } from '../support/jobs.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openTable, type Table } from '../support/proposals.ts'
import { openReview, type Review } from '../support/review.ts'
import { createStaff } from '../support/scenario.ts'
import { until } from '../support/until.ts'

/** Who can confirm a proposal of decisions: another person than who made it, if the template asks for one (docs/decisions/0160). */

const { confirm, sendBack, withdraw, decide } = decisionProposal

let platform: Platform
let review: Review
let table: Table

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
})
beforeEach(async () => {
  await endDeputies()
  table = await openTable(platform, review)
})

const office = () => review.person('office')
const second = () => review.person('office2')
const four = () => table.insert(['甲', 90, 91, 92], ['乙', 80, 80, 80], ['丙', 70, 70, 70], ['丁', 60, 60, 60])
const todos = async (by: Caller) =>
  (await by.get(messages.list, { size: 100 })).records.filter(
    ({ link, kind, isDone }) => kind === 'todo' && !isDone && link === `/project/batch/${table.batchId}/scores`,
  ).length
const endDeputies = () => sql`update deputy set ended_time = now() where ended_time is null`.execute(platform.db)

const beDeputy = (principal: { id: string }, of: { id: string }) =>
  sql`insert into deputy (deputy_user, start_time, end_time, create_user)
    values (${of.id}, now() - interval '1 hour', now() + interval '1 day', ${principal.id})`.execute(platform.db)

test('the second person is not who made the proposal', async () => {
  await four()
  const id = await table.proposed(office())
  expect(await office().ask(confirm, { id })).toMatchObject({
    status: 409,
    msg: '提案须由另一人确认，提出人可以撤回',
  })
  expect(await table.stages()).toBe('甲40 乙40 丙40 丁40')
})

test('the second person is neither their deputy nor their principal, who count as one person', async () => {
  await four()
  const third = await createStaff(platform, 'platform')
  for (const [principal, deputy] of [
    [office(), second()],
    [second(), office()],
  ] as const) {
    await beDeputy(principal, deputy)
    const id = await table.proposed(office())
    for (const call of [confirm, sendBack])
      expect(await second().ask(call, { id, reason: '理由' } as never)).toMatchObject({
        status: 409,
        msg: '您与提案人互为代办人和委托人，视为同一人，须由另一人确认',
      })
    expect([await todos(second()), await todos(third)]).toEqual([0, 1])
    await office().get(withdraw, { id })
    await endDeputies()
  }
  await table.confirmed(third, await table.proposed(office()))
  expect(await table.stages()).toBe('甲50 乙50 丙80 丁80')
  await platform.db.updateTable('user').set({ roleId: [] }).where('id', '=', third.id).execute()
})

test('the second person is one: of two who confirm at the same time the second reads that it is done', async () => {
  await four()
  const third = await createStaff(platform, 'platform')
  const id = await table.proposed(office())
  const answers = await Promise.all([second(), third].map((by) => by.ask(confirm, { id })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.msg).toBe('该提案已经确认，无需再办理')
  await until(async () => (await table.stages()) === '甲50 乙50 丙80 丁80')
  const steps = await platform.db
    .selectFrom('declarationMove')
    .innerJoin('declaration', 'declaration.id', 'declarationMove.pid')
    .select('declarationMove.id')
    .where('templateId', '=', table.templateId)
    .where('move', 'in', ['decideApprove', 'decideReject'])
    .execute()
  expect(steps).toHaveLength(4)
  await platform.db.updateTable('user').set({ roleId: [] }).where('id', '=', third.id).execute()
})

test('the second person is not needed where the template does not ask for one: who proposes confirms', async () => {
  table = await openTable(platform, review, 0)
  await four()
  const id = await table.proposed(office())
  expect((await table.read(office())).waiting?.refusal).toBeNull()
  expect(await todos(second())).toBe(0)
  const [, , , last = ''] = (await table.read(office())).waiting?.decisions.map((row) => row.id) ?? []
  await sql`update declaration set version = coalesce(version, 0) + 1 where id = ${last}`.execute(platform.db)
  await table.confirmed(office(), id)
  expect(await table.stages()).toBe('甲50 乙50 丙80 丁40')
  // what one person has confirmed is not made once the template asks for two
  await sql`update declaration set version = version - 1 where id = ${last}`.execute(platform.db)
  await platform.db.updateTable('template').set({ decidedByTwo: 1 }).where('id', '=', table.templateId).execute()
  expect(await office().ask(decide, { ids: last, proposalId: id })).toMatchObject({
    status: 409,
    msg: '申报模板已改为须经另一人确认，请重新提出提案',
  })
})

test('the second person may lose the right while the act runs: the rest stays open and named, and goes on with the right', async () => {
  const ids = await four()
  const id = await table.proposed(office())
  const roles = await platform.db
    .selectFrom('user')
    .select('roleId')
    .where('id', '=', second().id)
    .executeTakeFirstOrThrow()
  const setRoles = (roleId: string[] | null) =>
    platform.db.updateTable('user').set({ roleId }).where('id', '=', second().id).execute()
  let job = ''
  await platform.db.transaction().execute(async (db) => {
    await sql`select 1 from declaration where id = ${ids[1]} for update`.execute(db)
    job = String((await second().get(confirm, { id })).id)
    await until(async () => (await table.stages()).startsWith('甲50'))
    expect((await table.read(office())).obstacle).toBe('正在按已确认的提案作出评审结论，请等待完成或先停止')
    await setRoles([])
  })
  await until(async () => !(await table.read(office())).proposals[0]?.isRunning)
  await setRoles(roles.roleId)
  expect((await jobOf(second(), job)).message).toBe('您已没有此项办理权限，批量办理已停止')
  const { left = [] } = (await table.read(office())).proposals[0] ?? {}
  expect(left.map(({ projectName }) => projectName)).toContain('丁')
  await second().get(backgroundJob.calls.retry, { id: job })
  await until(async () => (await table.stages()) === '甲50 乙50 丙80 丁80')
})
