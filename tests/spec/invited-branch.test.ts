import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '#contract/inbox/message.ts'
import { declaration } from '#contract/project/declaration.ts'
import { facilities } from '#contract/project/facilities.ts'
import { user } from '#contract/system/user.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { createEnterprise, type Enterprise, submitAction, userIdOf } from '../support/scenario.ts'

/** An enterprise invites a branch of its operator by name (docs/decisions/0112). */

let platform: Platform
let review: Review
let first: Enterprise
let second: Enterprise
let elsewhere: Enterprise
let other: Enterprise
let id = ''

const branchOf = ({ unitName, organizationCode }: Enterprise) => ({ organizationCode, unitName })
const statusFor = (by: Enterprise) => by.get(declaration.calls.getStatus, { id })
const waitingFor = async (by: Enterprise) =>
  (await by.get(declaration.calls.waiting, { size: 200 })).records.map((row) => row.id)
const invitationsOf = async (by: Enterprise) =>
  (await by.get(messages.list, { size: 50 })).records.filter(({ title }) => title.includes(review.projectName())).length
const invite = (branch?: string) => submitAction(review.company, id, 'invite', branch === undefined ? {} : { branch })

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  const admin = await platform.admin()
  first = review.operator
  second = await createEnterprise(platform, { type: 2, unitName: '中国移动昆山分公司' })
  elsewhere = await createEnterprise(platform, { type: 2, unitName: '中国移动南京分公司' })
  await admin.get(user.calls.update, { id: await userIdOf(admin, elsewhere.account), region: '320100' })
  other = await createEnterprise(platform, { type: 2, unitName: '中国电信苏州分公司' })
  await admin.get(user.calls.update, { id: await userIdOf(admin, other.account), operator: 2 })
})

beforeEach(async () => {
  id = await review.beginDeclaration()
})

describe('the branches that an enterprise may invite', () => {
  test('are those of its operators with an account for the region of the project, and nobody else reads them', async () => {
    const branches = await review.company.get(declaration.calls.branches, { id })
    expect(branches).toEqual(expect.arrayContaining([branchOf(first), branchOf(second)]))
    expect(branches).toHaveLength(2)
    await invite()
    expect((await first.ask(declaration.calls.branches, { id })).status).toBe(403)
    expect((await review.person('city').ask(declaration.calls.branches, { id })).status).toBe(403)
  })

  test.each([
    ['of another region', () => elsewhere],
    ['of an operator that the project does not name', () => other],
    ['that is no operator', () => review.company],
  ])('do not include one %s, which the server refuses', async (_, who) => {
    const answer = await invite(who().organizationCode)
    expect(answer).toMatchObject({ status: 400, faults: [{ at: 'branch' }] })
    expect((await statusFor(review.company)).status).toBe(0)
  })
})

describe('an invitation of one branch', () => {
  test('is for its accounts only: they see it waiting, get the message, fill in the section and confirm', async () => {
    expect((await invite(second.organizationCode)).data).toMatchObject({ status: 5, holderName: second.unitName })
    expect([await waitingFor(second), await waitingFor(first)].map((ids) => ids.includes(id))).toEqual([true, false])
    expect([await invitationsOf(second), await invitationsOf(first)]).toEqual([1, 0])
    expect(await statusFor(second)).toMatchObject({ editable: ['facilities.network'], actions: ['confirm'] })
    expect(await statusFor(first)).toMatchObject({ editable: 'none', actions: [] })
    const { network } = await second.get(facilities.calls.detail, { pid: id })
    const changed = { pid: id, network: { ...(network as object), latencyMs: 9 } } as never
    expect((await first.ask(facilities.calls.save, changed)).status).toBe(403)
    expect((await submitAction(first, id, 'confirm')).status).toBe(403)
    await second.get(facilities.calls.save, changed)
    expect((await submitAction(second, id, 'confirm')).data.status).toBe(0)
  })

  test('without a branch is for every branch of the region, also after one that named a branch was withdrawn', async () => {
    await invite(second.organizationCode)
    await review.performAction('company', 'recall')
    expect((await invite()).data).toMatchObject({ status: 5, holderName: null })
    expect([await waitingFor(second), await waitingFor(first)].map((ids) => ids.includes(id))).toEqual([true, true])
    expect((await submitAction(first, id, 'confirm')).data.status).toBe(0)
  })

  test('is not changed by what the branch or anybody else sends', async () => {
    await invite(second.organizationCode)
    const takeover = { id, action: 'confirm', branch: first.organizationCode, invitedCode: first.organizationCode }
    expect((await first.ask(declaration.calls.submitStatus, takeover as never)).status).toBe(403)
    await review.company.get(declaration.calls.update, { id, invitedCode: first.organizationCode } as never)
    expect((await submitAction(first, id, 'confirm')).status).toBe(403)
  })
})
