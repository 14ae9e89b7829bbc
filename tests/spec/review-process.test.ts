import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { flowFollow } from '#contract/flow/flow-follow.ts'
import { flowProcess } from '#contract/flow/flow-process.ts'
import { declaration } from '#contract/project/declaration.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { bringTo, completeTask, must, type ReviewTasks, reviewTasks, storedReview } from '../support/review-tasks.ts'
import { submitAction } from '../support/scenario.ts'

/** A declaration through its review: the calls of the declaration and those of tasks are two doors to one process. */

let platform: Platform
let review: Review
let tasks: ReviewTasks

const three = ['expert1', 'expert2', 'expert3'] as const
const experts = () => three.map((name) => review.person(name).id).join(',')
const forOffices = (...tasksOfOne: string[]) => ({ office: tasksOfOne, office2: tasksOfOne })

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  tasks = reviewTasks(platform, review)
})

beforeEach(async () => {
  await review.beginDeclaration()
})

describe('a review through tasks', () => {
  test('leads to the library, one step by each door', async () => {
    await review.performAction('company', 'submit')
    await tasks.expectTasks(10, { city: ['claim accept'] })
    await must(tasks.complete('city', 'accept', { action: 'claim' }))
    await tasks.expectTasks(20, { city: ['todo cityReview'] })
    await review.performAction('city', 'cityApprove')
    await tasks.expectTasks(30, { miit: ['claim provinceReview'], ca: ['claim provinceReview'] })
    await must(tasks.complete('miit', 'provinceReview', { action: 'provinceApprove' }))
    await tasks.expectTasks(30, { ca: ['claim provinceReview'] })
    await review.performAction('ca', 'provinceApprove')
    await tasks.expectTasks(40, forOffices('claim decide'))
    await must(tasks.complete('office', 'decide', { action: 'assign', experts: experts() }))
    const toScore = { expert1: ['todo score'], expert2: ['todo score'], expert3: ['todo score'] }
    await tasks.expectTasks(40, { ...forOffices('claim decide'), ...toScore })
    await must(tasks.complete('expert2', 'score', { action: 'score', conflict: 0, score: 90 }))
    await tasks.expectTasks(40, { ...forOffices('claim decide'), expert1: ['todo score'], expert3: ['todo score'] })
    await review.performAction('expert1', 'score', { conflict: 0, score: 80 })
    await must(tasks.complete('expert3', 'score', { action: 'score', conflict: 0, score: 70 }))
    await must(tasks.complete('office2', 'decide', { action: 'decideApprove' }))
    await tasks.expectTasks(50, forOffices('claim notice'))
    await must(tasks.complete('office', 'notice', { action: 'publish' }))
    await tasks.expectTasks(60)
    const scores = await platform.db
      .selectFrom('declarationMove')
      .select('score')
      .where('pid', '=', review.id())
      .execute()
    expect(scores.map(({ score }) => score).filter(Boolean)).toEqual([90, 80, 70])
  })

  test('a task given up by the other door is not done twice', async () => {
    await bringTo(review, 20)
    const task = await tasks.taskOf('city', 'cityReview')
    await review.performAction('city', 'cityApprove')
    const answer = await completeTask(review.person('city'), { ...task, variables: { action: 'cityApprove' } })
    expect(answer.code).toBe(409)
    await tasks.expectTasks(30, { miit: ['claim provinceReview'], ca: ['claim provinceReview'] })
  })

  test('keeps opinion and decision in the history', async () => {
    await bringTo(review, 20)
    await must(
      tasks.complete('city', 'cityReview', { action: 'cityApprove', internal: '复核过' }, { comment: '材料齐全' }),
    )
    const processInstanceId = await tasks.instanceId()
    const steps = await review.person('office').get(flowProcess.historyFlowList, { processInstanceId })
    expect(steps.find(({ historyActivityId }) => historyActivityId === 'cityReview')).toMatchObject({
      ...{ comment: '材料齐全', flag: 'ok', assignee: review.person('city').id, assigneeName: 'city' },
    })
    const { timeline } = await review.person('city').get(declaration.calls.getStatus, { id: review.id() })
    expect(timeline.at(-1)).toMatchObject({ comment: '材料齐全', internal: '复核过' })
  })
})

