import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { flowFollow } from '#contract/flow/flow-follow.ts'
import { flowProcess } from '#contract/flow/flow-process.ts'
import { messages } from '#contract/inbox/message.ts'
import { audit } from '#contract/log/audit.ts'
import { declaration } from '#contract/project/declaration.ts'
import { matters } from '#contract/project/matter.ts'
import { workDone } from '#contract/work/work-done.ts'
import { workSend } from '#contract/work/work-send.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { workWaiting } from '#contract/work/work-waiting.ts'
import { sql } from '#server/base/database/sql.ts'
import { momentOf } from '#server/base/process/clock.ts'
import { invalidateCounts } from '#server/engine/row-counts.ts'
import { sendDigestOnce } from '#server/project/matters/digest.ts'
import { requestDaysOff } from '../support/leave-requests.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { bringTo, completeTask, reviewTasks } from '../support/review-tasks.ts'
import { createClerk, createScope } from '../support/roles.ts'
import { createStaff } from '../support/scenario.ts'

/** Colleagues are asked for their advice on a task, which decides nothing (加签). */

type Person = Caller & { id: string; account: string }

let platform: Platform
let review: Review
let tasks: ReturnType<typeof reviewTasks>
let city: Person
let miit: Person
let colleague: Person
let elsewhere: Person

const english = { 'blade-language': 'en' }
const taskId = async () => (await tasks.taskOf('city', 'cityReview')).taskId
const consult = async (by: Caller, to: readonly { id: string }[], { id = '', headers = {} } = {}) =>
  by.ask(
    workTodo.calls.consult,
    { taskId: id || (await taskId()), userIds: to.map((one) => one.id).join(','), reason: '请看投资数据' },
    headers,
  )
const statusFor = (by: Caller) => by.get(declaration.calls.getStatus, { id: review.id() })
const consultationsFor = async (by: Caller) => (await statusFor(by)).consultations
/** The open consultation of a person, as they read it. */
const openOf = async (by: Caller) => (await consultationsFor(by)).find(({ canAdvise }) => canAdvise)?.id ?? ''
const advise = (by: Caller, consultationId: string, headers: Record<string, string> = {}, comment = '投资数据可信') =>
  by.ask(workTodo.calls.advise, { consultationId, comment }, headers)
const waitingRows = async (by: Caller, filter = {}) =>
  (await by.get(workWaiting.calls.list, { size: 100, ...filter } as never)).records.filter(
    ({ businessId }) => businessId === review.id(),
  )
const accountOf = async (account: string) => {
  const { rows } = await sql<{ id: string }>`select id::text from "user" where account = ${account}`.execute(
    platform.db,
  )
  return { id: rows[0]?.id ?? '' }
}
const messagesOf = async (by: Caller) =>
  (await by.get(messages.list, { size: 50 })).records.filter(({ title }) => title.includes(review.projectName()))

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  tasks = reviewTasks(platform, review)
  city = review.person('city')
  miit = review.person('miit')
  colleague = await createStaff(platform, 'city', '320500')
  elsewhere = await createStaff(platform, 'city', '320100')
})

beforeEach(async () => {
  await review.beginDeclaration()
  await bringTo(review, 20)
})

