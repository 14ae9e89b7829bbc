import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '#contract/inbox/message.ts'
import { batchScores } from '#contract/project/batch-scores.ts'
import { decisionProposal } from '#contract/project/decision-proposal.ts'
import { declaration } from '#contract/project/declaration.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openTable, type Table } from '../support/proposals.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { submitAction } from '../support/scenario.ts'

/** Decisions from the table of a batch: one person proposes, another one confirms, an act makes them (docs/decisions/0160). */

const { confirm, sendBack, withdraw, decide } = decisionProposal

let platform: Platform
let review: Review
let table: Table

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
})
beforeEach(async () => {
  table = await openTable(platform, review)
})

const office = () => review.person('office')
const second = () => review.person('office2')
const four = () => table.insert(['甲', 90, 91, 92], ['乙', 80, 80, 80], ['丙', 70, 70, 70], ['丁', 60, 60, 60])
const todos = async (by: Caller) =>
  (await by.get(messages.list, { size: 100 })).records.filter(
    ({ link, kind, isDone }) => kind === 'todo' && !isDone && link === `/project/batch/${table.batchId}/scores`,
  ).length

describe('a proposal', () => {
  test('approves what is above the line, rejects the others, and turns exceptions round with their reasons', async () => {
    const [first, , third] = await four()
    await table.insert(['戊', 99, 99, null])
    const exceptions = [
      { declarationId: first, reason: '存在安全事故' },
      { declarationId: third, reason: '填补行业空白' },
    ]
    const id = await table.proposed(office(), { exceptions, minimum: 50 })
    const { waiting, proposals, needsSecond } = await table.read(second())
    expect(needsSecond).toBe(true)
    expect(proposals).toMatchObject([
      {
        ...{ id, state: 1, approved: 2, rejected: 2, done: 0, isRunning: false, comment: '未达到本批次入选要求。' },
        line: { by: 'count', at: 2, minimum: 50 },
        exceptions: [
          { projectName: '甲', isApproved: false, reason: '存在安全事故' },
          { projectName: '丙', isApproved: true, reason: '填补行业空白' },
        ],
        ...{ proposedBy: 'platform', settledBy: null, left: [] },
      },
    ])
    expect(waiting).toMatchObject({ id, canWithdraw: false, refusal: null, confirmers: ['platform'] })
    expect(waiting?.decisions).toHaveLength(4)
    expect(await table.stages()).toBe('甲40 乙40 丙40 丁40 戊40')
    const own = (await table.read(office())).waiting
    expect([own?.canWithdraw, own?.refusal]).toEqual([true, '提案须由另一人确认，提出人可以撤回'])
  })

  test('is confirmed by another person, whose act decides on each member as alone; both are told', async () => {
    const [first = '', , third = ''] = await four()
    const id = await table.proposed(office())
    expect([await todos(second()), await todos(office())]).toEqual([1, 0])
    const job = await table.confirmed(second(), id)
    expect(job).toMatchObject({ state: 'done', message: '评审结论提案：已办 4 件，未办 0 件' })
    expect(await table.stages()).toBe('甲50 乙50 丙80 丁80')
    const { timeline } = await office().get(declaration.calls.getStatus, { id: third })
    expect(timeline.at(-1)).toMatchObject({ move: 'decideReject', comment: '未达到本批次入选要求。', isBulk: true })
    const approval = (await office().get(declaration.calls.getStatus, { id: first })).timeline.at(-1)
    expect(approval).toMatchObject({ move: 'decideApprove', comment: null })
    expect(await todos(second())).toBe(0)
    const told = (await office().get(messages.list, { size: 50 })).records.map(({ title }) => title)
    expect(told.some((title) => title.includes('评审结论提案已确认'))).toBe(true)
    const { waiting, proposals, obstacle } = await table.read(office())
    expect([waiting, obstacle]).toEqual([null, null])
    expect(proposals).toMatchObject([{ state: 2, settledBy: 'platform', done: 4, isRunning: false, left: [] }])
  })

  test('leaves out and names what has changed since: a corrected score, a return, another step', async () => {
    const [first = '', second_ = '', third = ''] = await four()
    const id = await table.proposed(office())
    const correction = { id: first, score: 95, reason: '漏看附件' }
    await review.person('expert1').get(declaration.calls.correctScore, correction)
    await sql`update declaration set declare_status = 70, returned_from = 40 where id = ${second_}`.execute(platform.db)
    await sql`update declaration set version = coalesce(version, 0) + 1 where id = ${third}`.execute(platform.db)
    const { waiting } = await table.read(second())
    const { members } = await second().get(batchScores.read, { batchId: table.batchId })
    const isChanged = (one: string) =>
      members.find((member) => member.id === one)?.version !== waiting?.decisions.find((row) => row.id === one)?.version
    expect([isChanged(first), isChanged(third)]).toEqual([true, true])
    const job = await table.confirmed(second(), id)
    expect(job.message).toBe('评审结论提案：已办 1 件，未办 3 件')
    expect(await table.stages()).toBe('甲40 乙70 丙40 丁80')
    const changed = '提案后评分或办理情况有变化，未按提案作出结论'
    const { proposals } = await table.read(office())
    expect(proposals[0]?.left.map(({ projectName, msg }) => [projectName, msg])).toEqual([
      ['甲', changed],
      ['乙', '该申报目前处于“退回修改”，不能执行此操作，请刷新后再试'],
      ['丙', changed],
    ])
    // what was left out is decided by the next proposal
    await table.confirmed(second(), await table.proposed(office(), { by: 'value', at: 80 }))
    expect(await table.stages()).toBe('甲50 乙70 丙80 丁80')
  })

  test('needs a line, a batch under review, reasons, and what its caller has seen', async () => {
    const [first = ''] = await four()
    const incomplete = (await table.insert(['戊', 99, 99, null]))[0]
    const refused = async (input: object) => {
      const { status, msg, faults } = await table.propose(office(), input)
      return [status, faults?.[0]?.at ?? msg]
    }
    expect(await refused({ by: undefined })).toEqual([400, 'by'])
    expect(await refused({ comment: ' ' })).toEqual([400, 'comment'])
    expect(await refused({ exceptions: [{ declarationId: first }] })).toEqual([400, 'exceptions.0.reason'])
    for (const declarationId of [incomplete, '123'])
      expect(await refused({ exceptions: [{ declarationId, reason: '理由' }] })).toEqual([
        400,
        'exceptions.0.declarationId',
      ])
    const stale = [409, '评分或办理情况在您查看后有变化，请刷新后再提交']
    const seen = await table.versions(office())
    await table.insert(['己', 50, 50, 50])
    expect(await refused({ versions: seen })).toEqual(stale)
    expect(await refused({ versions: `${first}=1` })).toEqual(stale)
    await platform.db.updateTable('batch').set({ batchState: 3 }).where('id', '=', table.batchId).execute()
    expect(await refused({})).toEqual([409, '批次处于“截止”，进入“评审”后才能提出评审结论提案'])
    expect((await table.read(office())).proposals).toEqual([])
  })

  test('of nothing is refused, and there is one of a batch at a time', async () => {
    await table.insert(['戊', 99, 99, null])
    expect(await table.propose(office())).toMatchObject({
      status: 400,
      msg: '没有评分完整且待作出评审结论的申报，不能提出提案',
    })
    await four()
    const answers = await Promise.all([table.propose(office()), table.propose(second())])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await table.read(office())).obstacle).toBe('本批次已有待确认的提案，请先确认、退回或撤回')
  })

  test('is withdrawn by who made it, or sent back with a reason; then another one can be made', async () => {
    await four()
    const id = await table.proposed(office())
    expect(await second().ask(withdraw, { id })).toMatchObject({ status: 403, msg: '提案只能由提出人撤回' })
    await office().get(withdraw, { id })
    expect(await second().ask(confirm, { id })).toMatchObject({ status: 409, msg: '该提案已被撤回' })
    expect(await todos(second())).toBe(0)
    const next = await table.proposed(second())
    expect((await second().ask(sendBack, { id: next, reason: '先退回' })).status).toBe(409)
    expect((await office().ask(sendBack, { id: next, reason: '' })).faults?.[0]?.at).toBe('reason')
    await office().get(sendBack, { id: next, reason: '丙项目须再议' })
    expect((await office().ask(confirm, { id: next })).msg).toBe('该提案已被退回')
    const { proposals, obstacle } = await table.read(second())
    expect(obstacle).toBeNull()
    expect(proposals.map(({ state, settleReason }) => [state, settleReason])).toEqual([
      [4, '丙项目须再议'],
      [3, null],
    ])
    expect(await table.stages()).toBe('甲40 乙40 丙40 丁40')
  })
})

