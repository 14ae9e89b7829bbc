import { beforeAll, expect, test } from 'vitest'
import { messages } from '#contract/inbox/message.ts'
import { column } from '#contract/news/column.ts'
import { pressRelease } from '#contract/news/press-release.ts'
import { publicProjects } from '#contract/portal/public-projects.ts'
import { matters } from '#contract/project/matter.ts'
import { publicNotice } from '#contract/project/public-notice.ts'
import { template } from '#contract/project/template.ts'
import { workWaiting } from '#contract/work/work-waiting.ts'
import { sql } from '#server/base/database/sql.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { addBatch } from '../support/batches.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { addColumn, askAct, doAct, noticeValues } from '../support/public-notices.ts'
import { openReview, type Review } from '../support/review.ts'
import { bringTo } from '../support/review-tasks.ts'
import { createStaff, openWindow, submitAction } from '../support/scenario.ts'

/** Public notices are drafted by one person and published by another one; the period begins with them (docs/decisions/0163). */

const { calls } = publicNotice

let platform: Platform
let review: Review
let columnId: string
let values: Record<string, unknown>

const author = () => review.person('office')
const second = () => review.person('office2')

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  columnId = await addColumn(platform)
  await platform.db.updateTable('template').set({ publishesNotice: 1, noticeDays: 5 }).execute()
  values = { ...noticeValues, templateId: review.windowId, columnId }
})

/** A declaration that has passed the review. */
const passed = async (): Promise<string> => {
  const id = await review.beginDeclaration()
  await bringTo(review, 50)
  return id
}
const draft = async (more: object = {}) => (await author().get(calls.save, { ...values, ...more } as never)).id
const published = async () => {
  const id = await draft()
  await doAct(second(), 'publish', id)
  return id
}
const article = async (id: string) => {
  const { articleId } = await author().get(calls.detail, { id })
  return platform.db
    .selectFrom('pressRelease')
    .selectAll()
    .where('id', '=', String(articleId))
    .executeTakeFirstOrThrow()
}
const listing = async (id: string) => submitAction(second(), id, 'publish')
const endPeriod = (id: string) =>
  platform.db.updateTable('declaration').set({ noticeUntil: '2026-01-10 23:59:59' }).where('id', '=', id).execute()

test('the period begins with the notice, in working days from the day after it, and the listing waits for its end', async () => {
  const id = await passed()
  expect((await review.status()).noticeUntil).toBeNull()
  expect((await listing(id)).msg).toBe('公示公告尚未发布，公示期满后方可入库')
  const own = (await second().get(workWaiting.calls.list, { size: 100 })).records.find((row) => row.businessId === id)
  expect(own).toMatchObject({ waitsFor: 'publication', waitsUntil: null })
  const notice = await published()
  const { noticeUntil, noticeState, fileCount } = await author().get(calls.detail, { id: notice })
  expect([noticeState, fileCount, noticeUntil?.slice(11)]).toEqual([2, 1, '23:59:59'])
  // five working days are at least seven days
  const days = (Date.parse(String(noticeUntil).slice(0, 10)) - Date.parse(wireTime().slice(0, 10))) / 86_400_000
  expect(days).toBeGreaterThanOrEqual(7)
  expect((await review.status()).noticeUntil).toBe(noticeUntil)
  expect((await listing(id)).msg).toContain('公示期至')
  const { records } = await review.company.get(messages.list, { size: 5 })
  expect(records[0]?.title).toBe(`“${review.projectName()}”已发布公示，公示期至 ${noticeUntil?.slice(0, 16)}`)
  await endPeriod(id)
  expect((await listing(id)).data.status).toBe(60)
})

test('who drafted a notice does not publish it, nor their deputy or principal', async () => {
  await passed()
  const id = await draft()
  const refusal = '公告须由拟稿人以外的另一人发布（互为代办人和委托人的视为同一人）'
  expect(await askAct(author(), 'publish', id)).toMatchObject({ status: 409, msg: refusal })
  await sql`insert into deputy (deputy_user, start_time, end_time, create_user)
    values (${second().id}, now() - interval '1 hour', now() + interval '1 day', ${author().id})`.execute(platform.db)
  expect(await askAct(second(), 'publish', id)).toMatchObject({ status: 409, msg: refusal })
  expect((await second().get(calls.read, { id })).refusal).toBe(refusal)
  await sql`update deputy set ended_time = now() where ended_time is null`.execute(platform.db)
  // who changes a draft is its author from then on
  await second().get(calls.update, { id, title: '改过的公示' } as never)
  expect((await askAct(second(), 'publish', id)).msg).toBe(refusal)
  expect((await author().get(calls.read, { id })).refusal).toBeNull()
  await doAct(author(), 'publish', id)
  expect((await askAct(author(), 'publish', id)).status).toBe(409)
})

