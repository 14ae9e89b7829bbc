import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '#contract/inbox/message.ts'
import { languageHeader } from '#contract/language-header.ts'
import { batch } from '#contract/project/batch.ts'
import { decisionProposal } from '#contract/project/decision-proposal.ts'
import { declaration } from '#contract/project/declaration.ts'
import { dataScope } from '#contract/system/data-scope.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openTable, type Table } from '../support/proposals.ts'
import { openReview, type Review } from '../support/review.ts'
import { createStaff } from '../support/scenario.ts'
import { createTenant } from '../support/tenants.ts'

/** Who reads a proposal of decisions is who reads scores before the decision; nobody else notices it (docs/decisions/0160). */

const { read, propose, confirm, sendBack, withdraw, decide } = decisionProposal

let platform: Platform
let review: Review
let table: Table

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  review = await openReview(platform)
})
beforeEach(async () => {
  table = await openTable(platform, review)
})

const office = () => review.person('office')
const exceptionWord = '填补行业空白的例外'
const members = async () => {
  const ids = await table.insert(['甲', 90, 90, 90], ['乙', 80, 80, 80], ['丙', 70, 70, 70])
  return { ids, exceptions: [{ declarationId: ids[2], reason: exceptionWord }] }
}

/** What a caller gets from every call of proposals. */
const answersOf = async (caller: Caller, proposalId: string, id: string) => {
  const { batchId } = table
  const line = { batchId, by: 'count', at: 1, versions: `${id}=1` } as const
  return [
    await caller.ask(read, { batchId }),
    await caller.ask(propose, line),
    await caller.ask(confirm, { id: proposalId }),
    await caller.ask(sendBack, { id: proposalId, reason: '理由' }),
    await caller.ask(withdraw, { id: proposalId }),
    await caller.ask(decide, { ids: id, proposalId }),
  ]
}

describe('who may not read scores before the decision', () => {
  test('gets no call of proposals, and no message', async () => {
    const { ids, exceptions } = await members()
    const proposalId = await table.proposed(office(), { exceptions })
    const callers: readonly Caller[] = [
      ...['city', 'miit', 'ca', 'expert1', 'expert2'].map((name) => review.person(name)),
      ...[review.company, review.operator, platform.visitor],
    ]
    for (const caller of callers) {
      const answers = await answersOf(caller, proposalId, String(ids[0]))
      expect(answers.map(({ status, data }) => [[401, 403].includes(status), data ?? null])).toEqual(
        answers.map(() => [true, null]),
      )
    }
    for (const caller of callers.slice(0, -1)) {
      const { records } = await caller.get(messages.list, { size: 50 })
      expect(records.filter(({ link }) => link?.includes(table.batchId))).toEqual([])
    }
    expect(await table.stages()).toBe('甲40 乙40 丙40')
  })

  test('does not find it in another tenant', async () => {
    const { ids } = await members()
    const proposalId = await table.proposed(office())
    const tenant = await createTenant(platform)
    const answers = await answersOf(tenant.admin, proposalId, String(ids[0]))
    expect(answers.map(({ success }) => success)).toEqual(answers.map(() => false))
    expect((await table.read(office())).waiting?.id).toBe(proposalId)
  })

  test('notices nothing of it in lists, details, exports, histories or the batch', async () => {
    const { ids, exceptions } = await members()
    const look = async (caller: Caller) =>
      JSON.stringify(
        await Promise.all([
          caller.ask(declaration.calls.page, { size: 200 }).then(({ body }) => body),
          caller.ask(declaration.calls.getStatus, { id: String(ids[0]) }).then(({ body }) => body),
          caller.ask(declaration.calls.detail, { id: String(ids[0]) }).then(({ body }) => body),
          caller.ask(batch.calls.detail, { id: table.batchId }).then(({ body }) => body),
          caller.ask(batch.calls.page, {}).then(({ body }) => body),
          caller.ask(messages.list, { size: 50 }).then(({ body }) => body),
          caller.raw('GET', '/api/caict-porject/ProjectInformation/export?format=csv').then((sheet) => sheet.text()),
        ]),
      )
    const callers = ['city', 'miit', 'ca', 'expert1'].map((name) => review.person(name))
    const before = await Promise.all([...callers, review.company, review.operator].map(look))
    const id = await table.proposed(office(), { exceptions })
    expect(await Promise.all([...callers, review.company, review.operator].map(look))).toEqual(before)
    await review.person('office2').get(sendBack, { id, reason: '再议' })
    expect(await Promise.all([...callers, review.company, review.operator].map(look))).toEqual(before)
  })

  test('reads in the audit and in the log of calls that there was one, not what it decides', async () => {
    const { exceptions } = await members()
    const id = await table.proposed(office(), { exceptions })
    await review.person('office2').get(sendBack, { id, reason: exceptionWord })
    const audits = await platform.db
      .selectFrom('audit')
      .selectAll()
      .where('rowId', '=', table.batchId)
      .orderBy('id')
      .execute()
    const own = audits.filter(({ verb }) => String(verb).includes('ecisions'))
    expect(own.map(({ verb, after }) => [verb, after])).toEqual([
      ['proposeDecisions', { count: 3 }],
      ['sendDecisionsBack', null],
    ])
    await expect
      .poll(async () => {
        const calls = await platform.db.selectFrom('logApi').selectAll().execute()
        const logged = calls.filter(({ requestUri }) => requestUri?.includes('decision-proposal/send-back'))
        return [logged.length > 0, JSON.stringify(calls).includes(exceptionWord)]
      })
      .toEqual([true, false])
  })
})

describe('a decider whose data scopes do not contain all members', () => {
  test('reads the decisions on those that they contain, and neither proposes nor confirms', async () => {
    const { exceptions } = await members()
    const id = await table.proposed(office(), { exceptions })
    const admin = await platform.admin()
    const { records } = await admin.get(dataScope.calls.list, { scopeName: '全部申报' })
    const set = (columns: object) =>
      platform.db.updateTable('dataScope').set(columns).where('id', '=', String(records[0]?.id)).execute()
    await set({ scopeType: 5, scopeValue: 'projectName_equal=%E7%94%B2', scopeColumn: '' })
    try {
      const decider = await createStaff(platform, 'platform')
      const { proposals, waiting } = await table.read(decider)
      expect(proposals).toMatchObject([{ approved: 1, rejected: 0, exceptions: [] }])
      expect([waiting?.decisions.length, waiting?.confirmers]).toEqual([1, ['管理员']])
      const notAll = '您的数据权限不包含本批次的全部成员，不能提出或确认提案'
      expect(waiting?.refusal).toBe(notAll)
      expect(await decider.ask(confirm, { id })).toMatchObject({ status: 403, msg: notAll })
      await office().get(withdraw, { id })
      expect((await table.propose(decider)).msg).toBe(notAll)
    } finally {
      await set({ scopeType: 1, scopeValue: null })
    }
  })

  test('reads refusals in their language', async () => {
    await members()
    const id = await table.proposed(office())
    const answer = await office().ask(confirm, { id }, { [languageHeader]: 'en' })
    expect(answer.msg).toBe('Somebody else confirms your proposal; you can withdraw it')
  })
})