describe('the call of each row', () => {
  test('decides nothing that is not confirmed, is not proposed, or is proposed anew', async () => {
    const [first = '', , third = ''] = await four()
    const id = await table.proposed(office())
    expect((await second().ask(decide, { ids: first, proposalId: id })).status).toBe(404)
    await sql`update declaration set version = coalesce(version, 0) + 1 where id = ${third}`.execute(platform.db)
    await table.confirmed(second(), id)
    expect((await second().ask(decide, { ids: '123', proposalId: id })).status).toBe(404)
    expect((await second().ask(decide, { ids: first, proposalId: id })).status).toBe(409)
    await sql`update declaration set version = version - 1 where id = ${third}`.execute(platform.db)
    await table.proposed(office(), { at: 3 })
    expect(await second().ask(decide, { ids: third, proposalId: id })).toMatchObject({
      status: 409,
      msg: '本批次已提出新的提案，不再按原提案办理',
    })
  })

  test('changes nothing of a single return', async () => {
    const [first = ''] = await four()
    await table.proposed(office())
    expect((await submitAction(office(), first, 'decideReturn', remarks('information'))).success).toBe(true)
    expect(await table.stages()).toBe('甲70 乙40 丙40 丁40')
  })
})

describe('who reads and confirms', () => {
  test('the experts of a decided member read the scores of their colleagues once its batch is announced', async () => {
    const [first = ''] = await four()
    await table.confirmed(second(), await table.proposed(office()))
    const scoresSeen = async () =>
      (await review.person('expert1').get(declaration.calls.getStatus, { id: first })).timeline.filter(
        ({ move }) => move === 'score',
      ).length
    expect(await scoresSeen()).toBe(1)
    await platform.db.updateTable('batch').set({ batchState: 5 }).where('id', '=', table.batchId).execute()
    expect(await scoresSeen()).toBe(3)
  })

  test('who was the deputy of the proposer when they proposed is no second person, whatever ends since', async () => {
    await four()
    await sql`insert into deputy (deputy_user, start_time, end_time, create_user) values (${second().id}, now() - interval '1 hour',
      now() + interval '1 day', ${office().id})`.execute(platform.db)
    const id = await table.proposed(office())
    await sql`update deputy set ended_time = now()`.execute(platform.db)
    const refused = await second().ask(confirm, { id })
    expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('视为同一人')])
    await office().get(withdraw, { id })
  })
})
