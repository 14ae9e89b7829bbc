import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { bringTo } from '../support/review-tasks.ts'
import { submitAction } from '../support/scenario.ts'

/** People who review at the same time, each with the version of the declaration that they have opened. */

let platform: Platform
let review: Review

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
})

beforeEach(async () => {
  await review.beginDeclaration()
})

const versionFor = async (name: string) =>
  (await review.person(name).get(declaration.calls.getStatus, { id: review.id() })).version
const send = (name: string, action: string, version: number, more: object = {}) =>
  submitAction(review.person(name), review.id(), action, { version, ...more })

describe('a step of a colleague in the same stage', () => {
  test('does not refuse the score of another expert', async () => {
    await bringTo(review, 40)
    const experts = ['expert1', 'expert2', 'expert3']
    await review.performAction('office', 'assign', {
      experts: experts.map((name) => review.person(name).id).join(','),
    })
    const version = await versionFor('expert1')
    for (const name of experts)
      expect(await send(name, 'score', version, { conflict: 0, score: 80 })).toMatchObject({ status: 200 })
  })

  test('does not refuse the other office, whatever it decides', async () => {
    await bringTo(review, 30)
    const version = await versionFor('miit')
    await review.performAction('ca', 'provinceApprove')
    expect(await send('miit', 'provinceReturn', version, { ...remarks('contact.tel') })).toMatchObject({ status: 200 })
  })

  test('refuses a decision that is based on it, and says why', async () => {
    await bringTo(review, 40)
    const version = await versionFor('office')
    await review.assignAndScore()
    expect(await send('office', 'decideApprove', version)).toMatchObject({
      status: 409,
      msg: '该申报刚刚有新的办理，请刷新查看后再提交，您填写的内容会保留',
    })
  })
})

test('the applicant and the officers cannot tell from a declaration that experts are assigned, score or recuse themselves', async () => {
  await bringTo(review, 40)
  const readers = [review.company, review.person('city'), review.person('miit')]
  const stateFor = async (reader: Caller) => {
    const { records } = await reader.get(declaration.calls.page, {})
    const { version, updateTime, updateUser, rowVersion } = records.find(({ id }) => id === review.id()) ?? {}
    const status = await reader.get(declaration.calls.getStatus, { id: review.id() })
    return [version, updateTime, updateUser, rowVersion, status.version]
  }
  const before = await Promise.all(readers.map(stateFor))
  expect(before.flat()).not.toContain(undefined)
  await review.assignAndScore()
  expect(await Promise.all(readers.map(stateFor))).toEqual(before)
})

test('a declaration that was returned and has come back is another one than the officer has opened', async () => {
  await bringTo(review, 30)
  const version = await versionFor('ca')
  await review.performAction('miit', 'provinceReturn', remarks('contact.tel'))
  await review.performAction('company', 'submit')
  expect(await review.status()).toMatchObject({ status: 30 })
  expect(await send('ca', 'provinceApprove', version)).toMatchObject({ status: 409 })
  expect(await send('ca', 'provinceApprove', await versionFor('ca'))).toMatchObject({ status: 200 })
})
