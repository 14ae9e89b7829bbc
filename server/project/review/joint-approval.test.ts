import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/base/database/db.ts'
import type { App, Ctx } from '#server/engine/context.ts'
import { contextFor, person, rightsOf } from '../../../tests/support/context.ts'
import { declarationAfter, refusal, type Step, step } from '../../../tests/support/declaration-steps.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { isSecondPerson, isTrueOf } from './conditions.ts'
import { approvalFailure, haveOfficesAgreed } from './joint-approval.ts'

let app: App
let db: Db
let ctx: Ctx

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
  ctx = await contextFor(app)
})

const officer = (alias: string) => contextFor(app, person({ id: '8', rights: rightsOf({ aliases: [alias] }) }))

describe('the two offices of a province', () => {
  const miit = step('provinceApprove', 30, 30, { office: 'province_miit', userId: '5' })

  test('agree when each has approved at the current stage', async () => {
    const [fresh, approvedOnce] = [
      await declarationAfter(db, [step('cityApprove', 20, 30)]),
      await declarationAfter(db, [step('cityApprove', 20, 30), miit]),
    ]
    const [ca, same] = [await officer('province_ca'), await officer('province_miit')]
    expect([await haveOfficesAgreed(ca, fresh), await haveOfficesAgreed(ca, approvedOnce)]).toEqual([false, true])
    expect([await haveOfficesAgreed(same, fresh), await haveOfficesAgreed(same, approvedOnce)]).toEqual([false, false])
  })

  test('must approve again after a return', async () => {
    const steps = [step('cityApprove', 20, 30), miit, step('provinceReturn', 30, 70), step('submit', 70, 30)]
    expect(await haveOfficesAgreed(await officer('province_ca'), await declarationAfter(db, steps))).toBe(false)
  })

  test('approve once each; other offices cannot approve', async () => {
    const row = await declarationAfter(db, [step('cityApprove', 20, 30), miit])
    expect(await approvalFailure(await officer('province_ca'), row)).toBeNull()
    expect(await approvalFailure(await officer('province_miit'), row)).toEqual(
      refusal('本部门已审核通过，等待另一部门', 409),
    )
    expect(await approvalFailure(ctx, row)).toEqual(refusal('请由省工信部门和省通信管理局分别审核'))
  })

  test('can approve although an approval names no office', async () => {
    const nameless = step('provinceApprove', 30, 30, { office: null, userId: '5' })
    const row = await declarationAfter(db, [step('cityApprove', 20, 30), nameless])
    expect(await approvalFailure(await officer('province_ca'), row)).toBeNull()
  })
})

describe('the same transition by a second user', () => {
  test('counts only if it is another user, at the current stage', async () => {
    const removalBy = (userId: string) => step('unlist', 60, 60, { userId })
    const second = async (...steps: Step[]) =>
      isTrueOf(ctx, await declarationAfter(db, [step('publish', 50, 60), ...steps]), isSecondPerson)
    expect(await second()).toBe(false)
    expect(await second(removalBy('1'))).toBe(false)
    expect(await second(removalBy('2'))).toBe(true)
    expect(await second(step('object', 60, 60, { userId: '2' }))).toBe(false)
    expect(await second(removalBy('2'), step('cancelUnlist', 60, 60, { userId: '2' }))).toBe(false)
  })
})
