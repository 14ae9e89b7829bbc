import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messages } from '#contract/inbox/message.ts'
import { publicProjects } from '#contract/portal/public-projects.ts'
import { declaration } from '#contract/project/declaration.ts'
import { matters } from '#contract/project/matter.ts'
import { myMatters } from '#contract/project/my-matters.ts'
import { template } from '#contract/project/template.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { sendDigestOnce } from '#server/project/matters/digest.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { completeTask, must, type ReviewTasks, reviewTasks, tasksOf } from '../support/review-tasks.ts'
import { deployProcess, reviewWithJointReview } from '../support/review-variants.ts'
import { createRole } from '../support/roles.ts'
import { createStaff, submitAction, suzhou } from '../support/scenario.ts'

/** A process may add a review that the code does not know: the product follows, without a change of its code. */

const title = '市级联合审查'
const office = '联合审查组'

let platform: Platform
let review: Review
let tasks: ReviewTasks
/** A member of the group that holds the review; one of another region; one without the permission. */
let member: Caller & { id: string }
let elsewhere: Caller
let unpermitted: Caller

const people: readonly string[] = ['city', 'miit', 'office']

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  tasks = reviewTasks(platform, review)
  const scope = await platform.db
    .selectFrom('dataScope')
    .select('id')
    .where('scopeName', '=', '本地区已提交申报')
    .executeTakeFirstOrThrow()
  const codes = [
    'project',
    'declaration',
    'declaration_view',
    'work',
    'work_claim',
    'work_claim_sign',
    'work_todo',
    'work_todo_handle',
  ]
  const admin = await platform.admin()
  const grants = { codes: [...codes, 'declaration_review'], scopes: [scope.id] }
  const roleId = await createRole(platform, admin, 'joint', grants)
  await platform.db.updateTable('role').set({ roleName: office }).where('id', '=', roleId).execute()
  member = await createStaff(platform, 'joint', suzhou)
  elsewhere = await createStaff(platform, 'joint', '330100')
  await createRole(platform, admin, 'joint_reader', { codes, scopes: [scope.id] })
  unpermitted = await createStaff(platform, 'joint_reader', suzhou)
  const candidates =
    'flowable:nameEn="Joint review" flowable:candidateGroups="joint,joint_reader" flowable:dueDate="P5D"'
  await must(deployProcess(platform, reviewWithJointReview({ name: title, task: candidates })))
})

const toJointReview = async () => {
  await review.beginDeclaration()
  await review.performAction('company', 'submit')
  await review.performAction('city', 'claim')
  expect(await review.performAction('city', 'cityApprove')).toBe(25)
}

const act = (by: Caller, action: string, more: object = {}) => submitAction(by, review.id(), action, { ...more })
const statusFor = (by: Caller) => by.get(declaration.calls.getStatus, { id: review.id() })
const waitsFor = async (by: Caller) =>
  (await by.get(declaration.calls.waiting, { size: 200 })).records.some(({ id }) => id === review.id())
const titlesOf = async (by: Caller) =>
  (await by.get(messages.list, { size: 200 })).records.filter(({ title: one }) => one.includes(review.projectName()))

