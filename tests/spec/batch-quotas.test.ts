import { beforeAll, describe, expect, test } from 'vitest'
import { languageHeader } from '#contract/language-header.ts'
import { batch } from '#contract/project/batch.ts'
import { batchQuota } from '#contract/project/batch-quota.ts'
import { declaration } from '#contract/project/declaration.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { handleCorrections } from '#server/project/deadlines/correction-deadline.ts'
import { makeRandom } from '#server/seed/demo/random.ts'
import { daysFromNow, openBatch } from '../support/batches.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { createStaff, submitAction } from '../support/scenario.ts'

/** Quotas of a batch: taken by approvals, one after the other, and known to the own offices only (docs/decisions/0153). */

const jiangsu = '320000'
const suzhou = '320500'
const zhejiang = '330000'

let platform: Platform
let review: Review

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
})

const office = () => review.person('office')
const { calls } = batchQuota

/** An open batch of a new window, with quotas by region. */
const openBatchWith = async (quotas: Readonly<Record<string, number>>) => {
  const { batchId } = await openBatch(platform, office(), '名额窗口')
  const ids: Record<string, string> = {}
  for (const [region, places] of Object.entries(quotas))
    ids[region] = (await office().get(calls.save, { batchId, region, places })).id
  return { batchId, ids }
}

/** Brings a new declaration to the approval of the second office of the province. */
const reachLastApproval = async (): Promise<string> => {
  const id = await review.beginDeclaration()
  await review.performAction('company', 'submit')
  await review.performAction('city', 'claim')
  await review.performAction('city', 'approve')
  await review.performAction('miit', 'approve')
  return id
}
const approve = (id: string) => submitAction(review.person('ca'), id, 'approve')
const usedOf = async (id: string) => (await office().get(calls.usage, { ids: id }))[0]?.used

describe('a quota', () => {
  test('refuses the approval beyond it, with its numbers, and the declaration stays where it is', async () => {
    const { ids } = await openBatchWith({ [jiangsu]: 1 })
    const [first, second] = [await reachLastApproval(), await reachLastApproval()]
    expect((await approve(first)).data.status).toBe(40)
    const refused = await approve(second)
    expect([refused.status, refused.msg]).toEqual([
      409,
      '江苏省在本批次的名额为 1 个，已占用 1 个，不能再通过；可待名额退回后办理',
    ])
    const status = await review.person('ca').get(declaration.calls.getStatus, { id: second })
    expect(status).toMatchObject({ status: 30, quotas: [{ regionName: '江苏省', places: 1, used: 1 }] })
    expect(await usedOf(ids[jiangsu] as string)).toBe(1)
  })

  test('has a place again after a rejection; a return keeps it, and an expired return gives it back', async () => {
    const { ids } = await openBatchWith({ [jiangsu]: 1 })
    const first = await reachLastApproval()
    await approve(first)
    await review.assignAndScore()
    const second = await reachLastApproval()
    await submitAction(office(), first, 'return', remarks('information.projectName'))
    expect((await approve(second)).status).toBe(409)
    await submitAction(review.company, first, 'submit')
    expect(await usedOf(ids[jiangsu] as string)).toBe(1)
    await submitAction(office(), first, 'return', remarks('information.projectName'))
    await platform.db.updateTable('declaration').set({ declareStatus: 99 }).where('id', '=', first).execute()
    expect((await approve(second)).data.status).toBe(40)
  })

  test('is asked again when an expiry is lifted, since the place was free meanwhile', async () => {
    await openBatchWith({ [jiangsu]: 1 })
    const [first, second] = [await reachLastApproval(), await reachLastApproval()]
    await approve(first)
    await submitAction(office(), first, 'return', remarks('information.projectName'))
    await platform.db
      .updateTable('declaration')
      .set({ correctionUntil: daysFromNow(-1) })
      .where('id', '=', first)
      .execute()
    await handleCorrections(platform.app)
    expect((await approve(second)).data.status).toBe(40)
    const lifted = await submitAction(office(), first, 'decideLift', { comment: '理由成立' })
    expect([lifted.status, lifted.msg.slice(0, 3)]).toEqual([409, '江苏省'])
    expect((await office().get(declaration.calls.getStatus, { id: first })).status).toBe(99)
  })

  test('is asked too when another client completes the task', async () => {
    await openBatchWith({ [jiangsu]: 0 })
    const id = await reachLastApproval()
    const { records } = await review.person('ca').get(workClaim.calls.list, { size: 200 })
    const task = records.find(({ businessId }) => businessId === id)
    await review.person('ca').get(workClaim.calls.claimTask, { taskId: String(task?.taskId) })
    const decision = { taskId: String(task?.taskId), flag: 'ok', comment: '同意' }
    const answer = await review.person('ca').ask(workTodo.calls.completeTask, decision)
    expect([answer.status, answer.msg.slice(0, 3)]).toEqual([409, '江苏省'])
  })

  test('of a city counts besides that of its province, and other places do not count', async () => {
    await openBatchWith({ [jiangsu]: 5, [suzhou]: 0, [zhejiang]: 0 })
    const id = await reachLastApproval()
    expect((await approve(id)).msg).toContain('苏州市在本批次的名额为 0 个')
  })

  test('is not lowered below what is taken, and keeps batch and region', async () => {
    const { batchId, ids } = await openBatchWith({ [jiangsu]: 2 })
    await approve(await reachLastApproval())
    const id = ids[jiangsu] as string
    const lowered = await office().ask(calls.update, { id, places: 0 })
    expect(lowered.faults).toEqual([{ at: 'places', msg: '已占用 1 个名额，不能少于此数' }])
    await office().get(calls.update, { id, places: 1 })
    expect((await office().ask(calls.update, { id, region: zhejiang })).faults).toMatchObject([{ at: 'region' }])
    expect((await office().ask(calls.save, { batchId, region: '320505', places: 1 })).faults).toEqual([
      { at: 'region', msg: '请选择省级或地市级地区' },
    ])
    expect((await office().ask(calls.save, { batchId, region: jiangsu, places: 3 })).faults).toMatchObject([
      { at: 'region' },
    ])
  })

  test('never overflows when approvals race for its last places', { timeout: 60_000 }, async () => {
    const random = makeRandom(20_261_130)
    for (let round = 0; round < 3; round += 1) {
      const places = random.int(1, 3)
      const { ids } = await openBatchWith({ [jiangsu]: places })
      const waiting: string[] = []
      for (let i = 0; i < places + 2; i += 1) waiting.push(await reachLastApproval())
      // some by the task of the process, as another client does it
      const answers = await Promise.all(random.sample(waiting, waiting.length).map((id) => approve(id)))
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(places).fill(200), 409, 409])
      expect(await usedOf(ids[jiangsu] as string)).toBe(places)
    }
  })
})

