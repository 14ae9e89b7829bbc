import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { flowFollow } from '#contract/flow/flow-follow.ts'
import { flowProcess } from '#contract/flow/flow-process.ts'
import { messages } from '#contract/inbox/message.ts'
import { entities } from '#contract/index.ts'
import type { Endpoint, Page } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { declaration } from '#contract/project/declaration.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workDone } from '#contract/work/work-done.ts'
import { workSend } from '#contract/work/work-send.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { bringTo, completeTask, must, type ReviewTasks, reviewTasks, tasksOf } from '../support/review-tasks.ts'
import { createRole, menuIds } from '../support/roles.ts'
import { createStaff, password } from '../support/scenario.ts'

/** Who learns what of the review of a declaration from the calls of the workflow (docs/decisions/0129). */

let platform: Platform
let review: Review
let tasks: ReviewTasks
let otherCity: Caller & { id: string }

const views = async (by: Caller) => {
  const input = { processInstanceId: await tasks.instanceId() }
  const [history, view] = await Promise.all([
    by.ask(flowProcess.historyFlowList, input),
    by.ask(flowProcess.modelView, input),
  ])
  return { history, view }
}

const statusFor = (name: string) => review.person(name).get(declaration.calls.getStatus, { id: review.id() })

/** Everything that a person reads of the review through these calls, as one text. */
const readings = async (by: Caller): Promise<string> => {
  const { history, view } = await views(by)
  const lists = await Promise.all(
    [workClaim, workTodo, workSend, workDone].map(({ calls }) => by.ask(calls.list, { size: 200 } as never)),
  )
  return JSON.stringify([history.data, { ...view.data, xml: '' }, ...lists.map(({ data }) => data)])
}

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  tasks = reviewTasks(platform, review)
  otherCity = await createStaff(platform, 'city', '320100')
})

beforeEach(async () => {
  await review.beginDeclaration()
})

describe('an officer of another city', () => {
  test('sees nothing of it and can do nothing with it', async () => {
    await review.performAction('company', 'submit')
    const { taskId } = await tasks.taskOf('city', 'accept')
    expect(await tasksOf(otherCity, review.id())).toEqual([])
    expect((await otherCity.get(workClaim.calls.list, {})).total).toBe(0)
    expect((await otherCity.ask(workClaim.calls.claimTask, { taskId })).code).toBe(403)
    expect((await completeTask(otherCity, { taskId, variables: { action: 'claim' } })).code).toBe(403)
    const { history, view } = await views(otherCity)
    expect([history.code, view.code]).toEqual([403, 403])
    expect((await otherCity.get(messages.list, { size: 50 })).total).toBe(0)
    await review.performAction('city', 'claim')
    expect((await completeTask(otherCity, { taskId, variables: { action: 'claim' } })).code).toBe(403)
    await tasks.expectTasks(20, { city: ['todo cityReview'] })
  })

  test('sees it neither when the task of an officer is given to them, nor can complete it', async () => {
    await bringTo(review, 20)
    const { taskId } = await tasks.taskOf('city', 'cityReview')
    await sql`update flow_task set assignee = ${otherCity.id} where id = ${taskId}`.execute(platform.db)
    expect(await tasksOf(otherCity, review.id())).toEqual([])
    expect((await completeTask(otherCity, { taskId, variables: { action: 'cityApprove' } })).success).toBe(false)
    const { history, view } = await views(otherCity)
    expect([history.code, view.code]).toEqual([403, 403])
  })

  test('reads the completed tasks of their own city only', async () => {
    await bringTo(review, 30)
    const doneOf = async (by: Caller) =>
      (await by.get(workDone.calls.list, { size: 200 })).records.filter(({ businessId }) => businessId === review.id())
    expect((await doneOf(review.person('city'))).map(({ taskDefinitionKey }) => taskDefinitionKey)).toEqual([
      'cityReview',
      'accept',
    ])
    await platform.db.updateTable('declaration').set({ city: '320100' }).where('id', '=', review.id()).execute()
    expect(await doneOf(review.person('city'))).toEqual([])
  })
})

