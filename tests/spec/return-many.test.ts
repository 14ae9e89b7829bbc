import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#contract/log/audit.ts'
import { contact } from '#contract/project/contact.ts'
import { declaration } from '#contract/project/declaration.ts'
import { material } from '#contract/project/material.ts'
import type { TrialOfMany } from '#contract/project/moves-of-many.ts'
import type { Step } from '#contract/project/status.ts'
import { versionsText } from '#contract/row-results.ts'
import { waitForJob } from '../support/jobs.ts'
import { doneOf, type Officer, reasonsOf, seenBy, sendMany, submitMany } from '../support/many.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { uploadPdf } from '../support/scenario.ts'

/** Many declarations returned with one remark, at a place that each of them has (docs/decisions/0147). */

let platform: Platform
let review: Review

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
})

const { getStatus, startMany } = declaration.calls
const toContact = { place: 'contact', remark: '请补充分管负责人' }
const toLicence = { place: 'paper.4', remark: '营业执照不清晰，请重新上传' }

const claimed = (count: number, ...steps: readonly Officer[]) => submitMany(review, count, ['city', 'claim'], ...steps)
/** One that was submitted with a business licence, and accepted for review. */
const withLicence = async () => {
  const id = await review.beginDeclaration()
  const attachId = await uploadPdf(review.company, '营业执照.pdf')
  await review.company.get(material.calls.save, { pid: id, files: [{ type: 4, attachId, title: null, remark: null }] })
  await review.performAction('company', 'submit')
  await review.performAction('city', 'claim')
  return id
}
const statusOf = (id: string, caller: Caller = review.company) => caller.get(getStatus, { id })
const stagesOf = async (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await statusOf(id)).status))
const lastStep = async (id: string, caller: Caller): Promise<Step | undefined> =>
  (await statusOf(id, caller)).timeline.at(-1)

