import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#contract/log/audit.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { TrialOfMany } from '#contract/project/moves-of-many.ts'
import type { Step } from '#contract/project/status.ts'
import { versionsText } from '#contract/row-results.ts'
import { sql } from '#server/base/database/sql.ts'
import { doneOf, type Officer, reasonsOf, seenBy, sendMany as send, submitMany } from '../support/many.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { setStage } from '../support/scenario.ts'

/** Many declarations by one act: what each could do alone, with a result of its own (docs/decisions/0147). */

let platform: Platform
let review: Review

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
})

const { handleMany, getStatus, noteOpening } = declaration.calls

const submitted = (count: number, ...steps: readonly Officer[]) => submitMany(review, count, ...steps)
const stagesOf = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await review.person('city').get(getStatus, { id })).status))
const lastStepFor = async (caller: Caller, id: string): Promise<Step | undefined> =>
  (await caller.get(getStatus, { id })).timeline.at(-1)

describe('many declarations', () => {
  test('are accepted and approved, each as alone: stage, history and audit say so; the declarant does not learn that it was one of many', async () => {
    const city = review.person('city')
    const ids = await submitted(3)
    expect(doneOf(await send(city, 'claim', await seenBy(city, ids)))).toEqual([true, true, true])
    expect(await stagesOf(ids)).toEqual([20, 20, 20])
    expect(doneOf(await send(city, 'approve', await seenBy(city, ids)))).toEqual([true, true, true])
    expect(await stagesOf(ids)).toEqual([30, 30, 30])
    const [first = ''] = ids
    expect(await lastStepFor(city, first)).toMatchObject({ move: 'cityApprove', isBulk: true, from: 20, to: 30 })
    expect(await lastStepFor(review.company, first)).toMatchObject({ move: 'cityApprove', isBulk: false })
    const { records } = await (await platform.admin()).get(audit.calls.list, { rowId_equal: first })
    expect(records.filter(({ verb }) => verb === 'cityApprove')).toHaveLength(1)
  })

  test('are no single transaction: with an Idempotency-Key several need a result each', async () => {
    const city = review.person('city')
    const rows = await seenBy(city, await submitted(2))
    const all = { ids: rows.map(({ id }) => id).join(','), action: 'claim', versions: versionsText(rows) }
    const answer = await city.ask(handleMany, all as never, { 'idempotency-key': 'two-at-once' })
    expect([answer.status, answer.msg]).toEqual([400, expect.stringContaining('rowByRow=1')])
    expect(await stagesOf(rows.map(({ id }) => id))).toEqual([10, 10])
  })

  test('a single decision is none of many', async () => {
    const [id = ''] = await submitted(1, ['city', 'claim'])
    expect(await lastStepFor(review.person('city'), id)).toMatchObject({ move: 'claim', isBulk: false })
  })

  test('a check changes nothing, and says of each why it cannot be done', async () => {
    const city = review.person('city')
    const ids = [...(await submitted(1)), ...(await submitted(1, ['city', 'claim']))]
    const rows = await seenBy(city, ids)
    const results = await send(city, 'approve', rows, { isTrial: 1 })
    expect(doneOf(results)).toEqual([false, true])
    expect(results[0]?.msg).toBe('该申报目前处于“已提交”，不能执行此操作，请刷新后再试')
    expect(await stagesOf(ids)).toEqual([10, 20])
    expect(doneOf(await send(city, 'claim', rows, { isTrial: 1 }))).toEqual([true, false])
    expect((await city.get(getStatus, { id: ids[0] ?? '' })).timeline).toHaveLength(1)
  })

  test('one that changed since it was seen is left out, also when the request is repeated', async () => {
    const city = review.person('city')
    const ids = await submitted(2, ['city', 'claim'])
    const rows = await seenBy(city, ids)
    const [first = { id: '', version: 0 }, second = { id: '', version: 0 }] = rows
    const stale = [{ id: first.id, version: Number(first.version) - 1 }, second]
    const changed = '该申报刚刚有新的办理，请刷新查看后再提交，您填写的内容会保留'
    expect(reasonsOf(await send(city, 'approve', stale, { isTrial: 1 }))).toEqual([changed, null])
    expect(reasonsOf(await send(city, 'approve', stale))).toEqual([changed, null])
    expect(doneOf(await send(city, 'approve', rows))).toEqual([true, false])
    expect(doneOf(await send(city, 'approve', rows))).toEqual([false, false])
    expect(
      (await city.get(getStatus, { id: second.id })).timeline.filter(({ move }) => move === 'cityApprove'),
    ).toHaveLength(1)
    // without its version a row is not known to be what was seen
    const [third = ''] = await submitted(1, ['city', 'claim'])
    expect(doneOf(await send(city, 'approve', [{ id: third }, ...rows]))).toEqual([false, false, false])
  })

  test('one with open remarks of the last return has to be opened, until they are marked as resolved', async () => {
    const city = review.person('city')
    const [id = ''] = await submitted(1, ['city', 'claim'], ['city', 'return', remarks('contact.tel', 'contact.email')])
    await review.performAction('company', 'submit')
    const rows = await seenBy(city, [id])
    const reason = '上次退回的 2 条修改要求尚未标记“已落实”，请逐件办理'
    expect(reasonsOf(await send(city, 'approve', rows, { isTrial: 1 }))).toEqual([reason])
    expect(reasonsOf(await send(city, 'approve', rows))).toEqual([reason])
    expect(await stagesOf([id])).toEqual([20])
    // who may not approve learns nothing of them
    for (const isTrial of [1, 0])
      expect(reasonsOf(await send(review.company, 'approve', rows, { isTrial }))).toEqual(['您没有执行此操作的权限'])
    await review.performAction('city', 'approve', { met: [{ at: 'contact.tel' }, { at: 'contact.email' }] })
    // the next office answers for its own remarks only
    const province = review.person('ca')
    expect(doneOf(await send(province, 'approve', await seenBy(province, [id])))).toEqual([true])
  })

  test('nobody does more at once than alone: not another office, not the declarant, not the decision on scores', async () => {
    const [id = ''] = await submitted(1, ['city', 'claim'])
    const rows = await seenBy(review.person('city'), [id])
    for (const who of [review.person('ca'), review.person('office'), review.company, review.operator])
      for (const isTrial of [1, 0]) expect(doneOf(await send(who, 'approve', rows, { isTrial }))).toEqual([false])
    expect(await stagesOf([id])).toEqual([20])
    for (const office of ['city', 'ca', 'miit']) await review.performAction(office, 'approve')
    await review.assignAndScore()
    const office = review.person('office')
    expect(reasonsOf(await send(office, 'approve', await seenBy(office, [id])))).toEqual(['评审结论须逐件作出'])
    for (const action of ['reject', 'assign', 'decideApprove', 'unlist', 'toString'])
      expect(reasonsOf(await send(office, action, await seenBy(office, [id])))).toEqual(['不支持批量办理此操作'])
    expect(await stagesOf([id])).toEqual([40])
  })

  test('those whose public notice still runs are left out with the reason; the others are listed', async () => {
    const office = review.person('office')
    const ids = await submitted(2, ['city', 'claim'], ['city', 'approve'], ['ca', 'approve'], ['miit', 'approve'])
    const [running = '', over = ''] = ids
    await setStage(platform, running, 50, { noticeUntil: '2099-01-10 09:00:00' })
    await setStage(platform, over, 50, { noticeUntil: '2026-01-10 09:00:00' })
    const rows = await seenBy(office, ids)
    const results = await send(office, 'publish', rows, { isTrial: 1 })
    expect(doneOf(results)).toEqual([false, true])
    expect(results[0]?.msg).toContain('公示')
    expect(doneOf(await send(office, 'publish', rows))).toEqual([false, true])
    expect(await stagesOf(ids)).toEqual([50, 60])
  })

  test('those of a template that forbids it are handled one by one', async () => {
    const city = review.person('city')
    const [id = ''] = await submitted(1)
    const rows = await seenBy(city, [id])
    const forbid = (oneByOne: number | null) =>
      platform.db.updateTable('template').set({ oneByOne }).where('id', '=', review.windowId).execute()
    await forbid(1)
    const reasons = ['该模板的申报只能逐件办理']
    expect(reasonsOf(await send(city, 'claim', rows, { isTrial: 1 }))).toEqual(reasons)
    expect(reasonsOf(await send(city, 'claim', rows))).toEqual(reasons)
    await review.performAction('city', 'claim')
    expect(await stagesOf([id])).toEqual([20])
    await forbid(null)
  })

  test('without results per row the first refusal ends the act, and is its answer', async () => {
    const city = review.person('city')
    const ids = await submitted(2, ['city', 'claim'])
    const rows = await seenBy(city, ids)
    const body = { ids: ids.join(','), action: 'claim', versions: versionsText(rows) }
    expect(await city.ask(handleMany, body)).toMatchObject({ status: 409 })
    expect(await city.ask(handleMany, { ...body, action: 'approve' })).toMatchObject({ status: 200 })
    expect(await stagesOf(ids)).toEqual([30, 30])
  })

  test('the check of an approval says which nobody in the office has opened since the submission, and so does the history', async () => {
    const city = review.person('city')
    const ids = await submitted(2, ['city', 'claim'])
    const [first = '', second = ''] = ids
    const unopened = async () => {
      const results = await send(city, 'approve', await seenBy(city, ids), { isTrial: 1 })
      return results.map(({ answer }) => (answer as TrialOfMany).isUnopened)
    }
    expect(await unopened()).toEqual([true, true])
    // what another office has opened was not opened by this one
    await review.person('miit').get(noteOpening, { id: first })
    expect(await unopened()).toEqual([true, true])
    await city.get(noteOpening, { id: first })
    await city.get(noteOpening, { id: first })
    expect(await unopened()).toEqual([false, true])
    expect(doneOf(await send(city, 'approve', await seenBy(city, ids)))).toEqual([true, true])
    for (const id of [first, second])
      expect(await lastStepFor(review.person('miit'), id)).toMatchObject({
        isBulk: true,
        act: { count: 2, unopened: 1 },
      })
    expect(await lastStepFor(review.company, first)).toMatchObject({ isBulk: false, act: null })
    // nobody learns how many an act has handled in other places
    await platform.db.updateTable('declaration').set({ city: '320100' }).where('id', '=', second).execute()
    expect(await lastStepFor(city, first)).toMatchObject({ act: { count: 1, unopened: 0 } })
  })

  test('what was opened before it was corrected is not opened', async () => {
    const city = review.person('city')
    const [id = ''] = await submitted(1, ['city', 'claim'])
    await city.get(noteOpening, { id })
    await review.performAction('city', 'return', remarks('contact.tel'))
    await review.performAction('company', 'submit')
    await review.performAction('city', 'approve', { met: [{ at: 'contact.tel' }] }).catch(() => null)
    const { rows } = await sql<{
      isUnopened: boolean
    }>`select o.opened_at < (select max(m.create_time) from declaration_move m
      where m.pid = o.declaration_id and m.move = 'submit') as "isUnopened" from declaration_opening o where o.declaration_id = ${id}`.execute(
      platform.db,
    )
    expect(rows).toEqual([{ isUnopened: true }])
  })

  test('a declaration that is not in the scope, or is opened by its declarant, is not noted', async () => {
    const [id = ''] = await submitted(1)
    expect((await review.company.ask(noteOpening, { id })).status).toBe(403)
    expect((await review.person('city').ask(noteOpening, { id: '999' })).status).toBe(404)
  })
})