test('the article names the projects, is public at once, and is changed through the notice only', async () => {
  await passed()
  const id = await published()
  const { id: articleId, connect, status, title } = await article(id)
  expect([status, title]).toEqual([2, '关于拟入库项目的公示'])
  expect(connect).toContain(`<td>${review.projectName()}</td>`)
  expect(connect).toMatch(/公示期为\d+年\d+月\d+日至\d+年\d+月\d+日（5个工作日）。/)
  const admin = await platform.admin()
  const msg = '该文章是公示公告，不能在此修改、撤回或删除；有误的，请在“公示公告”中申请撤销'
  for (const answer of [
    await admin.ask(pressRelease.calls.update, { id: articleId, title: '改过' } as never),
    await admin.ask(pressRelease.calls.withdraw, { ids: articleId }),
    await admin.ask(pressRelease.calls.publish, { ids: articleId }),
  ])
    expect(answer).toMatchObject({ status: 409, msg })
  expect((await admin.ask(pressRelease.calls.remove, { ids: articleId })).status).toBe(400)
  expect(await admin.ask(calls.remove, { ids: id })).toMatchObject({ status: 409 })
  expect(await admin.ask(calls.update, { id, title: '改过' } as never)).toMatchObject({ status: 409 })
})

test('a withdrawal needs a second person, says why in the article, and the next notice begins at zero', async () => {
  const file = await passed()
  const id = await published()
  await author().get(calls.requestWithdrawal, { id, reason: '单位名称有误。' })
  expect(await askAct(author(), 'withdraw', id)).toMatchObject({ status: 409 })
  expect((await review.status()).noticeUntil).not.toBeNull()
  await doAct(second(), 'withdraw', id)
  expect((await article(id)).connect).toMatch(
    /^<p><strong>本公示已于.*撤销，公示期终止。原因：单位名称有误。<\/strong><\/p>/,
  )
  expect((await review.status()).noticeUntil).toBeNull()
  expect((await listing(file)).msg).toBe('公示公告尚未发布，公示期满后方可入库')
  await published()
  expect((await review.status()).noticeUntil).not.toBeNull()
})

test('a withdrawal that is refused changes nothing', async () => {
  await passed()
  const id = await published()
  const before = await review.status()
  await author().get(calls.requestWithdrawal, { id, reason: '误申请。' })
  await author().get(calls.refuseWithdrawal, { id })
  expect((await review.status()).noticeUntil).toBe(before.noticeUntil)
  expect(await askAct(second(), 'withdraw', id)).toMatchObject({ status: 409 })
})

test('an objection keeps the period, and the listing waits until it is settled', async () => {
  const file = await passed()
  await published()
  const { noticeUntil } = await review.status()
  await review.performAction('office', 'object', { comment: '名称与他人重复。' })
  expect((await review.status()).noticeUntil).toBe(noticeUntil)
  await endPeriod(file)
  expect((await listing(file)).msg).toBe('有异议尚未处理，不能入库')
})

test('a draft whose projects have changed is saved again before it is published', async () => {
  const first = await passed()
  const id = await draft()
  await passed()
  expect((await second().get(calls.read, { id })).others).toBe(1)
  await platform.db
    .updateTable('declaration')
    .set({ noticeUntil: '2099-01-01 00:00:00' })
    .where('id', '=', first)
    .execute()
  const answer = await askAct(second(), 'publish', id)
  expect(answer).toMatchObject({ status: 409 })
  expect(answer.msg).toContain('公告中有 1 件已不在待公示状态')
  await author().get(calls.update, { id, title: '重新保存' } as never)
  expect((await second().get(calls.read, { id })).files).toHaveLength(1)
  await doAct(second(), 'publish', id)
})

test('only the offices that list projects have notices, and what waits is counted by template', async () => {
  await passed()
  const waiting = (await author().get(calls.waiting)).find(({ templateId }) => templateId === review.windowId)
  expect(waiting).toMatchObject({ count: 1, drafted: 0, batchName: null })
  const id = await draft()
  for (const name of ['city', 'expert1'])
    for (const answer of [
      await review.person(name).ask(calls.page, {}),
      await review.person(name).ask(calls.read, { id }),
      await review.person(name).ask(calls.waiting, {}),
      await review.person(name).ask(calls.publish, { id, version: '1' }),
    ])
      expect(answer.status).toBe(403)
  expect((await review.company.ask(calls.read, { id })).status).toBe(403)
  const other = await createStaff(platform, 'platform')
  await doAct(other, 'publish', id)
})

test('a text that was changed since it was read is neither published nor withdrawn', async () => {
  await passed()
  const id = await draft()
  const { version } = await second().get(calls.read, { id })
  await author().get(calls.update, { id, title: '另一标题' } as never)
  const msg = '公告在您查看后有变化，请刷新并核对后再办理'
  expect(await second().ask(calls.publish, { id, version })).toMatchObject({ status: 409, msg })
  await doAct(second(), 'publish', id)
  await author().get(calls.requestWithdrawal, { id, reason: '名称有误。' })
  const seen = await second().get(calls.read, { id })
  await author().get(calls.refuseWithdrawal, { id })
  await author().get(calls.requestWithdrawal, { id, reason: '另有原因。' })
  expect(await second().ask(calls.withdraw, { id, version: seen.version })).toMatchObject({ status: 409, msg })
})