describe('a consultation', () => {
  test('is offered to who has the task, and lists who sees the declaration anyway', async () => {
    const own = await city.get(flowProcess.ownTasks, { businessTable: 'declaration', businessId: review.id() })
    expect(own.map(({ canConsult }) => canConsult)).toEqual([true])
    const people = (await city.get(workTodo.calls.advisers, { taskId: await taskId() })).map(({ id }) => id)
    for (const one of [colleague, miit, review.person('office')]) expect(people).toContain(one.id)
    for (const one of [city, elsewhere, review.person('expert1')]) expect(people).not.toContain(one.id)
  })

  test('tells several colleagues, and stands in the list of what waits for each, to advise and nothing else', async () => {
    expect((await consult(city, [colleague, miit])).msg).toBe('已加签')
    for (const one of [colleague, miit]) {
      expect((await messagesOf(one))[0]).toMatchObject({
        kind: 'todo',
        title: `“${review.projectName()}”请您提出加签意见：地市初审`,
        text: '由city加签：请看投资数据',
        link: `/project/declaration/${review.id()}`,
        isDone: 0,
      })
      expect((await waitingRows(one)).map((row) => [row.status, (row as { statusName?: string }).statusName])).toEqual([
        ['advise', '待提意见'],
      ])
      expect((await waitingRows(one, { status: 'advise' })).length).toBe(1)
      expect((await waitingRows(one, { status: 'todo' })).length).toBe(0)
      const { records } = await one.get(workTodo.calls.list, { size: 100 })
      expect(records.filter(({ businessId }) => businessId === review.id())).toEqual([])
      const decided = await completeTask(one, { taskId: await taskId(), variables: { action: 'cityApprove' } })
      expect(decided.status).toBe(403)
    }
    expect((await waitingRows(city)).map(({ status }) => status)).toEqual(['todo'])
    expect((await review.status()).status).toBe(20)
  })

  test('counts on the desk and in the digest as in the list, once for a declaration that waits for the colleague anyway', async () => {
    const countsOf = async (by: Caller) => {
      invalidateCounts(platform.app)
      const { total, tasks: found } = await by.get(matters.list)
      const list = await by.get(workWaiting.calls.list, { size: 1 })
      return { desk: total + found.total, consulted: found.consulted, list: list.total ?? 0, first: found.records }
    }
    const [before, beforeOfColleague] = [await countsOf(miit), await countsOf(colleague)]
    expect((await consult(city, [colleague, miit])).success).toBe(true)
    const after = await countsOf(miit)
    expect([after.desk - before.desk, after.consulted - before.consulted, after.list - before.list]).toEqual([1, 1, 1])
    expect(after.first).toContainEqual(
      expect.objectContaining({ businessId: review.id(), isConsulted: true, isOpen: false, taskName: '地市初审' }),
    )
    // every officer of the city may decide on it
    const ofColleague = await countsOf(colleague)
    expect([ofColleague.desk, ofColleague.consulted]).toEqual([beforeOfColleague.desk, beforeOfColleague.consulted])
    expect(ofColleague.list).toBe(beforeOfColleague.list + 1)
    expect(await sendDigestOnce(platform.app, momentOf('2026-03-02 09:00:00'))).toBe(true)
    const digest = await platform.db
      .selectFrom('message')
      .select(['title', 'text'])
      .where('toUser', '=', miit.id)
      .where('kind', '=', 'reminder')
      .executeTakeFirstOrThrow()
    expect(digest.title).toContain(`今日待办 ${after.desk} 件`)
    expect(digest.text).toContain(`待您提意见的加签 ${after.consulted} 件`)
    expect((await advise(miit, await openOf(miit))).success).toBe(true)
    expect(await countsOf(miit)).toMatchObject({ desk: before.desk, consulted: before.consulted, list: before.list })
  })

  test('is answered once; the advice stands with the officers, in the history and in the audit', async () => {
    expect((await consult(city, [colleague, miit])).success).toBe(true)
    const id = await openOf(colleague)
    expect((await advise(miit, id)).status).toBe(403)
    expect((await advise(colleague, id)).msg).toBe('加签意见已提交')
    expect((await advise(colleague, id)).status).toBe(409)
    const read = await consultationsFor(city)
    expect(
      read.map(({ state, adviserName, consultedByName, advice, canWithdraw }) => [
        ...[state, adviserName, consultedByName, advice, canWithdraw],
      ]),
    ).toEqual([
      ['answered', 'city', 'city', '投资数据可信', false],
      ['open', 'province_miit', 'city', null, true],
    ])
    expect((await statusFor(city)).entries.slice(-3)).toMatchObject([
      { action: 'consult', targetName: 'city', reason: '请看投资数据', taskName: '地市初审' },
      { action: 'consult', targetName: 'province_miit' },
      { action: 'advise', userName: 'city', reason: '投资数据可信' },
    ])
    const audit = await platform.db
      .selectFrom('audit')
      .select(['verb', 'after'])
      .where('rowId', '=', await taskId())
      .execute()
    expect(audit).toContainEqual({
      verb: 'consult',
      after: { task: '地市初审', to: 'city、province_miit', note: '请看投资数据' },
    })
    expect(audit).toContainEqual({ verb: 'advise', after: { task: '地市初审', advice: '投资数据可信' } })
    expect((await messagesOf(city))[0]).toMatchObject({
      kind: 'result',
      title: `“${review.projectName()}”有新的加签意见：地市初审`,
      text: '由city提出，见审核页',
    })
    expect((await messagesOf(colleague))[0]?.isDone).toBe(1)
    expect(await waitingRows(colleague)).toEqual([])
    expect((await waitingRows(miit)).length).toBe(1)
  })

  test('does not stop the decision, which closes what is open', async () => {
    expect((await consult(city, [colleague, miit])).success).toBe(true)
    const id = await openOf(colleague)
    await advise(miit, await openOf(miit))
    await review.performAction('city', 'cityApprove')
    expect((await consultationsFor(city)).map(({ state }) => state)).toEqual(['closed', 'answered'])
    expect(await waitingRows(colleague)).toEqual([])
    expect((await messagesOf(colleague)).find(({ title }) => title.includes('加签'))?.isDone).toBe(1)
    const late = await advise(colleague, id)
    expect([late.status, late.msg]).toEqual([409, '任务已办结，该加签已关闭'])
    expect((await advise(colleague, id, english)).msg).toContain('is closed')
    expect((await statusFor(city)).entries.filter(({ action }) => action === 'lapse')).toMatchObject([
      { targetName: 'city', userName: null },
    ])
  })

  test('counts as no decision: who has advised still approves for their own office, and nobody was ahead', async () => {
    expect((await consult(city, [miit])).success).toBe(true)
    expect((await advise(miit, await openOf(miit))).success).toBe(true)
    await review.performAction('city', 'cityApprove')
    expect(await review.performAction('miit', 'provinceApprove')).toBe(30)
    expect(await review.performAction('ca', 'provinceApprove')).toBe(40)
  })

  test('ends with the whole review, and for a colleague who gets the task', async () => {
    expect((await consult(city, [colleague])).success).toBe(true)
    await city.ask(workTodo.calls.transferTask, { taskId: await taskId(), userId: colleague.id })
    expect((await consultationsFor(colleague)).map(({ state }) => state)).toEqual(['closed'])
    expect((await waitingRows(colleague)).map(({ status }) => status)).toEqual(['todo'])
    const { taskId: id } = (await colleague.get(workTodo.calls.list, { size: 100 })).records.find(
      ({ businessId }) => businessId === review.id(),
    ) ?? { taskId: '' }
    expect((await consult(colleague, [city], { id: id ?? '' })).success).toBe(true)
    const admin = await platform.admin()
    const processInstanceId = await tasks.instanceId()
    await admin.get(flowFollow.calls.deleteProcessInstance, { processInstanceId, deleteReason: '重复申报' })
    expect((await consultationsFor(city)).map(({ state }) => state)).toEqual(['closed', 'closed'])
    expect(await waitingRows(city)).toEqual([])
  })

  test('is withdrawn by who consulted or has the task now, and cannot be answered then', async () => {
    expect((await consult(city, [colleague, miit])).success).toBe(true)
    const [id, other] = [await openOf(colleague), await openOf(miit)]
    const withdraw = (by: Caller, consultationId: string) =>
      by.ask(workTodo.calls.withdrawConsultation, { consultationId })
    expect((await withdraw(colleague, id)).status).toBe(403)
    expect((await withdraw(city, id)).msg).toBe('已撤回加签')
    expect((await withdraw(city, id)).status).toBe(409)
    expect((await advise(colleague, id)).msg).toContain('已撤回')
    expect((await messagesOf(colleague))[0]?.isDone).toBe(1)
    expect(await waitingRows(colleague)).toEqual([])
    expect((await statusFor(city)).entries.at(-1)).toMatchObject({ action: 'recall', targetName: 'city' })
    // asked again
    expect((await consult(city, [colleague])).success).toBe(true)
    const again = await consult(city, [colleague, review.person('office')])
    expect(again.faults).toMatchObject([{ at: 'userIds', msg: '已请city提出意见，尚未答复' }])
    await city.ask(workTodo.calls.transferTask, { taskId: await taskId(), userId: colleague.id })
    expect((await withdraw(colleague, other)).success).toBe(true)
  })
})

