import { beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#contract/inbox/message.ts'
import { batch } from '#contract/project/batch.ts'
import { batchQuota } from '#contract/project/batch-quota.ts'
import { declaration } from '#contract/project/declaration.ts'
import { addBatch, daysFromNow, openBatch, passClosing } from '../support/batches.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { submitAction } from '../support/scenario.ts'

/** How a declaration leaves its batch, and what a batch waits for (docs/decisions/0153). */

let platform: Platform
let review: Review

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
})

const office = () => review.person('office')
const miit = () => review.person('miit')
const { defer, leaveBatch, getStatus } = declaration.calls
const ask = (act: 'open' | 'close' | 'review' | 'announce' | 'publish', id: string) =>
  office().ask(batch.calls[act], { id })
const statusOf = (id: string) => review.company.get(getStatus, { id })
const reason = '材料需进一步论证'

/** An open batch of a new window, and one in preparation if asked for. */
const openBatches = async (hasNext: boolean) => {
  const { templateId, batchId: first } = await openBatch(platform, office(), '顺延窗口', { batchName: '第一批' })
  const next = hasNext ? await addBatch(office(), templateId, { batchName: '第二批' }) : ''
  return { templateId, first, next }
}
const submit = async () => {
  const id = await review.beginDeclaration()
  await review.performAction('company', 'submit')
  return id
}
const reachProvince = async () => {
  const id = await submit()
  await review.performAction('city', 'claim')
  await review.performAction('city', 'approve')
  return id
}
const reachExperts = async () => {
  const id = await reachProvince()
  for (const who of ['miit', 'ca']) await review.performAction(who, 'approve')
  return id
}

describe('a declaration under province review', () => {
  test('is deferred to the next batch with a reason; its task and its deadline stay', async () => {
    const { next } = await openBatches(true)
    const id = await reachProvince()
    const before = await miit().get(getStatus, { id })
    expect(before.batchSteps).toEqual(['defer'])
    expect((await miit().ask(defer, { id, reason: '' })).faults).toMatchObject([{ at: 'reason' }])
    const after = await miit().get(defer, { id, reason, version: before.version })
    expect(after).toMatchObject({ status: 30, expectedAt: before.expectedAt, batch: { id: next, isMember: false } })
    expect((await statusOf(id)).timeline.at(-1)).toMatchObject({ move: 'defer', from: 30, to: 30, comment: reason })
    expect((await miit().ask(defer, { id, reason, version: before.version })).status).toBe(409)
    expect((await submitAction(miit(), id, 'approve')).success).toBe(true)
  })

  test('is not deferred without a next batch, nor by a city, an expert or its declarant', async () => {
    await openBatches(false)
    const id = await reachProvince()
    expect((await miit().ask(defer, { id, reason })).msg).toBe('没有下一批次，不能顺延；请由平台先新增批次')
    for (const who of [review.person('city'), review.person('expert1'), review.company])
      expect([403, 404]).toContain((await who.ask(defer, { id, reason })).status)
    expect((await statusOf(id)).batchSteps).toEqual([])
  })

  test('keeps its batch from closing until it is decided or deferred', async () => {
    const { first } = await openBatches(true)
    const [one, other] = [await reachProvince(), await reachProvince()]
    await passClosing(platform.db, first)
    const refused = await ask('close', first)
    expect([refused.status, refused.msg.slice(0, 16)]).toEqual([409, '还有 2 件在省级审核，尚未作出'])
    await miit().get(defer, { id: one, reason })
    await submitAction(miit(), other, 'reject', { comment: reason })
    expect((await ask('close', first)).success).toBe(true)
  })
})

describe('a declaration that is late through an office', () => {
  test('is deferred when the batch closes, and its declarant reads that it was not their delay', async () => {
    const { templateId, first } = await openBatches(false)
    const id = await submit()
    await passClosing(platform.db, first)
    expect((await ask('close', first)).msg).toContain('还有 1 件仍由办理部门办理')
    const next = await addBatch(office(), templateId, { batchName: '第二批' })
    expect((await ask('close', first)).success).toBe(true)
    const status = await statusOf(id)
    expect(status).toMatchObject({ status: 10, batch: { id: next, isLater: true } })
    expect(status.timeline.at(-1)).toMatchObject({ move: 'deferLate', byName: '平台' })
    const { records } = await review.company.get(messages.list, {})
    const message = records.find(({ title }) => title?.includes('已顺延至“第二批”'))
    expect(message?.text).toContain('地市工信部门未在批次规定的日期前办结，非贵单位原因。')
  })

  test('is deferred by the platform as late only after the date of its office', async () => {
    const { first } = await openBatches(true)
    const [early, late] = [await submit(), await submit()]
    await office().get(defer, { id: early, reason })
    await platform.db
      .updateTable('batch')
      .set({ cityDeadline: daysFromNow(-1) })
      .where('id', '=', first)
      .execute()
    await office().get(defer, { id: late, reason })
    const moves = await Promise.all([early, late].map(async (id) => (await statusOf(id)).timeline.at(-1)?.move))
    expect(moves).toEqual(['defer', 'deferLate'])
  })
})

