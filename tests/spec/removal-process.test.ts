import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { flowFollow } from '#contract/flow/flow-follow.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { messages } from '#contract/inbox/message.ts'
import { declaration } from '#contract/project/declaration.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workSend } from '#contract/work/work-send.ts'
import { workStart } from '#contract/work/work-start.ts'
import { sql } from '#server/base/database/sql.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import {
  bringTo,
  completeTask,
  expectConsistent,
  must,
  type ReviewTasks,
  reviewTasks,
  tasksOf,
} from '../support/review-tasks.ts'
import { deployProcess } from '../support/review-variants.ts'
import { submitAction } from '../support/scenario.ts'

/** Removing a project from the library: one person asks for it, another confirms it, as a process of its own. */

let platform: Platform
let review: Review
let tasks: ReviewTasks

const request = () => review.performAction('office', 'unlist', { comment: '企业注销' })
const isListed = async () =>
  (
    await platform.db
      .selectFrom('library')
      .select('id')
      .where('pid', '=', review.id())
      .where('isDeleted', '=', 0)
      .execute()
  ).length > 0
const taskOfConfirmation = async () => (await tasks.taskOf('office2', 'confirm')).taskId

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  tasks = reviewTasks(platform, review)
})

beforeEach(async () => {
  await review.beginDeclaration()
  await bringTo(review, 50)
  await review.performAction('office', 'publish')
  expect(await request()).toBe(60)
})

describe('a request to remove a project', () => {
  test('is a task of those who may confirm it, and not of the person who asked', async () => {
    await tasks.expectTasks(60, { office2: ['claim confirm'] })
    expect(await isListed()).toBe(true)
    const taskId = await taskOfConfirmation()
    expect((await review.person('office').ask(workClaim.calls.claimTask, { taskId })).code).toBe(403)
    expect((await completeTask(review.person('office'), { taskId, variables: { action: 'unlist' } })).code).toBe(403)
    const { records } = await review.person('office').get(workSend.calls.list, {})
    expect(records[0]).toMatchObject({
      businessId: review.id(),
      processDefinitionKey: 'xmsb_unlist',
      taskName: '移出确认',
    })
  })

  test('keeps the columns of the declaration that name its review', async () => {
    const { rows } = await sql<{ key: string }>`
      select (select f.key from flow_instance i join flow_definition f on f.id = i.definition_id
        where i.id::text = d.process_instance_id) as key
      from declaration d where d.id = ${review.id()}`.execute(platform.db)
    expect(rows.map(({ key }) => key)).toEqual(['xmsb'])
  })

  test('is confirmed by completing the task', async () => {
    const taskId = await taskOfConfirmation()
    await must(review.person('office2').ask(workClaim.calls.claimTask, { taskId }))
    const bare = await completeTask(review.person('office2'), { taskId })
    expect([bare.code, bare.msg]).toEqual([400, expect.stringContaining('unlist 移出项目库')])
    expect(bare.msg).not.toContain('archive')
    await must(completeTask(review.person('office2'), { taskId, variables: { action: 'unlist' }, comment: '情况属实' }))
    await tasks.expectTasks(95)
    expect(await isListed()).toBe(false)
    expect((await review.status()).timeline.at(-1)).toMatchObject({ move: 'unlist', to: 95, comment: '情况属实' })
  })

  test('is confirmed by the call of the declaration, which completes the task', async () => {
    const again = await submitAction(review.person('office'), review.id(), 'unlist', { comment: '再次' })
    expect(again.code).toBe(409)
    expect(await review.performAction('office2', 'unlist', { comment: '属实' })).toBe(95)
    await tasks.expectTasks(95)
    expect(await isListed()).toBe(false)
  })

  test('that has changed meanwhile says so, and what to do', async () => {
    const { version } = await review.status()
    const late = async (who: string, action = 'unlist') =>
      (await submitAction(review.person(who), review.id(), action, { comment: '属实', version })).msg
    await review.performAction('office', 'cancelUnlist')
    expect(await late('office2')).toBe('移出申请已被撤销，项目仍在库中。如仍需移出，请刷新后重新提出申请')
    await request()
    expect(await late('office2')).toBe('他人已提出移出申请，请刷新后查看理由，再确认或撤销该申请')
    expect(await late('office')).toBe('您的移出申请已提交，待另一人确认，无需重复提交')
    await review.performAction('office2', 'unlist', { comment: '属实' })
    for (const action of ['unlist', 'cancelUnlist'])
      expect(await late('office', action)).toBe('移出申请已经确认，该项目已移出项目库，无需再办理，请刷新查看')
  })

  test.each([
    ['the person who asked', () => submitAction(review.person('office'), review.id(), 'cancelUnlist')],
    [
      'refusing the task',
      async () => {
        const taskId = await taskOfConfirmation()
        await review.person('office2').get(workClaim.calls.claimTask, { taskId })
        return completeTask(review.person('office2'), { taskId, flag: 'no', comment: '不同意移出' })
      },
    ],
  ] as const)('is cancelled by %s, and can be made again', async (_who, cancel) => {
    await must(cancel())
    await tasks.expectTasks(60)
    expect(await isListed()).toBe(true)
    await request()
    await tasks.expectTasks(60, { office2: ['claim confirm'] })
  })

  test('whose process an administrator ends is cancelled, and the project stays listed', async () => {
    const admin = await platform.admin()
    const processInstanceId = await tasks.instanceId()
    await admin.get(flowFollow.calls.deleteProcessInstance, { processInstanceId, deleteReason: '申请有误' })
    expect(await expectConsistent(platform.db, review.id())).toMatchObject({ stage: 60, openKeys: [] })
    expect(await isListed()).toBe(true)
    expect((await review.status()).timeline.at(-1)).toMatchObject({ move: 'cancelUnlist', comment: '申请有误' })
    const [message] = (await review.person('office').get(messages.list, { size: 1 })).records
    expect(message?.title).toBe(`“${review.projectName()}”的移出申请已由平台终止，项目仍在库中`)
    expect((await review.person('office').get(declaration.calls.getStatus, { id: review.id() })).actions).toEqual([
      'unlist',
    ])
    await request()
    await tasks.expectTasks(60, { office2: ['claim confirm'] })
  })

  test('is confirmed once of several confirmations at a time', async () => {
    const confirm = () => submitAction(review.person('office2'), review.id(), 'unlist', { comment: '属实' })
    const answers = await Promise.all(Array.from({ length: 6 }, confirm))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    await tasks.expectTasks(95)
  })
})