describe('both offices of the province', () => {
  test('are needed, and each has its own task', async () => {
    await bringTo(review, 30)
    await tasks.claim('ca', 'provinceReview')
    const { taskId } = await tasks.taskOf('ca', 'provinceReview')
    expect((await review.person('miit').ask(workClaim.calls.claimTask, { taskId })).code).toBe(403)
    await must(tasks.complete('ca', 'provinceReview'))
    await tasks.expectTasks(30, { miit: ['claim provinceReview'] })
    expect((await submitAction(review.person('ca'), review.id(), 'provinceApprove')).code).toBe(409)
    await must(tasks.complete('miit', 'provinceReview'))
    await tasks.expectTasks(40, forOffices('claim decide'))
  })

  test('approve again after a return by one of them, which voids the approval of the other', async () => {
    await bringTo(review, 30)
    await must(tasks.complete('miit', 'provinceReview'))
    const back = { action: 'provinceReturn', ...remarks('information.projectName') }
    await must(tasks.complete('ca', 'provinceReview', back, { flag: 'no' }))
    await tasks.expectTasks(70)
    await review.performAction('company', 'submit')
    await tasks.expectTasks(30, { miit: ['claim provinceReview'], ca: ['claim provinceReview'] })
  })

  test('keep their own tasks when one is given to a person of the other office', async () => {
    await bringTo(review, 30)
    const { taskId } = await tasks.taskOf('ca', 'provinceReview')
    const admin = await platform.admin()
    const to = { taskId, userId: review.person('miit').id, reason: '人员调整' }
    await admin.get(flowFollow.calls.reassignTask, to)
    await review.performAction('miit', 'provinceApprove')
    expect((await storedReview(platform.db, review.id())).openKeys).toEqual(['provinceReview'])
    await review.performAction('ca', 'provinceApprove')
    await tasks.expectTasks(40, forOffices('claim decide'))
  })
})

test('the acceptance cannot be given to the declarant, who may only withdraw', async () => {
  await review.performAction('company', 'submit')
  const { taskId } = await tasks.taskOf('city', 'accept')
  const [started] = await run<{ userId: string }>(
    platform.db,
    sql`select start_user::text as "userId" from flow_instance where business_id = ${review.id()} and end_time is null`,
  )
  const admin = await platform.admin()
  const input = { taskId, userId: String(started?.userId), reason: '人员调整' }
  const { faults } = await admin.ask(flowFollow.calls.reassignTask, input)
  expect(faults).toEqual([{ at: 'userId', msg: expect.stringContaining('没有办理此任务的权限') }])
})

test('the declaration names the officer who has its task, and nobody once it is put back', async () => {
  await bringTo(review, 20)
  const city = review.person('city')
  const officer = async () => (await city.get(declaration.calls.getStatus, { id: review.id() })).officer
  const name = await officer()
  expect(name).toBeTruthy()
  const { taskId } = await tasks.taskOf('city', 'cityReview')
  await city.get(workClaim.calls.unclaimTask, { taskId, reason: '出差' })
  expect(await officer()).toBeNull()
  await city.get(workClaim.calls.claimTask, { taskId })
  expect(await officer()).toBe(name)
})

describe('experts', () => {
  test('score only their own task', async () => {
    await bringTo(review, 40)
    await review.performAction('office', 'assign', { experts: experts() })
    const { taskId } = await tasks.taskOf('expert1', 'score')
    const input = { taskId, variables: { action: 'score', conflict: 0, score: 60 } }
    expect((await completeTask(review.person('expert2'), input)).code).toBe(403)
    expect((await completeTask(review.person('office'), input)).code).toBe(403)
    await must(tasks.complete('expert2', 'score', { action: 'score', conflict: 0, score: 61 }))
    await tasks.expectTasks(40, { ...forOffices('claim decide'), expert1: ['todo score'], expert3: ['todo score'] })
  })

  test('with a conflict of interest give no score, and a decision needs three', async () => {
    await bringTo(review, 40)
    await review.performAction('office', 'assign', { experts: experts() })
    await must(tasks.complete('expert1', 'score', { action: 'score', conflict: 1 }))
    await must(tasks.complete('expert2', 'score', { action: 'score', conflict: 0, score: 61 }))
    await must(tasks.complete('expert3', 'score', { action: 'score', conflict: 0, score: 62 }))
    const answer = await tasks.complete('office', 'decide', { action: 'decideApprove' })
    expect([answer.code, answer.msg]).toEqual([400, expect.stringContaining('目前 2 份')])
    await tasks.expectTasks(40, { office: ['todo decide'] })
  })

  test('score again after a return, which leads back to their review', async () => {
    await bringTo(review, 40)
    await review.assignAndScore()
    const back = { action: 'decideReturn', ...remarks('contact.leaderName') }
    await must(tasks.complete('office', 'decide', back, { flag: 'no' }))
    await tasks.expectTasks(70)
    await review.performAction('company', 'submit')
    const toScore = { expert1: ['todo score'], expert2: ['todo score'], expert3: ['todo score'] }
    await tasks.expectTasks(40, { ...forOffices('claim decide'), ...toScore })
  })
})

