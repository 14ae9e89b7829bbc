import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '#contract/inbox/message.ts'
import { declaration } from '#contract/project/declaration.ts'
import { template } from '#contract/project/template.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { bringTo } from '../support/review-tasks.ts'
import { createStaff, submitAction } from '../support/scenario.ts'

/** Corrections of scores: until when, and who notices them (docs/decisions/0148). */

let platform: Platform
let review: Review
let id = ''

const { correctScore, closeScoring, getStatus, page } = declaration.calls
const experts = ['expert1', 'expert2', 'expert3']
const items = (points: number) => [{ itemName: '总体', points }]
const statusFor = (by: Caller) => by.get(getStatus, { id })
const correct = (name: string, points: number, reason: string | undefined = '漏看附件') =>
  review.person(name).ask(correctScore, { id, items: items(points), reason } as never)
const close = (name = 'office') => review.person(name).ask(closeScoring, { id })
const assign = (ids = experts.map((name) => review.person(name).id)) =>
  review.performAction('office', 'assign', { experts: ids.join(',') })
const score = (name: string, points = 80) =>
  review.performAction(name, 'score', { conflict: 0, items: items(points), comment: '评语' })

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  const rubric = [{ itemName: '总体', weight: 100, maxPoints: 100 }]
  await (await platform.admin()).get(template.calls.update, { id: review.windowId, rubric } as never)
})

beforeEach(async () => {
  id = await review.beginDeclaration()
  await bringTo(review, 40)
  await assign()
})

const refused = (msg: string, status = 409) => ({ status, msg })

describe('a correction', () => {
  test('counts instead of the score; the expert and the decider read all versions with time and reason', async () => {
    await score('expert1', 80)
    expect(await correct('expert1', 70.5)).toMatchObject({ status: 200 })
    expect(await correct('expert1', 72, '复核')).toMatchObject({ status: 200 })
    for (const name of ['expert1', 'office']) {
      const step = (await statusFor(review.person(name))).timeline.find(({ move }) => move === 'score')
      expect([step?.score, step?.items.map(({ points }) => points)]).toEqual([72, [72]])
      expect(step?.versions.map((one) => [one.score, one.items[0]?.points, one.reason])).toEqual([
        [80, 80, null],
        [70.5, 70.5, '漏看附件'],
        [72, 72, '复核'],
      ])
    }
    const { assigned } = await statusFor(review.person('office'))
    expect(assigned?.[0]).toMatchObject({ state: 'scored', score: 72, corrections: 2 })
  })

  test('needs a reason and a complete sheet', async () => {
    await score('expert1')
    expect(await review.person('expert1').ask(correctScore, { id, items: items(70) } as never)).toMatchObject({
      status: 400,
      faults: [{ at: 'reason', msg: '请输入更正理由' }],
    })
    expect(await correct('expert1', 101)).toMatchObject({
      status: 400,
      faults: [{ at: 'items.0.points', msg: '得分不能大于100' }],
    })
  })

  test('is made by the expert of the score alone', async () => {
    await score('expert1')
    expect(await correct('expert2', 70)).toMatchObject(refused('您还没有可以更正的评分'))
    for (const by of [review.company, review.person('city'), review.person('office')])
      expect((await by.ask(correctScore, { id, items: items(70), reason: '改' } as never)).status).toBe(403)
    const stranger = await createStaff(platform, 'expert')
    expect((await stranger.ask(correctScore, { id, items: items(70), reason: '改' } as never)).status).toBe(404)
    await review.performAction('expert3', 'score', { conflict: 1 })
    expect(await correct('expert3', 70)).toMatchObject(refused('您还没有可以更正的评分'))
  })

  test('is noticed by nobody but who decides: no step, version, time or message', async () => {
    for (const name of experts) await score(name)
    const readers = [review.company, ...['city', 'miit', 'expert2'].map((name) => review.person(name))]
    const stateFor = async (by: Caller) => {
      const { records } = await by.get(page, {})
      const { total } = await by.get(messages.list, { size: 50 })
      return JSON.stringify([records.find((row) => row.id === id), await statusFor(by), total])
    }
    const before = await Promise.all(readers.map(stateFor))
    const seen = await statusFor(review.person('office'))
    expect(await correct('expert1', 60)).toMatchObject({ status: 200 })
    expect(await Promise.all(readers.map(stateFor))).toEqual(before)
    // a decision that was based on the earlier score is not made
    const decide = (version: number) => submitAction(review.person('office'), id, 'decideApprove', { version })
    expect(await decide(seen.version)).toMatchObject({ status: 409 })
    expect(await decide((await statusFor(review.person('office'))).version)).toMatchObject({ status: 200 })
    // after the decision the latest score is read, without its versions
    const step = (await statusFor(review.person('city'))).timeline.find(({ move }) => move === 'score')
    expect([step?.score, step?.versions]).toEqual([60, []])
  })

  test('ends with the closing, the decision and the deadline', async () => {
    for (const name of experts) await score(name)
    const canCorrect = async () => (await statusFor(review.person('expert1'))).scoring?.canCorrect
    expect(await canCorrect()).toBe(true)
    // the date that the expert reads is that of their task, which is later for one who was assigned later
    const setEnd = (end: string) =>
      sql`update flow_task set due_time = ${end}::timestamptz where assignee = ${review.person('expert1').id}
        and 'score' = any(moves)`.execute(platform.db)
    await setEnd('2026-01-02 03:04:05')
    expect([await canCorrect(), await correct('expert1', 70)]).toMatchObject([
      false,
      refused('评分期限已过，评分不能再更正'),
    ])
    await setEnd('2098-01-02 03:04:05')
    expect(await close()).toMatchObject({ status: 200, data: { scoring: { isClosed: true, canClose: false } } })
    expect([await canCorrect(), await correct('expert1', 70)]).toMatchObject([false, refused('已收卷，评分不能再更正')])
    await review.performAction('office', 'decideApprove')
    expect(await correct('expert1', 70)).toMatchObject(refused('专家评审已结束，评分不能再更正'))
  })
})

