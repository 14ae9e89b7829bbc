import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { audit } from '#contract/log/audit.ts'
import { template } from '#contract/project/template.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { createEnterprise, openWindow, setStage } from '../support/scenario.ts'

/** The rubric of a template: who sets it, and until when (docs/decisions/0148). */

let platform: Platform
let admin: Caller
let review: Review

const first = {
  itemName: '技术先进性',
  weight: 60,
  maxPoints: 20,
  reasonBelow: 12,
  reasonAbove: null,
  description: '组网与终端',
}
const second = {
  itemName: '应用成效',
  weight: 40,
  maxPoints: 100,
  reasonBelow: null,
  reasonAbove: 95,
  description: null,
}
const rubric = [first, second]

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  review = await openReview(platform)
})

beforeEach(async () => {
  await change(review.windowId, [])
})

const change = (id: string, items: readonly object[] | undefined, by = admin) =>
  by.ask(template.calls.update, { id, ...(items && { rubric: items }) } as never)
const storedAt = async (id: string) => (await admin.get(template.calls.detail, { id })).rubric

/** Brings a declaration of the open window to the experts and lets one of them score or recuse. */
const letExpertAct = async (input: object) => {
  const id = await review.beginDeclaration()
  await setStage(platform, id, 40)
  const experts = ['expert1', 'expert2', 'expert3'].map((name) => review.person(name).id).join(',')
  await review.performAction('office', 'assign', { experts })
  await review.performAction('expert1', 'score', input)
}

describe('the rubric of a template', () => {
  test('is stored as it was entered, and stays when a client that does not know it changes the template', async () => {
    const id = await openWindow(admin, { enabled: 0, rubric })
    expect(await storedAt(id)).toEqual(rubric)
    expect((await admin.ask(template.calls.update, { id, guide: '请先阅读' })).success).toBe(true)
    expect(await storedAt(id)).toEqual(rubric)
    expect((await change(id, [])).success).toBe(true)
    expect(await storedAt(id)).toEqual([])
  })

  test('is refused at the field with what is wrong, new or changed', async () => {
    const wrong = [{ ...first, weight: 59 }, second]
    const faults = [{ at: 'rubric', msg: '各评分项的权重之和应为100，现为99' }]
    const more = { templateName: '新模板', year: '2026', openAt: '2026-01-02 03:04:05', closeAt: '2026-02-02 03:04:05' }
    expect(await admin.ask(template.calls.save, { ...more, rubric: wrong } as never)).toMatchObject({
      status: 400,
      faults,
    })
    expect(await change(review.windowId, wrong)).toMatchObject({ status: 400, faults })
    expect(
      await change(review.windowId, [
        { ...first, weight: 33.5 },
        { weight: 0, itemName: ' ' },
      ]),
    ).toMatchObject({
      status: 400,
      faults: [
        { at: 'rubric.0.weight', msg: '权重（%）应为整数' },
        { at: 'rubric.1.itemName', msg: '请输入评分项' },
        { at: 'rubric.1.weight', msg: '权重（%）不能小于1' },
      ],
    })
    expect(await storedAt(review.windowId)).toEqual([])
  })

  test('is changed by nobody without the permission to change templates', async () => {
    for (const by of [review.person('expert1'), review.person('city'), await createEnterprise(platform)])
      expect((await change(review.windowId, rubric, by)).status).toBe(403)
  })
})

test('a rubric can change after a recusal, but not once there is a score; all else of the template can', async () => {
  const untouched = await openWindow(admin, { enabled: 0, rubric })
  expect((await change(review.windowId, rubric)).success).toBe(true)
  await letExpertAct({ conflict: 1 })
  expect((await change(review.windowId, [])).success).toBe(true)
  await letExpertAct({ conflict: 0, score: 80 })
  const refused = {
    status: 400,
    faults: [{ at: 'rubric', msg: '已有专家按本模板评分，评分标准不能再修改' }],
  }
  expect(await change(review.windowId, rubric)).toMatchObject(refused)
  expect((await admin.ask(template.calls.update, { id: review.windowId, guide: '补充说明', rubric: [] })).success).toBe(
    true,
  )
  expect((await change(untouched, [])).success).toBe(true)
  // an earlier rubric comes back no other way either
  const { records } = await admin.get(audit.calls.list, { rowId: review.windowId, verb: 'update', size: 10 })
  const emptied = records[1]?.id ?? ''
  const { changes } = await admin.get(audit.calls.revertPreview, { id: emptied })
  expect(changes.map(({ name }) => name)).toContain('rubric')
  expect(await admin.ask(audit.calls.revert, { id: emptied })).toMatchObject(refused)
})
