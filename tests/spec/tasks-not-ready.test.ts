import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { matters } from '#contract/project/matter.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { bringTo } from '../support/review-tasks.ts'
import { submitAction } from '../support/scenario.ts'

/** Tasks that nobody can handle yet: the lists of 我的事务 and the page of the declaration say why, and the desk does not count them. */

let platform: Platform
let review: Review
let office: Caller
let id = ''

const three = ['expert1', 'expert2', 'expert3'] as const
const assign = () =>
  review.performAction('office', 'assign', { experts: three.map((name) => review.person(name).id).join() })
const endNotice = () =>
  platform.db.updateTable('declaration').set({ noticeUntil: '2026-01-10 09:00:00' }).where('id', '=', id).execute()

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  await platform.db.updateTable('template').set({ noticeDays: 5 }).where('id', '=', review.windowId).execute()
})

beforeEach(async () => {
  id = await review.beginDeclaration()
  office = review.person('office')
})

const listed = async (calls: typeof workClaim.calls | typeof workTodo.calls = workClaim.calls) =>
  (await office.get(calls.list, { size: 100 })).records
    .filter(({ businessId }) => businessId === id)
    .map(({ taskDefinitionKey, waitsFor }) => `${taskDefinitionKey} ${waitsFor}`)
const isOnDesk = async () => (await office.get(matters.list)).records.some((matter) => matter.id === id)
const status = () => office.get(declaration.calls.getStatus, { id })

describe('a decision', () => {
  test('waits for the scores of assigned experts, in the list of whoever may claim it or has it', async () => {
    await bringTo(review, 40)
    expect([await listed(), await isOnDesk()]).toEqual([['decide null'], true])
    await assign()
    expect([await listed(), await isOnDesk()]).toEqual([['decide scores'], false])
    const { records } = await office.get(workClaim.calls.list, { size: 100 })
    const taskId = records.find(({ businessId }) => businessId === id)?.taskId ?? ''
    await office.get(workClaim.calls.claimTask, { taskId })
    expect([await listed(workTodo.calls), await office.get(workTodo.calls.notReady, {})]).toEqual([
      ['decide scores'],
      1,
    ])
    await office.get(workClaim.calls.unclaimTask, { taskId, reason: '休假' })
    for (const name of three) await review.performAction(name, 'score', { conflict: 0, score: 80 })
    expect([await listed(), await isOnDesk()]).toEqual([['decide null'], true])
    expect(await office.get(workTodo.calls.notReady, {})).toBe(0)
  })

  test('is offered with the reason why it cannot be made, in the words of the refusal', async () => {
    await bringTo(review, 40)
    const reasons = async () => {
      const { actions, obstacles } = await status()
      const blocked = obstacles.map(({ action }) => action)
      expect(actions).toEqual(expect.arrayContaining(['assign', 'decideReturn', ...blocked]))
      for (const { action, reason } of obstacles)
        expect((await submitAction(office, id, action, { comment: '结论' })).msg).toBe(reason)
      return obstacles.map(({ action, reason }) => `${action} ${reason}`)
    }
    const ofBoth = (reason: string) => [`decideApprove ${reason}`, `decideReject ${reason}`]
    expect(await reasons()).toEqual(ofBoth('尚未指派专家，请先指派至少三名评审专家'))
    await assign()
    expect(await reasons()).toEqual(ofBoth('至少需要三名无利益关系专家的评分，目前 0 份'))
    for (const name of three) await review.performAction(name, 'score', { conflict: 0, score: 80 })
    expect((await status()).obstacles).toEqual([])
    const english = await office.get(declaration.calls.getStatus, { id }, { 'blade-language': 'en' })
    expect(english.obstacles).toEqual([])
  })
})

describe('a public notice', () => {
  test('waits for its end, and then for the open objection', async () => {
    await bringTo(review, 50)
    expect([await listed(), await isOnDesk()]).toEqual([['notice notice'], false])
    const { records } = await office.get(workClaim.calls.list, { size: 100 })
    const { noticeUntil } = await status()
    expect(noticeUntil).toMatch(/^20/)
    expect(records.find(({ businessId }) => businessId === id)?.waitsUntil).toBe(noticeUntil)
    await review.performAction('office', 'object', { comment: '有疑问' })
    expect([(await listed()).toSorted(), await isOnDesk()]).toEqual([['notice notice', 'objection null'], true])
    await endNotice()
    expect((await listed()).toSorted()).toEqual(['notice objection', 'objection null'])
    await review.performAction('office', 'dismiss', { comment: '经核实无误' })
    expect([await listed(), await isOnDesk()]).toEqual([['notice null'], true])
  })
})

describe('the list', () => {
  test('begins with the tasks that can be handled, and counts the others', async () => {
    await bringTo(review, 50)
    const before = await office.get(workClaim.calls.notReady, {})
    const [later] = await listed()
    expect(later).toBe('notice notice')
    id = await review.beginDeclaration()
    await bringTo(review, 40)
    expect(await office.get(workClaim.calls.notReady, {})).toBe(before)
    const { records, total } = await office.get(workClaim.calls.list, { size: 100 })
    const waits = records.map(({ waitsFor }) => waitsFor !== null)
    expect(waits).toEqual(waits.toSorted((a, b) => Number(a) - Number(b)))
    expect(waits.filter(Boolean)).toHaveLength(before)
    const { total: onDesk } = await office.get(matters.list)
    expect(total - before).toBe(onDesk)
    const pages = await Promise.all(
      records.map((_, i) => office.get(workClaim.calls.list, { size: 1, current: i + 1 })),
    )
    expect(pages.flatMap((one) => one.records.map(({ taskId }) => taskId))).toEqual(records.map(({ taskId }) => taskId))
  })
})