test('another person is asked to publish, and to agree to a withdrawal, until that is done', async () => {
  await platform.db.updateTable('declaration').set({ noticeUntil: '2099-01-01 00:00:00' }).execute()
  const file = await passed()
  const open = async (by: Caller) =>
    (await by.get(messages.list, { size: 50 })).records.filter(
      ({ link, isDone, kind }) => kind === 'todo' && !isDone && link?.startsWith('/project/public-notice/'),
    ).length
  const before = [await open(second()), await open(author())]
  const id = await draft()
  expect([await open(second()), await open(author())]).toEqual([Number(before[0]) + 1, before[1]])
  // saved again, it is one task
  await author().get(calls.update, { id, title: '再次保存' } as never)
  expect(await open(second())).toBe(Number(before[0]) + 1)
  expect((await author().get(matters.list)).unpublished).toBe(1)
  await doAct(second(), 'publish', id)
  expect([await open(second()), (await author().get(matters.list)).unpublished]).toEqual([before[0], 0])
  await second().get(calls.requestWithdrawal, { id, reason: '名称有误。' })
  expect(await open(author())).toBe(Number(before[1]) + 1)
  await endPeriod(file)
  expect((await listing(file)).msg).toBe('公示公告已申请撤销，办理完毕后方可入库')
  await author().get(calls.refuseWithdrawal, { id })
  expect(await open(author())).toBe(before[1])
})

test('a notice with a listed project is not withdrawn', async () => {
  const file = await passed()
  const id = await published()
  await platform.db.updateTable('declaration').set({ declareStatus: 60 }).where('id', '=', file).execute()
  expect(await author().ask(calls.requestWithdrawal, { id, reason: '名称有误。' })).toMatchObject({ status: 409 })
})

test('a template goes on publishing while declarations wait, and its column stays visible while a period runs', async () => {
  await passed()
  const admin = await platform.admin()
  const values = await admin.get(template.calls.detail, { id: review.windowId })
  const off = { ...values, publishesNotice: 0 } as never
  expect((await admin.ask(template.calls.update, off)).faults?.[0]?.at).toBe('publishesNotice')
  await published()
  const own = await admin.get(column.calls.detail, { id: columnId })
  expect(await admin.ask(column.calls.update, { ...own, isOpen: 0 } as never)).toMatchObject({
    msg: '该栏目中有公示期内的公示公告，期满前不能隐藏',
  })
  expect((await admin.ask(template.calls.update, off)).success).toBe(true)
  await admin.get(template.calls.update, { ...values, publishesNotice: 1 } as never)
})

test('visitors read project and organisation from the publication on, and not after a withdrawal', async () => {
  const file = await passed()
  const { declareNo } = await platform.db
    .selectFrom('declaration')
    .select('declareNo')
    .where('id', '=', file)
    .executeTakeFirstOrThrow()
  const seen = async () => {
    const { published: names, noticeUntil } = await platform.visitor.get(publicProjects.lookUp, {
      declareNo: String(declareNo),
    })
    return [names?.projectName ?? null, noticeUntil !== null]
  }
  expect(await seen()).toEqual([null, false])
  const id = await published()
  expect(await seen()).toEqual([review.projectName(), true])
  await author().get(calls.requestWithdrawal, { id, reason: '名称有误。' })
  await doAct(second(), 'withdraw', id)
  expect(await seen()).toEqual([null, false])
})

test('what a draft says of itself is not sent by its author: state, author, period and article are set by the server', async () => {
  await passed()
  const more = { noticeState: 2, author: second().id, noticeUntil: '2026-01-01 00:00:00', articleId: '1' }
  const id = await draft(more)
  expect(await author().get(calls.detail, { id })).toMatchObject({
    ...{ noticeState: 1, author: author().id, noticeUntil: null, articleId: null },
  })
  expect((await askAct(author(), 'publish', id)).status).toBe(409)
  await doAct(second(), 'publish', id)
})

test('bad input is told at its field', async () => {
  await platform.db.updateTable('declaration').set({ noticeUntil: '2099-01-01 00:00:00' }).execute()
  const faultOf = async (more: object) => {
    const { status, faults } = await author().ask(calls.save, { ...values, ...more } as never)
    return [status, faults?.[0]?.at, faults?.[0]?.msg]
  }
  expect(await faultOf({})).toEqual([400, 'templateId', '没有待发布公示的申报'])
  const plain = await openWindow(await platform.admin())
  expect((await faultOf({ templateId: plain })).slice(0, 2)).toEqual([400, 'templateId'])
  const batchId = await addBatch(author(), plain)
  expect(await faultOf({ batchId })).toEqual([400, 'batchId', '所选批次不属于该申报模板'])
  expect((await faultOf({ phone: '1' })).slice(0, 2)).toEqual([400, 'phone'])
  const files = (await (await platform.admin()).get(column.calls.save, { name: '进展', type: 3, sort: 2, isOpen: 1 }))
    .id
  expect((await faultOf({ columnId: files })).slice(0, 2)).toEqual([400, 'columnId'])
})