describe('nobody is consulted', () => {
  const faultOf = async (to: readonly { id: string }[], headers = {}) =>
    (await consult(city, to, { headers })).faults.map(({ at, msg }) => [at, msg])

  test('who does not see the declaration, is an expert, or is oneself', async () => {
    expect(await faultOf([colleague, elsewhere])).toEqual([['userIds', expect.stringContaining('city：该事项不在')]])
    expect(await faultOf([review.person('expert1')])).toEqual([['userIds', expect.stringContaining('不能查看')]])
    expect(await faultOf([review.person('expert1')], english)).toEqual([
      ['userIds', expect.stringContaining('cannot open')],
    ])
    expect(await faultOf([await accountOf(review.company.account)])).toEqual([
      ['userIds', expect.stringContaining('不能查看')],
    ])
    expect(await faultOf([city])).toEqual([['userIds', '不能加签给本人']])
    expect(await faultOf([])).toEqual([['userIds', '请选择加签人员']])
    expect(await faultOf(Array.from({ length: 11 }, (_, i) => ({ id: String(i + 1) })))).toEqual([
      ['userIds', '每次最多选择 10 人'],
    ])
    expect(await consultationsFor(city)).toEqual([])
  })

  test.each([
    [
      'its starter',
      (id: string) => sql`update flow_instance set start_user = ${id} where business_id = ${review.id()}`,
    ],
    [
      'its author',
      (id: string) => sql`update declaration_part set saved_by = ${id} where pid = ${review.id()} and part = 'contact'`,
    ],
    ['its creator', (id: string) => sql`update declaration set create_user = ${id} where id = ${review.id()}`],
    [
      'who sent it',
      (id: string) => sql`insert into declaration_move (pid, move, from_stage, to_stage, user_id, create_time)
          values (${review.id()}, 'submit', 0, 0, ${id}, now() - interval '1 day')`,
    ],
    [
      'who was chosen as its expert',
      (id: string) => sql`update declaration set experts = array[${id}::bigint] where id = ${review.id()}`,
    ],
    [
      'who is excluded from the task',
      (id: string) => sql`update flow_task set excluded_users = array[${id}::bigint] where instance_id in
      (select id from flow_instance where business_id = ${review.id()})`,
    ],
  ])('who is %s, asked when named and again when answering', async (_, involve) => {
    expect((await consult(city, [colleague])).success).toBe(true)
    const id = await openOf(colleague)
    await involve(colleague.id).execute(platform.db)
    const refused = await advise(colleague, id)
    expect([refused.status, refused.msg]).toEqual([403, expect.stringContaining('不能就此事项提出意见')])
    expect(await waitingRows(colleague)).toEqual([])
    await city.ask(workTodo.calls.withdrawConsultation, { consultationId: id })
    expect(await faultOf([colleague])).toEqual([['userIds', expect.stringContaining('须回避')]])
  })

  test('whose region has changed meanwhile', async () => {
    const moved = await createStaff(platform, 'city', '320500')
    expect((await consult(city, [moved])).success).toBe(true)
    const id = await openOf(moved)
    await sql`update "user" set region = '320100' where id = ${moved.id}`.execute(platform.db)
    expect((await advise(moved, id)).status).toBe(403)
    expect(await waitingRows(moved)).toEqual([])
  })

  test('by who does not have the task, of a correction, or of a leave', async () => {
    expect((await consult(colleague, [miit])).status).toBe(409)
    expect((await consult(review.company, [miit])).status).toBe(403)
    await review.performAction('city', 'cityReturn', remarks('information.projectName'))
    const [task] = await review.company.get(flowProcess.ownTasks, {
      businessTable: 'declaration',
      businessId: review.id(),
    })
    expect(task?.canConsult ?? false).toBe(false)
    await requestDaysOff(colleague, miit, '看病')
    const [leave] = (await miit.get(workTodo.calls.list, {})).records
    const refused = await consult(miit, [city], { id: leave?.taskId ?? '' })
    expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('不能加签')])
  })

  test('while experts review, nor by an expert', async () => {
    await review.performAction('city', 'cityApprove')
    await review.performAction('miit', 'provinceApprove')
    await review.performAction('ca', 'provinceApprove')
    await tasks.claim('office', 'decide')
    const { taskId: decide } = await tasks.taskOf('office', 'decide')
    const office = review.person('office')
    const refused = await consult(office, [miit], { id: decide })
    expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('专家评审期间')])
    expect((await consult(office, [miit], { id: decide, headers: english })).msg).toContain('while experts review')
    await review.performAction('office', 'assign', {
      experts: ['expert1', 'expert2', 'expert3'].map((name) => review.person(name).id).join(','),
    })
    await tasks.claim('expert1', 'score').catch(() => null)
    const { taskId: score } = await tasks.taskOf('expert1', 'score')
    expect((await consult(review.person('expert1'), [miit], { id: score })).status).not.toBe(200)
    const [own] = await review
      .person('expert1')
      .get(flowProcess.ownTasks, { businessTable: 'declaration', businessId: review.id() })
    expect(own?.canConsult).toBe(false)
  })
})

