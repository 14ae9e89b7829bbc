import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { workClaim } from '#contract/work/work-claim.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { bringTo, completeTask, must, type ReviewTasks, reviewTasks, storedReview } from '../support/review-tasks.ts'
import { submitAction } from '../support/scenario.ts'

/** Completing a task of a declaration: what a decision needs, who may make it, and what a refused one leaves. */

let platform: Platform
let review: Review
let tasks: ReviewTasks

const three = ['expert1', 'expert2', 'expert3'] as const
const experts = () => three.map((name) => review.person(name).id).join(',')

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  tasks = reviewTasks(platform, review)
})

beforeEach(async () => {
  await review.beginDeclaration()
})

describe('a completion', () => {
  const refused = async (
    answer: ReturnType<ReviewTasks['complete']>,
    code: number,
    msg: string,
    stage: number,
  ): Promise<void> => {
    const before = await storedReview(platform.db, review.id())
    const { code: actual, msg: text } = await answer
    expect([actual, text]).toEqual([code, expect.stringContaining(msg)])
    expect(await storedReview(platform.db, review.id())).toEqual({ ...before, stage })
  }

  test('with the flag alone is enough where it can mean one action only', async () => {
    await review.performAction('company', 'submit')
    await must(tasks.complete('city', 'accept'))
    await must(tasks.complete('city', 'cityReview'))
    await tasks.expectTasks(30, { miit: ['claim provinceReview'], ca: ['claim provinceReview'] })
  })

  test('with the flag alone is refused where more is needed, and names the actions', async () => {
    await bringTo(review, 20)
    await refused(
      tasks.complete('city', 'cityReview', {}, { flag: 'no' }),
      400,
      'cityReturn 退回修改, cityReject 不予通过',
      20,
    )
    await review.performAction('city', 'cityApprove')
    await tasks.claim('miit', 'provinceReview')
    await refused(tasks.complete('miit', 'provinceReview', {}, { flag: 'no' }), 400, 'provinceReturn', 30)
    await review.performAction('miit', 'provinceApprove')
    await review.performAction('ca', 'provinceApprove')
    await tasks.claim('office', 'decide')
    await refused(tasks.complete('office', 'decide'), 400, 'assign 指派专家, decideApprove', 40)
  })

  test('marks earlier remarks as resolved, but no others', async () => {
    await bringTo(review, 20)
    await review.performAction('city', 'cityReturn', remarks('contact.tel'))
    await review.performAction('company', 'submit')
    const approve = (at: string) => tasks.complete('city', 'cityReview', { action: 'cityApprove', met: [{ at }] })
    await refused(approve('contact.email'), 400, '所指内容不存在', 20)
    await must(approve('contact.tel'))
    expect((await review.status()).timeline.at(-1)).toMatchObject({ move: 'cityApprove', met: ['contact.tel'] })
  })

  test('without what its action requires changes nothing', async () => {
    await bringTo(review, 20)
    const city = (variables: object, comment = '见批注', flag = 'ok') =>
      tasks.complete('city', 'cityReview', variables, { comment, flag })
    const returning = (variables: object) => city({ action: 'cityReturn', ...variables }, '见批注', 'no')
    await refused(returning({}), 400, '请至少指出一处', 20)
    for (const at of ['nowhere.x', 'contact.nothing', 'innovation.scenes.99.name', 'information.__proto__'])
      await refused(returning({ remarks: [{ at, text: '改' }] }), 400, '所指内容不存在', 20)
    // a refusal must not approve, nor an agreement return
    await refused(city({ action: 'cityApprove' }, '不同意', 'no'), 400, '办理结果与所指操作不一致', 20)
    await refused(city({ action: 'cityReturn' }), 400, '办理结果与所指操作不一致', 20)
    await refused(city({ action: 'cityApprove', version: 1 }), 409, '刚刚有新的办理', 20)
    await refused(city({ action: 'cityApprove' }, ' '), 400, '请输入批复意见', 20)
    await refused(city({ action: 'fly' }), 400, 'cityApprove 初审通过', 20)
    await refused(city({ action: 'decideApprove' }), 400, 'cityApprove 初审通过', 20)
    await tasks.expectTasks(20, { city: ['todo cityReview'] })
  })

  test('makes the action of its own task, not that of another one', async () => {
    await bringTo(review, 50)
    await review.performAction('miit', 'object', { comment: '指标存疑' })
    await tasks.claim('office', 'notice')
    await refused(tasks.complete('office', 'notice', { action: 'dismiss' }), 400, 'publish 公示结束', 50)
    await tasks.expectTasks(50, { office: ['claim objection', 'todo notice'], office2: ['claim objection'] })
  })

  test('of a claimed task is for the person who claimed it', async () => {
    await bringTo(review, 40)
    await tasks.claim('office', 'decide')
    const { taskId } = await tasks.taskOf('office', 'decide')
    const input = { taskId, variables: { action: 'assign', experts: experts() } }
    expect((await completeTask(review.person('office2'), input)).code).toBe(403)
    expect((await review.person('office2').ask(workClaim.calls.claimTask, { taskId })).code).toBe(409)
    await tasks.expectTasks(40, { office: ['todo decide'] })
  })

  test('wins once of several at a time, through both doors', async () => {
    await bringTo(review, 20)
    const task = await tasks.taskOf('city', 'cityReview')
    const city = review.person('city')
    const input = { ...task, variables: { action: 'cityApprove' } }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        n % 2 ? completeTask(city, input) : submitAction(city, review.id(), 'cityApprove'),
      ),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, ...Array(9).fill(409)])
    await tasks.expectTasks(30, { miit: ['claim provinceReview'], ca: ['claim provinceReview'] })
  })
})
