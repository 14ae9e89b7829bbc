import { beforeAll, expect, test } from 'vitest'
import { openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { must, type ReviewTasks, reviewTasks } from '../support/review-tasks.ts'
import { deployProcess, reviewWithoutCity } from '../support/review-variants.ts'

/** A province may deploy a review of its own: the product follows the process, without a change of its code. */

let platform: Platform
let review: Review
let tasks: ReviewTasks

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  tasks = reviewTasks(platform, review)
})

test('a review without the stage of the city leads from submission to the province', async () => {
  const offices = { miit: ['claim provinceReview'], ca: ['claim provinceReview'] }
  await review.beginDeclaration()
  await review.performAction('company', 'submit')
  const older = review.id()
  await must(deployProcess(platform, reviewWithoutCity()))
  await tasks.expectTasks(10, { city: ['claim accept'] })

  await review.beginDeclaration()
  expect(review.id()).not.toBe(older)
  expect(await review.performAction('company', 'submit')).toBe(30)
  await tasks.expectTasks(30, offices)
  expect((await review.status()).actions).not.toContain('withdraw')
  const back = { action: 'provinceReturn', ...remarks('information.projectName') }
  await must(tasks.complete('miit', 'provinceReview', back, { flag: 'no' }))
  await tasks.expectTasks(70)
  expect(await review.performAction('company', 'submit')).toBe(30)
  await tasks.expectTasks(30, offices)
  await review.performAction('miit', 'provinceApprove')
  await must(tasks.complete('ca', 'provinceReview'))
  await review.assignAndScore()
  await review.performAction('office', 'decideApprove')
  await must(tasks.complete('office', 'notice', { action: 'publish' }))
  await tasks.expectTasks(60)
})
