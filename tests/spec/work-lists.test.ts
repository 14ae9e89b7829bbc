import { beforeAll, describe, expect, test } from 'vitest'
import { leave } from '#contract/desk/leave.ts'
import { flowFollow } from '#contract/flow/flow-follow.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { flowProcess } from '#contract/flow/flow-process.ts'
import { messages } from '#contract/inbox/message.ts'
import { exportCallsOf } from '#contract/job/exporting.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workDone } from '#contract/work/work-done.ts'
import { workSend } from '#contract/work/work-send.ts'
import { workStart } from '#contract/work/work-start.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { sql } from '#server/base/database/sql.ts'
import { requestLeave } from '../support/leave-requests.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk } from '../support/roles.ts'
import { createEnterprise, createStaff } from '../support/scenario.ts'

/** Filters, pages and order of the lists of 我的事务. */

let platform: Platform
let applicant: Caller
let approver: Caller & { readonly id: string }
let definitionId = ''
const ids: string[] = []

const todo = async (filters: object = {}) =>
  (await approver.get(workTodo.calls.list, { size: 50, ...filters })).records.map(({ subject }) => subject)

beforeAll(async () => {
  platform = await openPlatform()
  applicant = await createStaff(platform, 'city')
  approver = await createStaff(platform, 'province_miit')
  const { records } = await applicant.get(workStart.calls.list, {})
  definitionId = records.find(({ key }) => key === 'leave')?.id ?? ''
  for (const reason of ['第一件', '第二件', '第三件']) {
    const period = { startTime: '2026-11-02 09:00:00', endTime: '2026-11-03 18:00:00' }
    const input = { processDefinitionId: definitionId, taskUser: approver.id, reason, ...period }
    ids.push(await requestLeave(applicant, input))
  }
})

describe('the tasks of a person', () => {
  test('come by their deadline, without one as if due a week after they began to wait, on every page', async () => {
    expect(await todo()).toEqual(['第一件', '第二件', '第三件'])
    const age = (n: number, days: number, dueInDays: number | null) =>
      sql`update flow_task t set create_time = now() - make_interval(days => ${days}),
          due_time = now() + make_interval(days => ${dueInDays}::integer) from flow_instance i
        where i.id = t.instance_id and i.business_table = 'leave' and i.business_id = ${ids[n]}`.execute(platform.db)
    // waits for 10 days without a deadline, is due in 30 days, is due tomorrow
    await age(0, 10, null)
    await age(1, 10, 30)
    await age(2, 1, 1)
    expect(await todo()).toEqual(['第一件', '第三件', '第二件'])
    await age(1, 10, -5)
    expect(await todo()).toEqual(['第二件', '第一件', '第三件'])
    const pages = await Promise.all([1, 2, 3].map((current) => todo({ size: 1, current })))
    expect(pages.flat()).toEqual(['第二件', '第一件', '第三件'])
    // of the same deadline what arrived first, whatever its number is
    await sql`update flow_task set due_time = '2026-12-01', create_time = '2026-10-01'::timestamptz
      - (rank || ' hours')::interval from (select id as of, row_number() over (order by id) as rank from flow_task
        where assignee = ${approver.id} and end_time is null) r where id = of`.execute(platform.db)
    expect(await todo()).toEqual(['第三件', '第二件', '第一件'])
    const sameDay = await Promise.all([1, 2, 3].map((current) => todo({ size: 1, current })))
    expect(sameDay.flat()).toEqual(['第三件', '第二件', '第一件'])
    await age(0, 10, null)
    await age(1, 0, null)
    await age(2, 0, null)
    await sql`update flow_task t set create_time = '2026-10-01 08:00+08' from flow_instance i
      where i.id = t.instance_id and i.business_table = 'leave' and i.business_id = ${ids[0]}`.execute(platform.db)
  })

  test.each([
    [{ category: 'flow_1' }, 3],
    [{ category: 'flow_3' }, 0],
    [{ processDefinitionName: '请假' }, 3],
    [{ processDefinitionName: '申报' }, 0],
    [{ keyword: '第二' }, 1],
    [{ beginDate: '2026-10-01', endDate: '2026-10-01' }, 1],
    [{ beginDate: '2026-10-02' }, 2],
    [{ beginDate: '2026-10-01 08:00:00', endDate: '2026-10-01 08:00:00' }, 1],
    [{ beginDate: '2026-10-01 00:00:00', endDate: '2026-10-01 07:59:59' }, 0],
    [{ status: 'todo' }, 3],
    [{ status: 'finish' }, 0],
  ])('filtered by %j are %i', async (filters, count) => {
    expect(await todo(filters)).toHaveLength(count)
  })

  test('have pages, and a wrong date is refused at its field', async () => {
    const page = await approver.get(workTodo.calls.list, { size: 2, current: 2 })
    expect([page.records.length, page.total, page.pages]).toEqual([1, 3, 2])
    for (const beginDate of ['gestern', '2026-13-01 00:00:00', '2026-10-01 24:00:00'])
      expect((await approver.ask(workTodo.calls.list, { beginDate })).faults[0]?.at).toBe('beginDate')
  })

  test('disappear while their process is suspended', async () => {
    const admin = await platform.admin()
    const change = (state: 'active' | 'suspend') =>
      admin.get(flowManager.calls.changeState, { processId: definitionId, state })
    await change('suspend')
    expect(await todo()).toEqual([])
    expect((await applicant.get(workSend.calls.list, {})).total).toBe(3)
    await change('active')
    expect(await todo()).toHaveLength(3)
  })
})