describe('a review that the process adds', () => {
  beforeEach(toJointReview)

  test('waits for the candidates of its task in their region, and for nobody else', async () => {
    expect(await waitsFor(member)).toBe(true)
    expect(await tasksOf(member, review.id())).toEqual(['claim jointReview'])
    expect((await titlesOf(member)).map((one) => [one.kind, one.title])).toEqual([
      ['todo', `“${review.projectName()}”待您办理：${title}`],
    ])
    for (const who of people) {
      expect([who, await waitsFor(review.person(who))]).toEqual([who, false])
      const { code } = await act(review.person(who), 'reviewApprove')
      expect([who, code]).toEqual([who, 403])
    }
    expect(await waitsFor(elsewhere)).toBe(false)
    expect((await act(elsewhere, 'reviewApprove')).code).toBe(404)
    // a candidate without the permission
    expect(await waitsFor(unpermitted)).toBe(false)
    expect((await act(unpermitted, 'reviewApprove')).code).toBe(403)
    expect((await statusFor(unpermitted)).actions).toEqual([])
    expect((await statusFor(member)).actions).toEqual(['reviewApprove', 'reviewReturn', 'reviewReject'])
  })

  test('counts as a declaration of the round', async () => {
    const { existingId, existingStatus } = await review.company.get(template.calls.IsEnabledTemplate, {})
    expect([existingId, existingStatus]).toEqual([review.id(), 25])
  })

  test('has the title of its task in lists, details and the error of a conflict, and its deadline', async () => {
    const row = (await member.get(declaration.calls.page, { declareStatus: '25', size: 200 })).records.find(
      ({ id }) => id === review.id(),
    )
    expect(row).toMatchObject({ declareStatus: 25, declareStatusName: title, stageName: title })
    expect(await statusFor(member)).toMatchObject({ status: 25, name: title, stageName: title, holder: 'reviewer' })
    const english = { 'blade-language': 'en' }
    const inEnglish = await member.get(declaration.calls.page, { declareStatus: '25', size: 200 }, english)
    const englishRow = inEnglish.records.find(({ id }) => id === review.id())
    expect(englishRow).toMatchObject({ declareStatusName: 'Joint review', stageNameEn: 'Joint review' })
    const { name, stageName, timeline } = await member.get(declaration.calls.getStatus, { id: review.id() }, english)
    expect([name, stageName, timeline.at(-1)?.toName]).toEqual(['Joint review', 'Joint review', 'Joint review'])
    expect((await member.get(matters.list, {}, english)).records[0]?.stageName).toBe('Joint review')
    const [asked] = (await member.get(messages.list, { size: 1 }, english)).records
    expect(asked?.title).toBe(`“${review.projectName()}” is waiting for you: Joint review`)
    const conflict = await act(review.person('city'), 'cityApprove')
    expect([conflict.code, conflict.msg]).toEqual([409, expect.stringContaining(`目前处于“${title}”`)])
    const { expectedAt } = await statusFor(member)
    const due = await platform.db.selectFrom('declaration').select('stageSince').where('id', '=', review.id()).execute()
    expect(Date.parse(String(expectedAt)) - Date.parse(String(due[0]?.stageSince))).toBeCloseTo(5 * 86_400_000, -4)
    const desk = await member.get(matters.list)
    expect(desk.records.find(({ id }) => id === review.id())).toMatchObject({
      stageName: title,
      deadline: expectedAt,
      daysLeft: 5,
    })
    expect(desk.byStage.find(({ status }) => status === 25)?.name).toBe(title)
  })

  test('tells the declarant what it is and who has it', async () => {
    const { declarations } = await review.company.get(myMatters.read)
    expect(declarations.find(({ id }) => id === review.id())).toMatchObject({
      stage: 25,
      stageName: title,
      holderName: `${office}、joint_reader`,
      isWaiting: false,
    })
    const status = await review.status()
    expect(status).toMatchObject({ name: title, holderName: `${office}、joint_reader`, actions: [], editable: 'none' })
    expect(status.timeline.at(-1)).toMatchObject({ move: 'cityApprove', to: 25, toName: title })
    const progress = await platform.visitor.get(publicProjects.lookUp, { declareNo: status.declareNo ?? '' })
    expect(progress).toMatchObject({ status: 25, name: title })
    expect(progress.passed.map(({ name }) => name)).toEqual(['已提交', '地市初审中', title])
  })

  test('is returned with remarks, corrected, comes back to it, and goes on', async () => {
    expect((await act(member, 'return')).faults).toMatchObject([{ at: 'remarks' }])
    const returned = await act(member, 'return', remarks('information.projectName'))
    expect(returned.data).toMatchObject({ status: 70, stageName: null })
    expect((await titlesOf(review.company))[0]).toMatchObject({
      kind: 'todo',
      title: `“${review.projectName()}”被${title}退回，请修改后重新提交`,
    })
    expect((await review.status()).timeline.at(-1)).toMatchObject({
      fromName: title,
      toName: null,
      office,
      byName: office,
    })
    expect(await review.performAction('company', 'submit')).toBe(25)
    expect(await statusFor(member)).toMatchObject({ name: title, officer: 'joint' })
    // the submission went to the officer who returned it
    expect(await waitsFor(member)).toBe(true)

    const [task] = (await member.get(workClaim.calls.list, {})).records.filter(
      ({ businessId }) => businessId === review.id(),
    )
    const taskId = task?.taskId ?? ''
    await member.get(workClaim.calls.claimTask, { taskId })
    const reject = await completeTask(member, { taskId, flag: 'no', comment: '不同意' })
    expect([reject.code, reject.msg]).toEqual([400, expect.stringContaining('reviewReturn 退回修改, reviewReject')])
    await must(completeTask(member, { taskId }))
    await tasks.expectTasks(30, { miit: ['claim provinceReview'], ca: ['claim provinceReview'] })
    expect(await review.status()).toMatchObject({ name: '省级审核中', stageName: null, holderName: null })
    expect((await titlesOf(review.company)).map((one) => one.title)).toContain(
      `“${review.projectName()}”已通过${title}`,
    )
    expect(await waitsFor(review.person('miit'))).toBe(true)
  })

  test('rejects with a reason only', async () => {
    expect((await act(member, 'reject', { comment: ' ' })).faults).toMatchObject([{ at: 'comment' }])
    await must(act(member, 'reject', { comment: '不符合条件' }))
    await tasks.expectTasks(80)
  })

  test('goes on for a client that sends the target stage only', async () => {
    const byStatus = (status: number) =>
      member.ask(declaration.calls.submitStatus, { id: review.id(), status } as never)
    expect((await byStatus(20)).success).toBe(false)
    await must(byStatus(30))
    await tasks.expectTasks(30, { miit: ['claim provinceReview'], ca: ['claim provinceReview'] })
  })

  test('is a duplicate of a declaration that is submitted later', async () => {
    const name = review.projectName()
    await review.beginDeclaration()
    const stored = platform.db.updateTable('declaration').set({ projectName: name })
    await stored.where('id', '=', review.id()).execute()
    const part = await platform.db.selectFrom('declaration').selectAll().where('id', '=', review.id()).execute()
    expect(part[0]?.projectName).toBe(name)
    expect((await act(review.company, 'submit')).msg).toContain('同名项目已申报')
  })

  test('is counted in the digest', async () => {
    expect(await sendDigestOnce(platform.app, new Date('2026-03-02T09:00:00+08:00'))).toBe(true)
    const digest = await platform.db
      .selectFrom('message')
      .select('text')
      .where('toUser', '=', member.id)
      .where('kind', '=', 'reminder')
      .execute()
    expect(digest).toHaveLength(1)
  })
})

test('two groups that both have to approve do so one after the other', async () => {
  const loop = `<multiInstanceLoopCharacteristics isSequential="false" flowable:collection="\${offices}"
    flowable:elementVariable="office"><completionCondition xsi:type="tFormalExpression">\${action != 'reviewApprove'}</completionCondition></multiInstanceLoopCharacteristics>`
  const task = `flowable:candidateGroups="\${office}"`
  await must(deployProcess(platform, reviewWithJointReview({ name: '两部门会审', task, loop })))
  await toJointReview()
  expect((await review.status()).holderName).toBe('省通信管理局、省工信部门')
  expect(await review.performAction('miit', 'reviewApprove')).toBe(25)
  expect((await review.status()).holderName).toBe('省通信管理局')
  expect((await act(review.person('miit'), 'reviewApprove')).code).toBe(403)
  expect((await titlesOf(review.company)).map((one) => one.title)).not.toContain(
    `“${review.projectName()}”已通过两部门会审`,
  )
  expect(await review.performAction('ca', 'reviewApprove')).toBe(30)
  expect((await review.status()).timeline.filter(({ move }) => move === 'reviewApprove')).toMatchObject([
    { office: '省工信部门', to: 25 },
    { office: '省通信管理局', to: 30 },
  ])
})
