import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { languageHeader } from '#contract/language-header.ts'
import { batch } from '#contract/project/batch.ts'
import { batchQuota } from '#contract/project/batch-quota.ts'
import { declaration } from '#contract/project/declaration.ts'
import { recommendationOrder } from '#contract/project/recommendation-order.ts'
import { openBatch, passClosing } from '../support/batches.ts'
import { type ScopeValues, withOfficeScope } from '../support/office-scope.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { createStaff, suzhou } from '../support/scenario.ts'

/** The order in which offices recommend their candidates: saved by each for itself, read by nobody else (docs/decisions/0157). */

const [jiangsu, wuxi, zhejiang] = ['320000', '320200', '330000']
const { read, save } = recommendationOrder

let platform: Platform
let review: Review
let batchId: string
const people: Record<string, Caller> = {}

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  people.wuxi = await createStaff(platform, 'city', wuxi)
  people.zhejiang = await createStaff(platform, 'province_miit', zhejiang)
})

const office = () => review.person('office')
const city = () => review.person('city')
const miit = () => review.person('miit')
const ca = () => review.person('ca')

beforeEach(async () => {
  batchId = (await openBatch(platform, office(), '推荐窗口')).batchId
})

/** A new candidate of a place; one of another than Suzhou is moved there. */
const submit = async (place = suzhou, province = jiangsu): Promise<string> => {
  const id = await review.beginDeclaration()
  await review.performAction('company', 'submit')
  if (place !== suzhou)
    await platform.db.updateTable('declaration').set({ city: place, province }).where('id', '=', id).execute()
  return id
}
const approveInCity = async (): Promise<string> => {
  const id = await submit()
  await review.performAction('city', 'claim')
  await review.performAction('city', 'approve')
  return id
}
const readBy = (caller: Caller) => caller.get(read, { batchId })
const idsOf = async (caller: Caller) => (await readBy(caller)).rows.map(({ id }) => id)
const saveBy = (caller: Caller, ids: readonly string[], version = 0) =>
  caller.ask(save, { batchId, ids: ids.join(), version })

const withScope = (values: ScopeValues, work: () => Promise<void>) => withOfficeScope(platform, values, work)

describe('the order of an office', () => {
  test('is that of its own candidates, with their number and the quota of the place; what comes later has no place', async () => {
    await office().get(batchQuota.calls.save, { batchId, region: suzhou, places: 2 })
    const [first, second] = [await submit(), await submit()]
    const before = await readBy(city())
    expect(before).toMatchObject({ version: 0, obstacle: null, isProvince: false, regionName: '苏州市' })
    expect(before.quota).toEqual({ regionName: '苏州市', places: 2, used: 0 })
    expect(before.rows.map(({ id, place }) => [id, place])).toEqual([
      [first, null],
      [second, null],
    ])
    expect((await saveBy(city(), [second, first])).data.version).toBe(1)
    const third = await submit()
    const after = await readBy(city())
    expect(after.rows.map(({ id, place }) => [id, place])).toEqual([
      [second, 1],
      [first, 2],
      [third, null],
    ])
    expect(after.changedBy).toBe('city')
  })

  test('closes up when a declaration leaves the batch or ends', async () => {
    const ids = [await submit(), await submit(), await submit()]
    await saveBy(city(), ids)
    await platform.db.updateTable('declaration').set({ declareStatus: 80 }).where('id', '=', String(ids[0])).execute()
    expect((await readBy(city())).rows.map(({ id, place }) => [id, place])).toEqual([
      [ids[1], 1],
      [ids[2], 2],
    ])
  })

  test('is saved by one of two people who change the same version', async () => {
    const ids = [await submit(), await submit()]
    const answers = await Promise.all([saveBy(city(), ids), saveBy(city(), ids.toReversed())])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await saveBy(city(), ids, 0)).msg).toBe('推荐顺序已被本部门其他人员调整，请刷新后再保存')
    expect((await saveBy(city(), ids, 1)).success).toBe(true)
  })

  test('takes no declaration twice, and none of another place, which is answered as one that does not exist', async () => {
    const [own, other] = [await submit(), await submit(wuxi)]
    for (const ids of [
      [own, other],
      [own, '123'],
    ]) {
      const { status, msg } = await saveBy(city(), ids)
      expect([status, msg]).toEqual([409, '本地区的申报已有变化，请刷新后再保存'])
    }
    // the input drops repeated ids
    expect((await saveBy(city(), [own, own, own])).success).toBe(true)
    expect((await readBy(city())).rows).toHaveLength(1)
  })

  test('is advice to the province, whose two offices keep one order of what has reached it', async () => {
    const ids = [await approveInCity(), await approveInCity()]
    const waiting = await submit()
    await saveBy(city(), [waiting, ...ids.toReversed()])
    const { rows, isProvince } = await readBy(miit())
    expect([isProvince, rows.map(({ id, place, cityPlace }) => [id, place, cityPlace])]).toEqual([
      true,
      [
        [ids[0], null, 3],
        [ids[1], null, 2],
      ],
    ])
    expect((await saveBy(miit(), ids)).data.version).toBe(1)
    expect((await readBy(ca())).version).toBe(1)
    expect((await saveBy(ca(), ids, 0)).status).toBe(409)
    expect((await readBy(city())).rows.map(({ place }) => place)).toEqual([1, 2, 3])
  })

  test('is changed by the city while the batch is open, by the province until its review begins', async () => {
    const ids = [await approveInCity()]
    for (const who of ['miit', 'ca']) await review.performAction(who, 'approve')
    await passClosing(platform.db, batchId)
    await office().get(batch.calls.close, { id: batchId })
    expect([(await saveBy(city(), ids)).status, (await readBy(city())).obstacle]).toEqual([
      409,
      '批次处于“截止”，推荐顺序不能再调整',
    ])
    expect((await saveBy(miit(), ids)).success).toBe(true)
    await office().get(batch.calls.review, { id: batchId })
    expect((await saveBy(miit(), ids, 1)).status).toBe(409)
  })

  test('is changed only by somebody who sees all of its declarations', async () => {
    const [first, second] = [await submit(), await submit()]
    await saveBy(city(), [first, second])
    const [row] = await platform.db.selectFrom('declaration').select('projectName').where('id', '=', second).execute()
    const scopeValue = `declareStatus_ge=10&projectName_equal=${encodeURIComponent(String(row?.projectName))}`
    await withScope({ scopeValue }, async () => {
      const colleague = await createStaff(platform, 'city', suzhou)
      const { rows, obstacle } = await readBy(colleague)
      expect([rows.map(({ id }) => id), obstacle?.slice(0, 7)]).toEqual([[second], '您的数据权限不'])
      expect((await saveBy(colleague, [second], 1)).status).toBe(403)
    })
  })

  test('has no columns that the data scopes of its reader hide', async () => {
    await submit()
    await withScope({ scopeField: 'projectName,city' }, async () => {
      const colleague = await createStaff(platform, 'city', suzhou)
      expect((await readBy(colleague)).rows).toMatchObject([
        { projectName: review.projectName(), commpanyName: null, declareNo: null, stageName: null, cityName: '苏州市' },
      ])
    })
    expect((await readBy(city())).rows[0]).toMatchObject({ stageName: '已提交', isMember: false })
  })

  test('is read and refused in the language of the caller', async () => {
    const ids = [await submit()]
    const english = { [languageHeader]: 'en' }
    expect((await city().ask(read, { batchId }, english)).data.rows[0]?.stageName).toBe('Submitted')
    await saveBy(city(), ids)
    const refused = await city().ask(save, { batchId, ids: ids.join(), version: 0 }, english)
    expect(refused.msg).toBe('A colleague has changed the order meanwhile; please reload before you save')
  })
})