describe('a request of the time before this process', () => {
  beforeEach(async () => {
    await sql`delete from flow_instance where business_id = ${review.id()} and end_time is null`.execute(platform.db)
    expect(await tasksOf(review.person('office2'), review.id())).toEqual([])
  })

  test('is confirmed by a second person, not by the same one', async () => {
    const again = await submitAction(review.person('office'), review.id(), 'unlist', { comment: '再次' })
    expect(again.code).toBe(409)
    expect(await review.performAction('office2', 'unlist', { comment: '属实' })).toBe(95)
    expect(await isListed()).toBe(false)
  })

  test('is cancelled, and the next request has its task', async () => {
    expect(await review.performAction('office2', 'cancelUnlist')).toBe(60)
    await request()
    expect(await tasksOf(review.person('office2'), review.id())).toEqual(['claim confirm'])
  })
})

test('the process is deployed for all tenants, and nobody starts it from the list', async () => {
  const admin = await platform.admin()
  const keys = (records: readonly { key: string | null }[]) => records.map(({ key }) => key)
  expect(keys((await admin.get(flowManager.calls.list, {})).records)).toContain('xmsb_unlist')
  expect(keys((await admin.get(workStart.calls.list, {})).records).toSorted()).toEqual(['leave', 'recommend'])
})

test('a process that asks nobody else removes nothing', async () => {
  await review.performAction('office', 'cancelUnlist')
  const flow = (from: string, to: string) => `<sequenceFlow id="${from}_${to}" sourceRef="${from}" targetRef="${to}" />`
  const alone = `<?xml version="1.0" encoding="UTF-8"?>
    <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn"
      targetNamespace="http://flowable.org/bpmn"><process id="xmsb_unlist" name="直接移出" isExecutable="true">
    <startEvent id="start" />${flow('start', 'removed')}
    <endEvent id="removed" name="已移出" flowable:declareStatus="95" /></process></definitions>`
  await must(deployProcess(platform, alone))
  const answer = await submitAction(review.person('office'), review.id(), 'unlist', { comment: '企业注销' })
  expect([answer.code, answer.msg]).toEqual([409, expect.stringContaining('未经另一人确认')])
  expect(await isListed()).toBe(true)
})