describe('closing', () => {
  test('needs every assigned expert scored or recused, and happens once', async () => {
    await score('expert1')
    await score('expert2')
    expect((await statusFor(review.person('office'))).scoring).toEqual({
      isClosed: false,
      canCorrect: false,
      canClose: false,
    })
    expect(await close()).toMatchObject(refused('还有 1 名专家未评分或回避，不能收卷', 400))
    await review.performAction('expert3', 'score', { conflict: 1 })
    expect((await statusFor(review.person('office'))).scoring?.canClose).toBe(true)
    expect(await close()).toMatchObject({ status: 200 })
    expect(await close()).toMatchObject(refused('已经收卷'))
  })

  test('is made by who decides alone, and read by nobody who does not score', async () => {
    for (const name of experts) await score(name)
    for (const by of [review.company, review.person('city'), review.person('expert1')]) {
      expect((await by.ask(closeScoring, { id })).status).toBe(403)
      if (by !== review.person('expert1')) expect((await statusFor(by)).scoring).toBeNull()
    }
  })

  test('ends with another expert, and with a return', async () => {
    for (const name of experts) await score(name)
    await close()
    const spare = await createStaff(platform, 'expert')
    await assign([...experts.map((name) => review.person(name).id), spare.id])
    expect(await correct('expert1', 70)).toMatchObject({ status: 200 })
    await submitAction(spare, id, 'score', { conflict: 0, items: items(60) })
    expect(await close()).toMatchObject({ status: 200 })
    await review.performAction('office', 'return', remarks('contact.tel'))
    expect(await review.performAction('company', 'submit')).toBe(40)
    expect(await correct('expert1', 75)).toMatchObject(refused('您还没有可以更正的评分'))
    await score('expert1')
    expect(await correct('expert1', 75)).toMatchObject({ status: 200 })
  })
})