describe('the processes to start', () => {
  const offered = async (by: Caller) =>
    (await by.get(workStart.calls.list, { size: 100 })).records.map(({ key }) => key).toSorted()

  test('are those that the person may start', async () => {
    expect(await offered(applicant)).toEqual(['leave'])
    expect(await offered(approver)).toEqual(['leave', 'recommend'])
    const operator = await createEnterprise(platform, { type: 2 })
    expect(await offered(operator)).toEqual(['recommend', 'xmsb'])
    const file = await (await operator.raw('GET', `${exportCallsOf(workStart).direct.path}?format=csv`)).text()
    expect([file.includes('项目推荐'), file.includes('请假')]).toEqual([true, false])
  })

  test('are also those whose diagram the person may see, besides those who manage processes', async () => {
    const [operator, enterprise] = [await createEnterprise(platform, { type: 2 }), await createEnterprise(platform)]
    const recommendId = (await operator.get(workStart.calls.list, {})).records.find(
      ({ key }) => key === 'recommend',
    )?.id
    const statusOf = async (by: Caller, processDefinitionId: string | undefined) =>
      (await by.ask(flowProcess.modelView, { processDefinitionId })).status
    const people = [await platform.admin(), applicant, operator, enterprise]
    expect(await Promise.all(people.map((by) => statusOf(by, definitionId)))).toEqual([200, 200, 404, 404])
    expect(await Promise.all(people.map((by) => statusOf(by, recommendId)))).toEqual([200, 404, 200, 404])
  })

  test('are none for a person whose roles only read the list', async () => {
    const reader = await createClerk(platform, 'reader', { codes: ['work', 'work_start', 'work_start_image'] })
    expect(await offered(reader)).toEqual([])
  })
})

describe('names of processes and tasks in English', () => {
  const english = { 'blade-language': 'en' }

  test('are those of the definition, in the lists of 我的事务 and of administrators', async () => {
    const [task] = (await approver.get(workTodo.calls.list, { size: 1 }, english)).records
    expect(task).toMatchObject({ processDefinitionName: 'Request for leave', taskName: 'Approval by the department' })
    const sent = (await applicant.get(workSend.calls.list, { size: 1 }, english)).records
    expect(sent[0]).toMatchObject({ processDefinitionName: 'Request for leave', taskName: task?.taskName })
    const started = (await applicant.get(workStart.calls.list, {}, english)).records
    expect(started.find(({ id }) => id === definitionId)?.name).toBe('Request for leave')
    const admin = await platform.admin()
    const managed = (await admin.get(flowManager.calls.list, { size: 50 }, english)).records
    expect(managed.find(({ id }) => id === definitionId)?.name).toBe('Request for leave')
    const [running] = (await admin.get(flowFollow.calls.list, { size: 1 }, english)).records
    expect(running).toMatchObject({ name: 'Request for leave', taskName: task?.taskName })
    expect((await approver.get(workTodo.calls.list, { size: 1 })).records[0]?.taskName).toBe('部门审批')
  })

  test('are read in the history, the request itself and the message', async () => {
    const { processInstanceId } = (await applicant.get(workSend.calls.list, { size: 1 })).records[0] ?? {}
    const history = await applicant.get(flowProcess.historyFlowList, { processInstanceId }, english)
    expect(history.map(({ historyActivityName }) => historyActivityName)).toEqual([
      'Request submitted',
      'Approval by the department',
    ])
    const { flow = [] } = await applicant.get(flowProcess.modelView, { processInstanceId }, english)
    expect(
      flow.filter(({ historyActivityType }) => historyActivityType === 'candidate')[0]?.historyActivityName,
    ).toMatch(/^[A-Z]/)
    const detail = await applicant.get(leave.calls.show, { businessId: ids[2] }, english)
    expect(detail.flow.taskName).toBe('Approval by the department')
    const asked = (await approver.get(messages.list, { size: 5 }, english)).records
    expect(asked[0]?.title).toBe('city’s leave (2 days) waits for you: Approval by the department')
  })
})