describe('a member', () => {
  test('takes a place of the next batch when it is deferred, and gives its own back', async () => {
    const { first, next } = await openBatches(true)
    const save = (batchId: string, places: number) =>
      office().get(batchQuota.calls.save, { batchId, region: '320000', places })
    const [own, full] = [await save(first, 1), await save(next, 0)]
    const id = await reachExperts()
    const refused = await office().ask(defer, { id, reason })
    expect([refused.status, refused.msg.slice(0, 3)]).toEqual([409, '江苏省'])
    await office().get(batchQuota.calls.update, { id: full.id, places: 1 })
    expect((await office().get(defer, { id, reason })).batch).toMatchObject({ id: next, isMember: true })
    const usage = await office().get(batchQuota.calls.usage, { ids: `${own.id},${full.id}` })
    expect(usage.map(({ used }) => used).sort()).toEqual([0, 1])
  })

  test('that is returned leaves the batch only after the decision date; then the batch goes on without it', async () => {
    const { first } = await openBatches(true)
    const id = await reachExperts()
    await submitAction(office(), id, 'return', remarks('information.projectName'))
    await passClosing(platform.db, first)
    for (const act of ['close', 'review'] as const) expect((await ask(act, first)).success).toBe(true)
    expect((await ask('announce', first)).msg).toContain('还有 0 件未作出评审结论、1 件退回修改中')
    expect((await office().get(getStatus, { id })).batchSteps).toEqual(['defer'])
    expect((await office().ask(leaveBatch, { id, reason })).msg).toContain('不能退出')
    const dates = { decisionDeadline: daysFromNow(-1) }
    await platform.db.updateTable('batch').set(dates).where('id', '=', first).execute()
    const after = await office().get(leaveBatch, { id, reason })
    expect(after).toMatchObject({ status: 70, batch: { id: null } })
    expect((await statusOf(id)).timeline.at(-1)).toMatchObject({ move: 'leaveBatch', comment: reason })
    for (const act of ['announce', 'publish'] as const) expect((await ask(act, first)).success).toBe(true)
  })

  test('that is not decided, or under public notice, keeps its batch from going on', async () => {
    const { first } = await openBatches(true)
    const id = await reachExperts()
    await passClosing(platform.db, first)
    for (const act of ['close', 'review'] as const) expect((await ask(act, first)).success).toBe(true)
    expect((await ask('announce', first)).msg).toContain('还有 1 件未作出评审结论')
    await review.assignAndScore()
    await submitAction(office(), id, 'approve')
    expect((await ask('announce', first)).success).toBe(true)
    expect((await ask('publish', first)).msg).toBe('还有 1 件在公示中，不能标记为已发布')
    await submitAction(office(), id, 'publish')
    expect((await ask('publish', first)).success).toBe(true)
  })
})

test('a declarant is not refused by a full quota: what comes back then waits, and the platform puts it into a batch', async () => {
  const { first, next, templateId } = await openBatches(true)
  const id = await reachExperts()
  await submitAction(office(), id, 'return', remarks('information.projectName'))
  const dates = { decisionDeadline: daysFromNow(-1) }
  await platform.db.updateTable('batch').set(dates).where('id', '=', first).execute()
  await office().get(leaveBatch, { id, reason })
  const quota = await office().get(batchQuota.calls.save, { batchId: first, region: '320000', places: 0 })
  expect((await submitAction(review.company, id, 'submit')).data).toMatchObject({ status: 40, batch: { id: null } })
  expect(await office().get(batch.calls.waiting, {})).toMatchObject([{ templateId, count: 1 }])
  await office().get(batchQuota.calls.update, { id: quota.id, places: 1 })
  expect((await office().get(defer, { id, reason })).batch).toMatchObject({ isMember: true })
  expect([first, next]).toContain((await statusOf(id)).batch?.id)
})

test('a wrong batch is emptied by 顺延, at any stage up to the decision', async () => {
  const { first, next } = await openBatches(true)
  const ids = [await submit(), await reachProvince(), await reachExperts()]
  for (const id of ids) await office().get(defer, { id, reason })
  const places = await Promise.all(ids.map(async (id) => (await statusOf(id)).batch))
  expect(places).toMatchObject([
    { id: next, isMember: false },
    { id: next, isMember: false },
    { id: next, isMember: true },
  ])
  await passClosing(platform.db, first)
  for (const act of ['close', 'review', 'announce', 'publish'] as const)
    expect([act, (await ask(act, first)).success]).toEqual([act, true])
})