test('a full quota that the caller may not see refuses without its numbers, in either language', async () => {
  await openBatchWith({ [jiangsu]: 0 })
  const id = await reachLastApproval()
  const shown = await approve(id)
  expect(shown.msg).toContain('名额为 0 个')
  const scopes = platform.db.selectFrom('dataScope').select('id').where('resourceCode', '=', 'batch_quota')
  const grants = await platform.db.deleteFrom('roleScope').where('scopeId', 'in', scopes).returningAll().execute()
  try {
    const other = await createStaff(platform, 'province_ca', jiangsu)
    const hidden = await submitAction(other, id, 'approve')
    expect([hidden.status, hidden.msg]).toEqual([409, '上级分配的名额已用完，不能再通过；请联系上级部门'])
    expect((await other.get(declaration.calls.getStatus, { id })).quotas).toEqual([])
    const english = await other.ask(
      declaration.calls.submitStatus,
      { id, action: 'approve' },
      { [languageHeader]: 'en' },
    )
    expect(english.msg).toMatch(/^[A-Z][^\d]*$/)
  } finally {
    await platform.db.insertInto('roleScope').values(grants).execute()
  }
})

describe('the quotas of other places', () => {
  const numbers = { [jiangsu]: 77_101, [suzhou]: 77_102, [zhejiang]: 77_103 }
  const reads = (caller: Caller, batchId: string, id: string) =>
    Promise.all([
      caller.ask(calls.page, { size: 100 }),
      caller.ask(calls.page, { places_ge: 1, region: zhejiang }),
      caller.ask(calls.page, { keyword: '浙江' }),
      caller.ask(batch.calls.page, {}),
      caller.ask(batch.calls.detail, { id: batchId }),
      caller.ask(declaration.calls.getStatus, { id }),
      caller.ask(declaration.calls.detail, { id }),
      caller.ask(declaration.calls.page, {}),
    ]).then((answers) => JSON.stringify(answers.map(({ body }) => body)))

  test('are in no answer, list, search, export or refusal for an office or a declarant', async () => {
    const { batchId, ids } = await openBatchWith(numbers)
    const id = await reachLastApproval()
    const elsewhere = await createStaff(platform, 'province_miit', zhejiang)
    const seen: Record<string, number[]> = {}
    const people: Record<string, Caller> = {
      city: review.person('city'),
      miit: review.person('miit'),
      elsewhere,
      expert: review.person('expert1'),
      company: review.company,
      operator: review.operator,
    }
    for (const [name, caller] of Object.entries(people)) {
      const usage = await caller.ask(calls.usage, { ids: Object.values(ids).join(',') })
      const sheet = await (await caller.raw('GET', '/api/caict-porject/batch-quota/export?format=csv')).text()
      const details = await Promise.all(Object.values(ids).map((one) => caller.ask(calls.detail, { id: one })))
      const texts = [await reads(caller, batchId, id), sheet, JSON.stringify(details.map(({ body }) => body))].join()
      seen[name] = Object.values(numbers).filter((one) => texts.includes(String(one)))
      expect([name, usage.data?.length ?? 0]).toEqual([name, usage.status === 200 ? seen[name].length : 0])
    }
    expect(seen).toEqual({
      city: [numbers[suzhou]],
      miit: [numbers[jiangsu], numbers[suzhou]],
      elsewhere: [numbers[zhejiang]],
      expert: [],
      company: [],
      operator: [],
    })
  })
})