describe('the tasks that a person may claim', () => {
  test('come in the same order, on every page, and one that they claim leaves the list', async () => {
    const boss = await createStaff(platform, 'boss')
    const period = { startTime: '2026-11-02 09:00:00', endTime: '2026-11-06 18:00:00' }
    for (const reason of ['甲', '乙', '丙'])
      await requestLeave(applicant, { processDefinitionId: definitionId, taskUser: approver.id, reason, ...period })
    for (const { taskId, subject } of (await approver.get(workTodo.calls.list, { size: 50 })).records)
      if (/^[甲乙丙]$/.test(subject ?? ''))
        await approver.get(workTodo.calls.completeTask, { taskId: taskId ?? '', flag: 'ok', comment: '已阅' })
    const rows = async (page: object = {}) => (await boss.get(workClaim.calls.list, { size: 50, ...page })).records
    const subjects = async (page: object = {}) => (await rows(page)).map(({ subject }) => subject)
    expect(await subjects()).toEqual(['甲', '乙', '丙'])
    const dueIn = (reason: string, days: number) =>
      sql`update flow_task t set due_time = now() + make_interval(days => ${days}) from flow_instance i
        where i.id = t.instance_id and i.subject = ${reason} and t.end_time is null`.execute(platform.db)
    await dueIn('丙', 1)
    await dueIn('甲', 8)
    expect(await subjects()).toEqual(['丙', '乙', '甲'])
    const pages = await Promise.all([1, 2, 3].map((current) => subjects({ size: 1, current })))
    expect(pages.flat()).toEqual(['丙', '乙', '甲'])
    const [first] = await rows()
    expect(first).toMatchObject({ status: 'claim', taskName: '上级审批', assignee: null })
    await boss.get(workClaim.calls.claimTask, { taskId: first?.taskId ?? '' })
    expect(await subjects()).toEqual(['乙', '甲'])
  })
})

describe('an account without a permission of 我的事务', () => {
  test('reads its own rows in all five lists, and can handle nothing', async () => {
    const bare = await createClerk(platform, 'bare', { codes: [] })
    const period = { startTime: '2026-11-02 09:00:00', endTime: '2026-11-03 18:00:00' }
    const input = { processDefinitionId: definitionId, taskUser: approver.id, reason: '本人事项', ...period }
    const id = await requestLeave(applicant, input)
    await sql`with i as (update flow_instance set start_user = ${bare.id}
        where business_table = 'leave' and business_id = ${id} returning id)
      update flow_task t set assignee = ${bare.id} from i where t.instance_id = i.id`.execute(platform.db)
    const lists = { workTodo, workSend, workClaim, workDone, workStart }
    const subjects: Record<string, unknown> = {}
    for (const [name, { calls }] of Object.entries(lists)) {
      const { code, data } = await bare.ask(calls.list as typeof workTodo.calls.list, { size: 50 })
      subjects[name] = [code, data.records.map(({ subject }) => subject)]
    }
    const own = [200, ['本人事项']]
    const none = [200, []]
    expect(subjects).toEqual({ workTodo: own, workSend: own, workClaim: none, workDone: none, workStart: none })
    const { taskId } = (await bare.get(workTodo.calls.list, {})).records[0] ?? {}
    const decision = { taskId: String(taskId), flag: 'ok', comment: '同意' }
    expect((await bare.ask(workTodo.calls.completeTask, decision)).code).toBe(403)
    expect((await bare.raw('GET', `${workTodo.path}/export?format=csv`)).status).toBe(403)
  })
})