describe('a declarant', () => {
  test('follows the steps without names and opinions of those who review', async () => {
    await bringTo(review, 40)
    await review.performAction('office', 'assign', {
      experts: ['expert1', 'expert2', 'expert3'].map((name) => review.person(name).id).join(','),
    })
    const score = { action: 'score', conflict: 0, score: 87 }
    await must(tasks.complete('expert1', 'score', score, { comment: '保密意见' }))
    const { history } = await views(review.company)
    expect(history.data.map(({ historyActivityId }) => historyActivityId)).toContain('cityReview')
    const people = ['city', 'miit', 'ca', 'office', 'expert1', 'expert2'].map((name) => review.person(name).id)
    const text = await readings(review.company)
    for (const secret of ['保密意见', ...people.map((id) => `"${id}"`)]) expect(text).not.toContain(secret)
    // as a value: ids and times may contain these digits
    expect(text).not.toMatch(/:\s*"?87"?[,}]/)
    expect(history.data.filter(({ assigneeName, comment, flag }) => assigneeName || comment || flag)).toMatchObject([
      { historyActivityType: 'startEvent' },
    ])
  })

  test('reads what was decided when it is over, without names and scores', async () => {
    await bringTo(review, 40)
    await review.assignAndScore()
    await review.performAction('office', 'reject', { comment: '不符合建设指南' })
    const { history } = await views(review.company)
    const decided = history.data.flatMap(({ decision, comment }) => (decision ? [[decision, comment]] : []))
    expect(decided.slice(0, 2)).toEqual([
      ['受理', null],
      ['初审通过', null],
    ])
    expect(decided.at(-1)).toEqual(['不予通过', '不符合建设指南'])
    expect(decided.map(([words]) => words)).not.toContain('提交评分')
    const names = history.data.filter(({ assigneeName, assignee }) => assigneeName || assignee)
    expect(names).toMatchObject([{ historyActivityType: 'startEvent', assigneeUnit: review.company.unitName }])
  })

  test('and whoever reviews read which company has acted, and of officers the office', async () => {
    await review.performAction('company', 'invite')
    await review.performAction('operator', 'confirm')
    await bringTo(review, 20)
    for (const status of [await review.status(), await statusFor('miit')])
      expect(status.timeline.map(({ move, unit }) => [move, unit])).toEqual([
        ['invite', review.company.unitName],
        ['confirm', '中国移动苏州分公司'],
        ['submit', review.company.unitName],
        ['claim', null],
      ])
  })

  test('does not learn of which company an expert is', async () => {
    const expert = review.person('expert1')
    await platform.db
      .updateTable('user')
      .set({ accountType: 1, unitName: '专家所在单位' })
      .where('id', '=', expert.id)
      .execute()
    await bringTo(review, 40)
    await review.assignAndScore()
    await review.performAction('office', 'reject', { comment: '不符合建设指南' })
    const { timeline } = await review.status()
    expect(timeline.filter(({ move }) => move === 'score').map(({ unit }) => unit)).toEqual([null, null, null])
    expect(JSON.stringify([timeline, await readings(review.company)])).not.toContain('专家所在单位')
    await platform.db
      .updateTable('user')
      .set({ accountType: null, unitName: null })
      .where('id', '=', expert.id)
      .execute()
  })

  test('learns whether a task was claimed, but not by whom', async () => {
    await review.performAction('company', 'submit')
    const lastStep = async () => (await views(review.company)).history.data.at(-1)
    expect(await lastStep()).toMatchObject({ historyActivityId: 'accept', isClaimed: false, assigneeName: null })
    await tasks.claim('city', 'accept')
    expect(await lastStep()).toMatchObject({ historyActivityId: 'accept', isClaimed: true, assigneeName: null })
  })

  test('learns that a task was given back, but neither by whom nor why', async () => {
    await review.performAction('company', 'submit')
    await tasks.claim('city', 'accept')
    const { taskId } = await tasks.taskOf('city', 'accept')
    await review.person('city').get(workClaim.calls.unclaimTask, { taskId, reason: '与企业有亲属关系' })
    await tasks.claim('city', 'accept')
    const { view } = await views(review.company)
    expect(view.data.entries).toMatchObject([
      {
        action: 'unclaim',
        time: expect.any(String),
        taskName: '地市受理',
        userName: null,
        targetName: null,
        reason: null,
      },
    ])
    expect(view.data.overview?.tasks).toMatchObject([
      { isClaimed: true, assigneeName: null, isMine: false, canClaim: false, canUnclaim: false },
    ])
    expect(await readings(review.company)).not.toContain('亲属关系')
    expect((await review.status()).entries).toEqual([])
    // on the page of the review, officers read it among the steps
    expect((await statusFor('miit')).entries).toMatchObject([
      { action: 'unclaim', taskName: '地市受理', userName: 'city', reason: '与企业有亲属关系' },
    ])
    // whoever has the task reads that it is theirs
    const officer = await views(review.person('city'))
    expect(officer.view.data.overview?.tasks).toMatchObject([{ assigneeName: 'city', isMine: true, canUnclaim: true }])
    const decider = await views(await platform.admin())
    expect(decider.view.data.entries).toMatchObject([{ userName: 'city', reason: '与企业有亲属关系' }])
    expect(decider.view.data.overview?.tasks).toMatchObject([{ assigneeName: 'city', isMine: false }])
  })

  test('with the list of started processes does not learn from it who has their declaration', async () => {
    const [role] = await platform.db.selectFrom('role').select('id').where('roleAlias', '=', 'enterprise').execute()
    const menus = await menuIds(platform, ['work', 'work_send'])
    await platform.db
      .insertInto('roleMenu')
      .values(menus.map((menuId) => ({ roleId: role?.id ?? '', menuId })))
      .execute()
    await bringTo(review, 20)
    const declarant = await platform.login(review.company.account, password)
    const sent = async (filter: object = {}) =>
      (await declarant.get(workSend.calls.list, { size: 200, ...filter })).records.find(
        ({ businessId }) => businessId === review.id(),
      )
    expect(await sent()).toMatchObject({ taskName: '地市初审', assignee: null, processIsFinished: 'unfinished' })
    expect(await readings(declarant)).not.toContain(`"${review.person('city').id}"`)
    expect(await sent({ assignee_equal: review.person('city').id })).toBeUndefined()
  })
})