/** All that somebody can read of the declaration, as one text. */
const readable = async (by: Caller): Promise<string> => {
  const processInstanceId = await tasks.instanceId()
  const answers = await Promise.all([
    by.ask(declaration.calls.getStatus, { id: review.id() }),
    by.ask(flowProcess.modelView, { processInstanceId }),
    by.ask(flowProcess.historyFlowList, { processInstanceId }),
    by.ask(flowProcess.ownTasks, { businessTable: 'declaration', businessId: review.id() }),
    by.ask(messages.list, { size: 100 }),
    by.ask(workWaiting.calls.list, { size: 100 }),
    by.ask(workSend.calls.list, { size: 100 }),
    by.ask(workDone.calls.list, { size: 100 }),
    by.ask(audit.calls.list, { size: 200 }),
  ])
  expect(answers[0]?.success).toBe(true)
  return JSON.stringify(answers.map(({ data }) => data))
}
const traces = /加签|数据可信|看投资数据|consult|"advise"|"lapse"|"recall"/
/** Without the names of fields that everybody has. */
const withoutFields = (text: string) =>
  text.replaceAll('"consultations":[]', '').replace(/"canConsult":(?:false|true)/g, '')

describe('nothing of a consultation is read', () => {
  const consultAll = async () => {
    await consult(city, [colleague, miit, review.person('office')])
    await advise(colleague, await openOf(colleague))
    await city.ask(workTodo.calls.withdrawConsultation, { consultationId: await openOf(review.person('office')) })
    await review.performAction('city', 'cityApprove')
    // one is answered, one withdrawn, one closed
    expect((await consultationsFor(city)).map(({ state }) => state)).toEqual(['answered', 'closed', 'withdrawn'])
    expect(withoutFields(await readable(city))).toMatch(traces)
  }

  test('by the applicant and the operator, during the review and after it', async () => {
    await consultAll()
    for (const one of [review.company, review.operator]) expect(withoutFields(await readable(one))).not.toMatch(traces)
    await review.performAction('miit', 'provinceReturn', remarks('information.projectName'))
    for (const one of [review.company, review.operator]) expect(withoutFields(await readable(one))).not.toMatch(traces)
  })

  test('by experts', async () => {
    await consultAll()
    await review.performAction('miit', 'provinceApprove')
    await review.performAction('ca', 'provinceApprove')
    await review.performAction('office', 'assign', {
      experts: ['expert1', 'expert2', 'expert3'].map((name) => review.person(name).id).join(','),
    })
    expect(withoutFields(await readable(review.person('expert1')))).not.toMatch(traces)
  })
})