describe('a return of many', () => {
  test('returns each as alone: the remark at its place, stage, history, audit and message', async () => {
    const city = review.person('city')
    const ids = await claimed(2)
    const [first = '', second = ''] = ids
    const rows = await seenBy(city, ids)
    expect(doneOf(await sendMany(city, 'return', rows, { ...toContact, isTrial: 1 }))).toEqual([true, true])
    expect(await stagesOf(ids)).toEqual([20, 20])
    expect(doneOf(await sendMany(city, 'return', rows, toContact))).toEqual([true, true])
    expect(await stagesOf(ids)).toEqual([70, 70])
    expect(await lastStep(first, city)).toMatchObject({
      ...{ move: 'cityReturn', isBulk: true, from: 20, to: 70 },
      remarks: [{ at: 'contact', text: toContact.remark }],
    })
    expect(await lastStep(second, review.company)).toMatchObject({ move: 'cityReturn', isBulk: false })
    const { records } = await (await platform.admin()).get(audit.calls.list, { rowId_equal: first })
    expect(records.filter(({ verb }) => verb === 'cityReturn')).toHaveLength(1)
    const messages = await platform.db
      .selectFrom('message')
      .select(['text', 'businessId'])
      .where('businessId', 'in', ids)
      .where('text', 'like', '修改要求 1 条%')
      .execute()
    expect(messages.map(({ businessId }) => businessId).toSorted()).toEqual([...ids].toSorted())
    // the declarant corrects the part, nothing else, and the officer who returned it has it again
    expect((await statusOf(first)).editable).toContain('contact')
    const { version: _, ...contactPart } = await review.company.get(contact.calls.detail, { pid: first })
    await review.company.get(contact.calls.save, { ...contactPart, pid: first, tel: '13912345678' })
    const answer = await review.company.ask(declaration.calls.submitStatus, {
      ...{ id: first, action: 'submit', confirmTruth: 1 },
    })
    expect(answer).toMatchObject({ success: true, data: { status: 20 } })
  })

  test('on a paper is about its file in each; one without such a paper is listed and stays', async () => {
    const city = review.person('city')
    const ids = [await withLicence(), ...(await claimed(1))]
    const [first = ''] = ids
    const rows = await seenBy(city, ids)
    const offered = (await sendMany(city, 'return', rows, { isTrial: 1 })).map(
      ({ answer }) => (answer as TrialOfMany).places,
    )
    expect(offered.map((places) => places.includes('paper.4'))).toEqual([true, false])
    expect(offered.map((places) => places.includes('material'))).toEqual([true, true])
    const reason = '该申报没有所选的修改位置，不能一并退回'
    expect(reasonsOf(await sendMany(city, 'return', rows, { ...toLicence, isTrial: 1 }))).toEqual([null, reason])
    expect(reasonsOf(await sendMany(city, 'return', rows, toLicence))).toEqual([null, reason])
    expect(await stagesOf(ids)).toEqual([70, 20])
    const files = (await review.company.get(material.calls.detail, { pid: first })).files as { id: string }[]
    expect((await statusOf(first)).remarks).toEqual([
      { at: `material.files.${files[0]?.id}.attachId`, text: toLicence.remark },
    ])
  })

  test('needs a place and a remark, which has no open variable; a check needs neither', async () => {
    const city = review.person('city')
    const ids = await claimed(1)
    const rows = await seenBy(city, ids)
    const asked = async (more: object) => {
      const input = { ids: ids.join(','), action: 'return', versions: versionsText(rows), ...more }
      const { status, faults } = await city.ask(declaration.calls.handleMany, input)
      return [status, faults?.map(({ at, msg }) => [at, msg])]
    }
    expect(await asked({})).toEqual([
      400,
      [
        ['place', '请选择修改位置'],
        ['remark', '请输入修改要求'],
      ],
    ])
    expect(await asked({ ...toContact, remark: '  ' })).toEqual([400, [['remark', '请输入修改要求']]])
    expect(await asked({ ...toContact, remark: '请补充【缺少材料】' })).toEqual([
      400,
      [['remark', '请补充或删去“【缺少材料】”']],
    ])
    for (const place of ['contact.tel', 'nothing', 'paper.x'])
      expect(await asked({ ...toContact, place })).toEqual([400, [['place', '没有此修改位置']]])
    expect((await city.ask(startMany, { action: 'return', versions: versionsText(rows) })).faults).toHaveLength(2)
    expect(await asked({ isTrial: 1 })).toEqual([200, []])
    expect(await stagesOf(ids)).toEqual([20])
  })

  test('leaves out what changed, what a template keeps for one by one, and open remarks, which it would replace', async () => {
    const city = review.person('city')
    const [open = ''] = await claimed(1, ['city', 'return', remarks('contact.tel')], ['company', 'submit'])
    const [other = ''] = await claimed(1)
    const rows = await seenBy(city, [open, other])
    const stale = rows.map((row) => (row.id === other ? { ...row, version: Number(row.version) - 1 } : row))
    const reasons = [
      '上次退回的 1 条修改要求尚未标记“已落实”，请逐件办理',
      '该申报刚刚有新的办理，请刷新查看后再提交，您填写的内容会保留',
    ]
    for (const isTrial of [1, 0])
      expect(reasonsOf(await sendMany(city, 'return', stale, { ...toContact, isTrial }))).toEqual(reasons)
    const forbid = (oneByOne: number | null) =>
      platform.db.updateTable('template').set({ oneByOne }).where('id', '=', review.windowId).execute()
    await forbid(1)
    const forbidden = reasonsOf(await sendMany(city, 'return', rows, toContact))
    await forbid(null)
    expect(forbidden).toEqual(['该模板的申报只能逐件办理', '该模板的申报只能逐件办理'])
    expect(await stagesOf([open, other])).toEqual([20, 20])
  })

  test('is nobody’s who could not return them alone, and never the return after the expert review', async () => {
    const [id = ''] = await claimed(1)
    const rows = await seenBy(review.person('city'), [id])
    for (const who of [review.person('ca'), review.person('office'), review.company, review.operator])
      for (const isTrial of [1, 0])
        expect(doneOf(await sendMany(who, 'return', rows, { ...toContact, isTrial }))).toEqual([false])
    await review.performAction('city', 'approve')
    const province = review.person('ca')
    const atProvince = await seenBy(province, [id])
    expect(doneOf(await sendMany(province, 'return', atProvince, { ...toContact, isTrial: 1 }))).toEqual([true])
    for (const office of ['ca', 'miit']) await review.performAction(office, 'approve')
    const office = review.person('office')
    const reason = '评审结论须逐件作出'
    expect(reasonsOf(await sendMany(office, 'return', await seenBy(office, [id]), toContact))).toEqual([reason])
    expect(await stagesOf([id])).toEqual([40])
  })

  test('runs in the background with the same remark', async () => {
    const city = review.person('city')
    const ids = [await withLicence(), ...(await claimed(1))]
    const versions = versionsText(await seenBy(city, ids))
    const { id: job } = await city.get(startMany, { action: 'return', versions, ...toLicence })
    expect(await waitForJob(city, String(job))).toMatchObject({ message: '退回修改：已办 1 件，未办 1 件' })
    expect(await stagesOf(ids)).toEqual([70, 20])
    expect((await statusOf(ids[0] ?? '')).remarks.map(({ text }) => text)).toEqual([toLicence.remark])
  })
})
