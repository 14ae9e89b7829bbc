import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { must, type ReviewTasks, reviewTasks } from '../support/review-tasks.ts'

/** A province may deploy a review of its own: the product follows the process, without a change of its code. */

let platform: Platform
let review: Review
let tasks: ReviewTasks

/** Everything of these elements and of the flows from and to them. */
const without = (xml: string, ids: readonly string[]): string =>
  ids.reduce(
    (text, id) =>
      text
        .replace(new RegExp(`<(\\w+) id="${id}"[^>]*?(/>|>[\\s\\S]*?</\\1>)`), '')
        .replace(
          new RegExp(`<sequenceFlow [^>]*(source|target)Ref="${id}"[^>]*?(/>|>[\\s\\S]*?</sequenceFlow>)`, 'g'),
          '',
        ),
    xml,
  )

/** The review of the platform without the stages of the city, and without a diagram. */
const reviewWithoutCity = (): string => {
  const file = new URL('../../server/seed/processes/xmsb.bpmn20.xml', import.meta.url)
  const xml = readFileSync(file, 'utf8').replace(/<bpmndi:BPMNDiagram[\s\S]*<\/bpmndi:BPMNDiagram>/, '')
  const city = [
    'toAcceptance',
    'accept',
    'accepted',
    'withdrawn',
    'toCity',
    'cityReview',
    'cityDecided',
    'cityRejected',
  ]
  const correction = ['cityCorrection', 'cityCorrected', 'cityExpired']
  return without(xml, [...city, ...correction]).replace(
    '</process>',
    '<sequenceFlow id="direct" sourceRef="start" targetRef="toProvince" /></process>',
  )
}

const deploy = async (xml: string) => {
  const admin = await platform.admin()
  const form = new FormData()
  form.append('files', new Blob([xml]), 'xmsb.bpmn20.xml')
  for (const [name, value] of [
    ['category', 'flow_3'],
    ['tenantIds', ''],
  ] as const)
    form.append(name, value)
  return (await admin.raw('POST', flowManager.calls.deployUpload.path, { body: form })).json() as Promise<{
    success: boolean
    msg: string
  }>
}

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
  await must(deploy(reviewWithoutCity()))
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