describe('a colleague who sees declarations and does not review', () => {
  test('reads the own part only, and no internal comment, score or name of an expert', async () => {
    const admin = await platform.admin()
    const scope = await createScope(admin, { resourceCode: 'declaration', scopeType: 1 })
    const codes = ['declaration', 'declaration_view', 'work_todo', 'work_todo_handle']
    const reader = await createClerk(platform, 'plain_reader', { codes, scopes: [scope] })
    await review.performAction('city', 'cityApprove', { internal: '内部意见甲' })
    await tasks.claim('miit', 'provinceReview')
    const id = (await tasks.taskOf('miit', 'provinceReview')).taskId
    expect((await consult(miit, [reader, colleague], { id })).success).toBe(true)
    expect((await advise(colleague, await openOf(colleague), {}, '同事的看法')).success).toBe(true)
    expect((await waitingRows(reader)).map(({ status }) => status)).toEqual(['advise'])
    expect((await consultationsFor(reader)).map(({ adviserName, state }) => [adviserName, state])).toEqual([
      ['plain_reader', 'open'],
    ])
    expect((await advise(reader, await openOf(reader))).success).toBe(true)
    expect((await consultationsFor(miit)).length).toBe(2)
    const seen = await readable(reader)
    expect(seen).toContain('数据可信')
    for (const hidden of ['同事的看法', '内部意见甲']) expect(seen).not.toContain(hidden)
    await review.performAction('miit', 'provinceApprove')
    await review.performAction('ca', 'provinceApprove')
    await review.assignAndScore()
    const during = await readable(reader)
    expect(during).not.toMatch(/"score":\d|"assigned":\[|评审专家.{0,40}expert/)
    for (const hidden of [review.person('expert1').id, '同事的看法']) expect(during).not.toContain(hidden)
  })
})
