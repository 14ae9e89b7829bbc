import { beforeAll, describe, expect, test } from 'vitest'
import { batch } from '#contract/project/batch.ts'
import { declaration } from '#contract/project/declaration.ts'
import { matters } from '#contract/project/matter.ts'
import { addBatch, openOnlyWindow, passClosing } from '../support/batches.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { submitAction } from '../support/scenario.ts'

/** Which declarations a batch has, and what comes too late for it (docs/decisions/0153). */

let platform: Platform
let review: Review

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
})

const office = () => review.person('office')
const act = (name: 'open' | 'close', id: string) => office().get(batch.calls[name], { id })
const placeOf = async () => (await review.status()).batch

/** Submits another declaration and lets the city approve it. */
const submit = async () => {
  await review.beginDeclaration()
  await review.performAction('company', 'submit')
}
const reachProvince = async () => {
  await submit()
  await review.performAction('city', 'claim')
  await review.performAction('city', 'approve')
}
const approveInProvince = async () => {
  await review.performAction('miit', 'approve')
  return review.performAction('ca', 'approve')
}
/** A window of its own for the following declarations: only one is found at a time. */
const inNewWindow = async () => {
  return openOnlyWindow(platform, '批次窗口')
}

describe('a declaration', () => {
  test('of a template without batches has none, at any stage', async () => {
    await reachProvince()
    expect(await placeOf()).toBeNull()
    expect(await approveInProvince()).toBe(40)
    expect(await placeOf()).toBeNull()
  })

  test('is a candidate of the open batch from its submission and a member from the expert review on', async () => {
    const id = await addBatch(office(), await inNewWindow(), { batchName: '第一批' })
    await act('open', id)
    await review.beginDeclaration()
    expect(await placeOf()).toBeNull()
    await review.performAction('company', 'submit')
    expect(await placeOf()).toEqual({ id, name: '第一批', isMember: false, isLater: false })
    await review.performAction('city', 'claim')
    await review.performAction('city', 'approve')
    await approveInProvince()
    expect(await placeOf()).toMatchObject({ id, isMember: true })
    await review.performAction('office', 'return', remarks('information.projectName'))
    await passClosing(platform.db, id)
    await act('close', id)
    // the next batch is open when it comes back
    await act('open', await addBatch(office(), (await office().get(batch.calls.detail, { id })).templateId))
    await review.performAction('company', 'submit')
    expect(await placeOf()).toMatchObject({ id, isMember: true })
  })

  test('joins the next batch once the open one is closed, also one in preparation, and is told so', async () => {
    const templateId = await inNewWindow()
    const [first, second] = [await addBatch(office(), templateId), await addBatch(office(), templateId)]
    await act('open', first)
    await submit()
    const candidate = review.id()
    await review.performAction('city', 'claim')
    await review.performAction('city', 'return', remarks('information.projectName'))
    await passClosing(platform.db, first)
    await act('close', first)
    // with its applicant when the batch closed
    expect(await placeOf()).toMatchObject({ id: second, isMember: false, isLater: true })
    await submit()
    expect(review.id()).not.toBe(candidate)
    expect(await placeOf()).toMatchObject({ id: second, isLater: true })
  })

  test('waits where no batch follows, the desk of the platform says how many do, and joins the next one', async () => {
    const templateId = await inNewWindow()
    const first = await addBatch(office(), templateId)
    await act('open', first)
    await passClosing(platform.db, first)
    await act('close', first)
    await submit()
    expect(await placeOf()).toEqual({ id: null, name: null, isMember: false, isLater: true })
    const waiting = await office().get(batch.calls.waiting, {})
    expect(waiting).toMatchObject([{ templateId, templateName: '批次窗口', count: 1 }])
    expect((await review.person('miit').ask(batch.calls.waiting, {})).status).toBe(403)
    expect((await office().get(matters.list)).unbatched).toBe(1)
    expect((await review.person('miit').get(matters.list)).unbatched).toBeNull()
    const second = await addBatch(office(), templateId)
    expect(await office().get(batch.calls.waiting, {})).toEqual([])
    expect(await placeOf()).toMatchObject({ id: second })
    expect((await office().ask(batch.calls.remove, { ids: second })).msg).toContain('批次中已有申报')
  })

  test('that comes through without a batch goes on as before', async () => {
    const templateId = await inNewWindow()
    const first = await addBatch(office(), templateId)
    await act('open', first)
    await passClosing(platform.db, first)
    await act('close', first)
    await reachProvince()
    expect(await approveInProvince()).toBe(40)
    await addBatch(office(), templateId)
    expect(await placeOf()).toMatchObject({ isMember: true })
  })

  test('that comes through while its batch closes is a member of it or of none, not both', async () => {
    const templateId = await inNewWindow()
    const [first, second] = [await addBatch(office(), templateId), await addBatch(office(), templateId)]
    await act('open', first)
    const ids: string[] = []
    for (let i = 0; i < 2; i += 1) {
      await reachProvince()
      await review.performAction('miit', 'approve')
      ids.push(review.id())
    }
    await passClosing(platform.db, first)
    const approve = (id: string) => submitAction(review.person('ca'), id, 'approve')
    const [one, closing, other] = await Promise.all([
      approve(ids[0] as string),
      office().ask(batch.calls.close, { id: first }),
      approve(ids[1] as string),
    ])
    expect([one.success || one.status === 409, other.success || other.status === 409]).toEqual([true, true])
    const closed = (await office().get(batch.calls.detail, { id: first })).batchState === 3
    expect(closed).toBe(closing.success)
    for (const id of ids) {
      const { status, batch: place } = await review.company.get(declaration.calls.getStatus, { id })
      // what was not through when it closed is a candidate of the next one, and a member if it came through afterwards
      expect([first, second]).toContain(place?.id)
      expect(place?.isMember).toBe(status === 40)
      if (closed && status === 30) expect(place?.id).toBe(second)
    }
  })

  test('shows its batch in the lists of officers', async () => {
    const id = await addBatch(office(), await inNewWindow())
    await act('open', id)
    await submit()
    const { records } = await review.person('city').get(declaration.calls.page, { batchId: id })
    expect(records.map((row) => row.id)).toEqual([review.id()])
  })
})
