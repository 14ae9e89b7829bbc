import { beforeAll, describe, expect, test } from 'vitest'
import { batch } from '#contract/project/batch.ts'
import { addBatch, daysFromNow, passClosing } from '../support/batches.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff, openWindow } from '../support/scenario.ts'

/** Batches of a template and the acts that move them (docs/decisions/0153). */

let platform: Platform
let office: Caller
let templateId: string

beforeAll(async () => {
  platform = await openPlatform()
  office = await createStaff(platform, 'platform')
  templateId = await openWindow(await platform.admin())
})

const { calls } = batch
const stateOf = async (id: string) => (await office.get(calls.detail, { id })).batchState

describe('a batch', () => {
  test('refuses dates in another order, at the field that is too early', async () => {
    const answer = await office.ask(calls.save, {
      templateId,
      batchName: '日期有误',
      closeAt: daysFromNow(9),
      decisionDeadline: daysFromNow(8),
    })
    expect(answer.faults).toEqual([{ at: 'decisionDeadline', msg: '评审结论截止不能早于批次截止' }])
    const id = await addBatch(office, templateId)
    const change = await office.ask(calls.update, { id, cityDeadline: daysFromNow(15) })
    expect(change.faults).toMatchObject([{ at: 'closeAt' }])
  })

  test('stays with its template, and has a name of its own there', async () => {
    const id = await addBatch(office, templateId, { batchName: '2026年第一批' })
    const other = await openWindow(await platform.admin(), { templateName: '另一模板' })
    const moved = await office.ask(calls.update, { id, templateId: other })
    expect(moved.faults).toEqual([{ at: 'templateId', msg: '批次所属模板不能修改' }])
    const twice = await office.ask(calls.save, { templateId, batchName: '2026年第一批' })
    expect(twice.faults).toMatchObject([{ at: 'batchName' }])
    expect((await office.ask(calls.save, { templateId: other, batchName: '2026年第一批' })).success).toBe(true)
  })

  test('goes through its states by its acts, one after the other, and never back', async () => {
    const id = await addBatch(office, templateId)
    expect((await office.ask(calls.close, { id })).msg).toBe('批次目前处于“准备”，不能执行此操作，请刷新后再试')
    await office.get(calls.open, { id })
    expect((await office.ask(calls.close, { id })).msg).toContain('未到时间不能截止')
    await passClosing(platform.db, id)
    for (const act of ['close', 'review', 'announce', 'publish'] as const) await office.get(calls[act], { id })
    expect(await stateOf(id)).toBe(6)
    expect((await office.ask(calls.open, { id })).status).toBe(409)
    expect((await office.ask(calls.remove, { ids: id })).msg).toBe('只能删除处于“准备”的批次')
  })

  test('is the only open one of its template', async () => {
    const own = await openWindow(await platform.admin(), { templateName: '只开一批' })
    const [first, second] = [await addBatch(office, own, { batchName: '甲批' }), await addBatch(office, own)]
    const answers = await Promise.all([first, second].map((id) => office.ask(calls.open, { id })))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.find(({ success }) => !success)?.status).toBe(409)
  })

  test('opens only with a closing time that is still to come', async () => {
    const own = await openWindow(await platform.admin(), { templateName: '缺时间' })
    const id = await addBatch(office, own, { closeAt: null })
    expect((await office.ask(calls.open, { id })).msg).toContain('请先填写批次截止')
    await office.get(calls.update, { id, closeAt: daysFromNow(-1) })
    expect((await office.ask(calls.open, { id })).msg).toContain('批次截止时间已过')
  })

  test('is read by the offices of a region, and moved by the platform only', async () => {
    const [city, id] = [await createStaff(platform, 'city', '320500'), await addBatch(office, templateId)]
    expect((await city.get(calls.detail, { id })).batchState).toBe(1)
    for (const call of [calls.open, calls.update]) expect((await city.ask(call, { id })).status).toBe(403)
    expect((await (await createStaff(platform, 'expert')).ask(calls.page, {})).status).toBe(403)
  })
})
