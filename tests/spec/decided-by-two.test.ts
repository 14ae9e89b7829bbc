import { beforeAll, describe, expect, test } from 'vitest'
import { batch } from '#contract/project/batch.ts'
import { batchScores } from '#contract/project/batch-scores.ts'
import { decisionProposal } from '#contract/project/decision-proposal.ts'
import { declaration } from '#contract/project/declaration.ts'
import { matters } from '#contract/project/matter.ts'
import { template } from '#contract/project/template.ts'
import { versionsText } from '#contract/row-results.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { workWaiting } from '#contract/work/work-waiting.ts'
import { addBatch } from '../support/batches.ts'
import { waitForJob } from '../support/jobs.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { bringTo, reviewTasks } from '../support/review-tasks.ts'
import { submitAction } from '../support/scenario.ts'

/** Where a template asks for two persons, nobody decides on a member alone, whichever way they take (docs/decisions/0160). */

let platform: Platform
let review: Review
let tasks: ReturnType<typeof reviewTasks>
let batchId: string

const office = () => review.person('office')
const byProposal = '评审结论须在批次的“评审汇总”中提出提案，经另一人确认后作出，不能单独办理'
const setTemplate = (decidedByTwo: 0 | 1 | null) =>
  platform.db.updateTable('template').set({ decidedByTwo }).where('id', '=', review.windowId).execute()
const stage = async () => (await review.status()).status

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  tasks = reviewTasks(platform, review)
})

/** A declaration in the expert review with all its scores. */
const scored = async () => {
  await review.beginDeclaration()
  await bringTo(review, 40)
  await review.assignAndScore()
}

test('new templates ask for two, unless they say otherwise; without batches there is no table, so one person decides', async () => {
  const admin = await platform.admin()
  const {
    id,
    createTime: _,
    updateTime: __,
    ...values
  } = await admin.get(template.calls.detail, { id: review.windowId })
  const { decidedByTwo: ___, ...unsaid } = values
  const saved = await admin.get(template.calls.save, { ...unsaid, templateName: '新模板', enabled: 0 } as never)
  expect((await admin.get(template.calls.detail, { id: saved.id })).decidedByTwo).toBe(1)
  expect([values.decidedByTwo, id]).toEqual([0, review.windowId])
  await setTemplate(1)
  await scored()
  await review.performAction('office', 'decideApprove')
  expect(await stage()).toBe(50)
})

/** What the lists of tasks and the desk of the office say of it: whether its decision is made together with those on others. */
const marks = async () => {
  const { records: tasks } = await office().get(workWaiting.calls.list, { size: 100 })
  const { records } = await office().get(matters.list)
  return [
    ...tasks.filter((row) => row.businessId === review.id()).map((row) => [row.waitsFor, row.isDecidedTogether]),
    ...records.filter((row) => row.id === review.id()).map((row) => row.isDecidedTogether),
  ]
}

describe.sequential('a member of a batch', () => {
  test('is neither approved nor rejected singly: not on its page, by submitStatus, complete-task or handleMany', async () => {
    batchId = await addBatch(office(), review.windowId)
    await office().get(batch.calls.open, { id: batchId })
    await review.beginDeclaration()
    await bringTo(review, 40)
    // experts are assigned from the page
    expect(await marks()).toEqual([[null, 0], false])
    await review.assignAndScore()
    const { obstacles, actions, version, isDecidedByTable } = await office().get(declaration.calls.getStatus, {
      id: review.id(),
    })
    expect(actions).toEqual(expect.arrayContaining(['decideApprove', 'decideReturn', 'decideReject']))
    expect(obstacles).toEqual(['decideApprove', 'decideReject'].map((action) => ({ action, reason: byProposal })))
    expect(isDecidedByTable).toBe(true)
    const ofOthers = [review.company, review.person('expert1'), review.person('city')]
    for (const other of ofOthers)
      expect((await other.get(declaration.calls.getStatus, { id: review.id() })).isDecidedByTable).toBe(false)
    for (const action of ['decideApprove', 'decideReject', 'approve', 'reject'])
      expect(await submitAction(office(), review.id(), action, { comment: '理由' })).toMatchObject({
        status: 400,
        msg: byProposal,
      })
    for (const [action, flag] of [
      ['decideApprove', 'ok'],
      ['decideReject', ''],
    ] as const)
      expect(
        await tasks.complete('office', 'decide', { action, isProposed: true }, { flag, comment: '理由' }),
      ).toMatchObject({ status: 400, msg: byProposal })
    const rows = versionsText([{ id: review.id(), version }])
    expect(
      await office().ask(declaration.calls.handleMany, { ids: review.id(), action: 'approve', versions: rows }),
    ).toMatchObject({ status: 400, msg: byProposal })
    expect(await stage()).toBe(40)
  })

  test('is marked in the lists and on the desk once its scores are complete, as nobody decides on it there', async () => {
    expect(await marks()).toEqual([[null, 1], true])
    await setTemplate(0)
    expect(await marks()).toEqual([[null, 0], false])
    await setTemplate(1)
  })

  test('is returned singly, as before', async () => {
    await review.performAction('office', 'decideReturn', remarks('information.projectName'))
    expect(await stage()).toBe(70)
  })

  test('is decided by two persons with its process, and its task ends', async () => {
    await scored()
    await platform.db.updateTable('batch').set({ batchState: 4 }).where('id', '=', batchId).execute()
    const versions = versionsText((await office().get(batchScores.read, { batchId })).members)
    const input = { batchId, by: 'count', at: 1, versions } as const
    expect(await office().ask(decisionProposal.propose, input)).toMatchObject({ success: true })
    const { waiting } = await office().get(decisionProposal.read, { batchId })
    const second = review.person('office2')
    const { id } = await second.get(decisionProposal.confirm, { id: String(waiting?.id) })
    expect((await waitForJob(second, String(id))).message).toContain('已办 1 件')
    expect(await stage()).toBe(50)
    const { records } = await office().get(workTodo.calls.list, { size: 100 })
    expect(records.filter((row) => row.businessId === review.id() && row.taskDefinitionKey === 'decide')).toEqual([])
  })

  test('waits for a batch if it came too late for one, also where nobody else waits', async () => {
    await scored()
    await platform.db
      .updateTable('declaration')
      .set({ batchId: null, batchSince: null })
      .where('id', '=', review.id())
      .execute()
    expect((await submitAction(office(), review.id(), 'decideApprove')).msg).toBe(
      '该申报列入批次后，方可在批次的“评审汇总”中提出评审结论提案，不能单独办理',
    )
  })

  test('of a template of before is decided on by one person', async () => {
    for (const value of [0, null] as const) {
      await scored()
      await setTemplate(value)
      await review.performAction('office', 'decideApprove')
      expect(await stage()).toBe(50)
    }
  })
})
