import { beforeAll, beforeEach, expect, test } from 'vitest'
import { audit } from '#contract/log/audit.ts'
import { publicNotice } from '#contract/project/public-notice.ts'
import { dataScope } from '#contract/system/data-scope.ts'
import { fewestQueries } from '../support/fewest-queries.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { addColumn, askAct, doAct, noticeValues } from '../support/public-notices.ts'
import { openReview, type Review } from '../support/review.ts'
import { createStaff, openWindow } from '../support/scenario.ts'

/** What a public notice tells whom, what happens to it at the same time, and what it costs (docs/decisions/0163). */

const { calls } = publicNotice

let platform: Platform
let review: Review
let templateId: string
let columnId: string

const author = () => review.person('office')
const second = () => review.person('office2')

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  columnId = await addColumn(platform)
})
beforeEach(async () => {
  templateId = await openWindow(await platform.admin(), { publishesNotice: 1, noticeDays: 5 })
})

/** Declarations of Suzhou, or of another place, that have passed the review. */
const insert = async (count: number, more: object = {}): Promise<string[]> => {
  const passed = { templateId, declareStatus: 50 as const, furthestStage: 50 as const, year: '2026' }
  const values = Array.from({ length: count }, (_, i) => ({
    ...{ ...passed, projectName: `第${i + 1}号产线`, commpanyName: '苏州澄川测试有限公司' },
    ...{ province: '320000', city: '320500', ...more },
  }))
  const rows = await platform.db.insertInto('declaration').values(values).returning('id').execute()
  return rows.map(({ id }) => id)
}
const draft = async (more: object = {}) =>
  (await author().get(calls.save, { ...noticeValues, templateId, columnId, ...more } as never)).id
const statuses = async (...answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted()
const ends = async (ids: readonly string[]) => {
  const rows = await platform.db.selectFrom('declaration').select('noticeUntil').where('id', 'in', ids).execute()
  return new Set(rows.map(({ noticeUntil }) => noticeUntil))
}

test('of two who publish the same notice one does, and it becomes one article', async () => {
  const third = await createStaff(platform, 'platform')
  await insert(2)
  const id = await draft()
  expect(await statuses(askAct(second(), 'publish', id), askAct(third, 'publish', id))).toEqual([200, 409])
  const articles = await platform.db
    .selectFrom('pressRelease')
    .select('id')
    .where('title', '=', noticeValues.title)
    .execute()
  expect(articles).toHaveLength(1)
  await platform.db.updateTable('user').set({ roleId: [] }).where('id', '=', third.id).execute()
})

test('a declaration in two drafts is published with one of them', async () => {
  const ids = await insert(2)
  const drafts = [await draft(), await draft()] as const
  const answers = await statuses(...drafts.map((id) => askAct(second(), 'publish', id)))
  expect(answers).toEqual([200, 409])
  expect(await ends(ids)).not.toContain(null)
})

test('a notice of a batch names its declarations only', async () => {
  const batchId = String(
    (
      await platform.db
        .insertInto('batch')
        .values({ templateId, batchName: '第一批', batchState: 5 })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
  )
  const own = await insert(2, { batchId })
  const others = await insert(1)
  const id = await draft({ batchId })
  await author().get(calls.update, { id, title: '第一批公示' } as never)
  const { files, others: count } = await second().get(calls.read, { id })
  expect([files.map((file) => file.id).toSorted(), count]).toEqual([own.toSorted(), 0])
  await doAct(second(), 'publish', id)
  expect(await ends(others)).toEqual(new Set([null]))
})

test('who does not see all of its declarations, or not all that it says of them, publishes none', async () => {
  await insert(1)
  const id = await draft()
  const admin = await platform.admin()
  const { records } = await admin.get(dataScope.calls.list, { scopeName: '全部申报' })
  const set = (values: object) =>
    platform.db.updateTable('dataScope').set(values).where('id', '=', String(records[0]?.id)).execute()
  const publisher = () => createStaff(platform, 'platform')
  try {
    await set({ scopeType: 5, scopeValue: 'city_equal=320100', scopeColumn: '' })
    const elsewhere = await publisher()
    expect((await elsewhere.get(calls.read, { id })).files).toEqual([])
    expect((await askAct(elsewhere, 'publish', id)).msg).toContain('公告中有 1 件')
    await set({ scopeType: 5, scopeValue: 'declareStatus_ge=10', scopeField: 'projectName,city,province' })
    const blind = await publisher()
    const view = await blind.get(calls.read, { id })
    expect([view.files[0]?.commpanyName, view.html.includes('苏州澄川')]).toEqual([null, false])
    expect((await askAct(blind, 'publish', id)).status).toBe(403)
  } finally {
    await set({ scopeType: 1, scopeValue: null, scopeColumn: '', scopeField: '*' })
  }
  await doAct(second(), 'publish', id)
})

test('the audit says who drafted, published and withdrew it, and why', async () => {
  await insert(1)
  const id = await draft()
  await doAct(second(), 'publish', id)
  await second().get(calls.requestWithdrawal, { id, reason: '名称有误。' })
  await doAct(author(), 'withdraw', id)
  const { records } = await (await platform.admin()).get(audit.calls.list, { rowId_equal: id, ascs: 'id' })
  expect(records.map(({ verb, createUser }) => [verb, String(createUser)])).toEqual([
    ['insert', author().id],
    ['publish', second().id],
    ['requestWithdrawal', second().id],
    ['withdraw', author().id],
  ])
})

test('a notice of thirty declarations is read by as many queries as one of three', async () => {
  const about = /declaration|public_notice|template/
  await insert(3)
  const few = await draft()
  const queriesFor = (id: string) => fewestQueries(() => second().get(calls.read, { id }), about)
  const before = await queriesFor(few)
  await insert(27)
  expect(await queriesFor(await draft())).toBe(before)
  expect(before).toBeLessThanOrEqual(8)
})

test('template, batch and column of another tenant are refused as missing ones, at their field', async () => {
  await insert(1)
  const id = await draft()
  const more = { tenantId: '999999' }
  const openAt = '2026-01-01 00:00:00'
  const window = {
    templateName: '他处',
    enabled: 1,
    year: '2026',
    kind: 1 as const,
    openAt,
    closeAt: openAt,
    noticeDays: 5,
  }
  const insertInto = async (table: 'template' | 'batch' | 'column', values: object) =>
    String(
      (
        await platform.db
          .insertInto(table)
          .values({ ...values, ...more } as never)
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    )
  const others = {
    templateId: await insertInto('template', {
      ...window,
      materials: '[]',
      publishesNotice: 1,
      maxPerCompany: 1,
      allowRedeclare: 0,
    }),
    batchId: await insertInto('batch', { templateId, batchName: '他处' }),
    columnId: await insertInto('column', { name: '他处', type: 2, sort: 1, isOpen: 1, parentId: '0' }),
  }
  const values = {
    title: '公示',
    templateId,
    columnId,
    organisation: '某厅',
    contactName: '某处',
    phone: '025-12345678',
  }
  for (const [name, other] of Object.entries(others))
    for (const answer of [
      await author().ask(calls.save, { ...values, [name]: other } as never),
      await author().ask(calls.update, { id, [name]: other } as never),
    ])
      expect([answer.status, answer.faults?.map(({ at }) => at)]).toEqual([400, [name]])
})