describe('a declaration', () => {
  test('that the city returns comes back to the officer who returned it', async () => {
    await bringTo(review, 20)
    const back = { action: 'cityReturn', ...remarks('information.projectName') }
    await must(tasks.complete('city', 'cityReview', back, { flag: 'no', comment: '请更正' }))
    await tasks.expectTasks(70)
    expect((await review.status()).remarks.map(({ at }) => at)).toEqual(['information.projectName'])
    await review.performAction('company', 'submit')
    await tasks.expectTasks(20, { city: ['todo cityReview'] })
  })

  test('is listed after its objection was dismissed, and not while it is open', async () => {
    await bringTo(review, 50)
    await review.performAction('miit', 'object', { comment: '指标存疑' })
    await tasks.expectTasks(50, forOffices('claim notice', 'claim objection'))
    expect((await tasks.complete('office', 'notice', { action: 'publish' })).success).toBe(false)
    await must(tasks.complete('office2', 'objection', { action: 'dismiss' }, { comment: '经核实无误' }))
    await tasks.expectTasks(50, { office: ['todo notice'] })
    await must(tasks.complete('office', 'notice', { action: 'publish' }))
    await tasks.expectTasks(60)
  })

  test('is refused when its objection is upheld', async () => {
    await bringTo(review, 50)
    await review.performAction('ca', 'object', { comment: '指标存疑' })
    await must(tasks.complete('office', 'objection', { action: 'uphold' }, { flag: 'no', comment: '属实' }))
    await tasks.expectTasks(80)
  })

  test('that is withdrawn ends its process, and a new one starts with the next submission', async () => {
    await review.performAction('company', 'submit')
    const first = await tasks.instanceId()
    await review.performAction('company', 'withdraw')
    await tasks.expectTasks(90)
    await review.performAction('company', 'submit')
    await tasks.expectTasks(10, { city: ['claim accept'] })
    expect(await tasks.instanceId()).not.toBe(first)
  })

  test('whose process an administrator ends goes back to its declarant, who can submit it again', async () => {
    await bringTo(review, 40)
    await review.assignAndScore()
    const processInstanceId = await tasks.instanceId()
    const admin = await platform.admin()
    await admin.get(flowFollow.calls.deleteProcessInstance, { processInstanceId, deleteReason: '材料有误' })
    const { stage, openKeys, running } = await storedReview(platform.db, review.id())
    expect([stage, openKeys, running]).toEqual([90, [], 0])
    expect((await review.status()).actions).toContain('submit')
    await review.performAction('company', 'submit')
    await tasks.expectTasks(10, { city: ['claim accept'] })
  })

  test('whose process is suspended moves through neither door', async () => {
    await bringTo(review, 20)
    const task = await tasks.taskOf('city', 'cityReview')
    const admin = await platform.admin()
    const change = async (suspended: 0 | 1) =>
      admin.get(flowFollow.calls.suspendInstance, {
        ...{ processInstanceId: task.processInstanceId, suspended, reason: '核实' },
      })
    await change(1)
    const city = review.person('city')
    const input = { ...task, variables: { action: 'cityApprove' } }
    expect((await completeTask(city, input)).code).toBe(409)
    expect((await submitAction(city, review.id(), 'cityApprove')).code).toBe(409)
    await change(0)
    await review.performAction('city', 'cityApprove')
    await tasks.expectTasks(30, { miit: ['claim provinceReview'], ca: ['claim provinceReview'] })
  })
})