describe('who may not know an order', () => {
  test('gets none of it: other places see their own, everybody else is refused', async () => {
    const ids = [await approveInCity(), await approveInCity()]
    const inWuxi = await submit(wuxi)
    await saveBy(city(), ids)
    await saveBy(miit(), ids)
    expect(await idsOf(people.wuxi as Caller)).toEqual([inWuxi])
    expect((await readBy(people.zhejiang as Caller)).rows).toEqual([])
    for (const caller of [
      ...[review.company, review.operator, review.person('expert1'), office()],
      ...[await platform.admin(), platform.visitor],
    ]) {
      const answers = [await caller.ask(read, { batchId }), await saveBy(caller, ids, 1)]
      expect(answers.map(({ success, data }) => [success, data ?? null])).not.toContainEqual([true, expect.anything()])
    }
  })

  test('notices no change of it in lists, details, exports or the history of the declaration', async () => {
    const ids = [await approveInCity(), await approveInCity()]
    const look = async (caller: Caller) =>
      JSON.stringify(
        await Promise.all([
          caller.ask(declaration.calls.page, {}).then(({ body }) => body),
          caller.ask(declaration.calls.getStatus, { id: String(ids[0]) }).then(({ body }) => body),
          caller.ask(declaration.calls.detail, { id: String(ids[0]) }).then(({ body }) => body),
          caller.ask(batch.calls.detail, { id: batchId }).then(({ body }) => body),
          caller.raw('GET', '/api/caict-porject/ProjectInformation/export?format=csv').then((sheet) => sheet.text()),
        ]),
      )
    const callers = [review.company, review.operator, people.wuxi, people.zhejiang, review.person('expert1')]
    const before = await Promise.all(callers.map((caller) => look(caller as Caller)))
    await saveBy(city(), ids.toReversed())
    await saveBy(miit(), ids.toReversed())
    expect(await Promise.all(callers.map((caller) => look(caller as Caller)))).toEqual(before)
  })

  test('reads in the audit and in the log of calls that it was changed, not the order', async () => {
    const ids = [await submit(), await submit()]
    await saveBy(city(), ids.toReversed())
    const audits = await platform.db
      .selectFrom('audit')
      .selectAll()
      .where('verb', '=', 'orderCandidates')
      .where('rowId', '=', batchId)
      .execute()
    expect(audits.map(({ after }) => after)).toEqual([{ region: suzhou, count: 2 }])
    await expect
      .poll(async () => {
        const calls = await platform.db.selectFrom('logApi').selectAll().execute()
        const own = calls.filter(({ requestUri }) => requestUri?.includes('recommendation-order/save'))
        return [own.length > 0, JSON.stringify(own).includes(ids.toReversed().join())]
      })
      .toEqual([true, false])
  })
})