describe('whoever administers processes', () => {
  const actions = ['delete', 'state', 'reassign'].map((name) => `flow_follow_${name}`)
  type Rows = Endpoint<object, Page<{ businessId?: string }>>
  /** Lists of instances and tasks: every entity whose rows name what they are about. */
  const lists = Object.values(entities).filter(({ fields }: AnyEntity) => fields.businessTable && fields.businessId)

  const rowsOf = async (by: Caller): Promise<Record<string, number>> =>
    Object.fromEntries(
      await Promise.all(
        lists.map(async ({ name, calls }) => {
          const { code, data } = await by.ask((calls as Readonly<Record<string, Endpoint>>).list as Rows, { size: 200 })
          expect([name, code]).toEqual([name, 200])
          return [name, data.records.filter(({ businessId }) => businessId === review.id()).length] as const
        }),
      ),
    )

  test('follows and decides on the matters of their own data scopes only', async () => {
    const [scope] = await run<{ id: string }>(
      platform.db,
      sql`select id::text from data_scope where scope_name = '本地区已提交申报' and is_deleted = 0`,
    )
    const grants = { codes: ['flow', 'flow_follow', ...actions], scopes: [scope?.id ?? ''] }
    await createRole(platform, await platform.admin(), 'follower', grants)
    const near = await createStaff(platform, 'follower', '320500')
    const far = await createStaff(platform, 'follower', '320100')
    await bringTo(review, 20)
    const none = Object.fromEntries(lists.map(({ name }) => [name, 0]))
    expect(Object.keys(none)).toContain('flowFollow')
    expect(await rowsOf(near)).toEqual({ ...none, flowFollow: 1 })
    expect(await rowsOf(far)).toEqual(none)
    const processInstanceId = await tasks.instanceId()
    const { taskId } = await tasks.taskOf('city', 'cityReview')
    const { calls } = flowFollow
    const codesOf = async (by: Caller) => {
      const { history, view } = await views(by)
      const answers = [
        await by.ask(calls.suspendInstance, { processInstanceId, suspended: 1, reason: '核实' }),
        await by.ask(calls.suspendInstance, { processInstanceId, suspended: 0, reason: '核实' }),
        await by.ask(calls.reassignTask, { taskId, userId: near.id, reason: '调整' }),
        await by.ask(calls.deleteProcessInstance, { processInstanceId, deleteReason: '有误' }),
      ]
      return [history, view, ...answers].map(({ code }) => code)
    }
    expect(await codesOf(far)).toEqual([403, 403, 404, 404, 404, 404])
    // whoever may not handle the task does not get it
    expect(await codesOf(near)).toEqual([200, 200, 200, 200, 400, 200])
  })
})

describe('an expert', () => {
  test('reads neither name nor score nor opinion of another one', async () => {
    await bringTo(review, 40)
    await review.performAction('office', 'assign', {
      experts: ['expert1', 'expert2', 'expert3'].map((name) => review.person(name).id).join(','),
    })
    const score = { action: 'score', conflict: 0, score: 87 }
    await must(tasks.complete('expert1', 'score', score, { comment: '保密意见' }))
    await must(tasks.complete('expert2', 'score', { ...score, score: 55 }, { comment: '自己的意见' }))
    const text = await readings(review.person('expert2'))
    expect(text).toContain('自己的意见')
    for (const secret of ['保密意见', `"${review.person('expert1').id}"`, `"${review.person('expert3').id}"`])
      expect(text).not.toContain(secret)
    // as a value: ids and places of the drawing may contain these digits
    expect(text).not.toMatch(/:\s*"?87"?[,}]/)
    expect(await readings(review.person('office'))).toContain('保密意见')
  })

  test('who is not assigned sees nothing of it', async () => {
    await bringTo(review, 40)
    const { history, view } = await views(review.person('expert1'))
    expect([history.code, view.code]).toEqual([403, 403])
    expect(await tasksOf(review.person('expert1'), review.id())).toEqual([])
  })
})
