import { beforeAll, describe, expect, test } from 'vitest'
import { leave } from '#contract/desk/leave.ts'
import { flowFollow } from '#contract/flow/flow-follow.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { flowProcess } from '#contract/flow/flow-process.ts'
import { messages } from '#contract/inbox/message.ts'
import { stageRules, transitionNames } from '#contract/project/transitions.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { workSend } from '#contract/work/work-send.ts'
import { workStart } from '#contract/work/work-start.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { readPeople } from '#server/engine/session.ts'
import { mayHandle } from '#server/flow/task-access.ts'
import { ctxOf } from '#server/inbox/people-who.ts'
import { contextFor } from '../support/context.ts'
import { requestLeave } from '../support/leave-requests.ts'
import type { Caller, Platform } from '../support/platform.ts'
import { assignPackage, completeFirstLogin, createTenant, openTenantPlatform, type Tenant } from '../support/tenants.ts'

/** Processes of all tenants run in each of them apart from the others; those of one tenant only there. */

let platform: Platform
let admin: Caller
let [one, other] = [] as unknown as [Tenant, Tenant]
let [applicant, approver] = [] as unknown as [Caller & { id: string }, Caller & { id: string }]
let definitionId = ''

const workCodes = ['work', 'work_start', 'work_start_flow', 'work_todo', 'work_todo_handle', 'work_send', 'leave']

/** A person of a tenant who may start and handle processes. */
const createWorker = async (tenant: Tenant, account: string): Promise<Caller & { id: string }> => {
  const { rows } = await sql<{
    id: string
  }>`select id::text from menu where code = any(${workCodes}) and is_deleted = 0`.execute(platform.db)
  const { id: roleId } = await tenant.admin.get(role.calls.submit, { roleName: account, roleAlias: account, sort: 9 })
  await tenant.admin.get(role.calls.grant, { roleIds: roleId, menuIds: rows.map(({ id }) => id).join(',') })
  const person = { account, name: account, realName: account, roleId }
  const { id, initialPassword } = await tenant.admin.get(user.calls.submit, person)
  const caller = await completeFirstLogin(platform, tenant.tenantId, account, String(initialPassword))
  return { ...caller, id: String(id) }
}

const request = (reason: string): Promise<string> => {
  const period = { startTime: '2026-11-02 09:00:00', endTime: '2026-11-03 18:00:00' }
  return requestLeave(applicant, { processDefinitionId: definitionId, taskUser: approver.id, reason, ...period })
}

const sent = async (businessId: string) =>
  (await applicant.get(workSend.calls.list, { size: 50 })).records.find((row) => row.businessId === businessId)

beforeAll(async () => {
  const opened = await openTenantPlatform()
  platform = opened.platform
  admin = opened.admin
  one = await createTenant(platform)
  other = await createTenant(platform)
  await assignPackage(platform, [one, other])
  applicant = await createWorker(one, 'applicant')
  approver = await createWorker(one, 'approver')
  const { records } = await applicant.get(workStart.calls.list, { mode: 1 })
  definitionId = records.find(({ key }) => key === 'leave')?.id ?? ''
})

describe('who can handle a task', () => {
  /** Ids of all who can handle a task with these moves, after the database and the code agree on them. */
  const ableTo = async (moves: readonly string[]): Promise<readonly string[]> => {
    const ctx = await contextFor(platform.app)
    const rows = await run<{ id: string }>(
      platform.db,
      sql`select id::text from "user" where may_handle(id, ${moves}::text[])`,
    )
    const people = (await readPeople(ctx, sql`true`)).filter((person) => mayHandle(ctxOf(ctx, person), moves))
    const ids = rows.map(({ id }) => id).toSorted()
    expect([moves, ids]).toEqual([moves, people.map(({ id }) => id).toSorted()])
    return ids
  }

  let worker: Caller & { id: string }
  beforeAll(async () => {
    worker = await createWorker(other, 'worker')
    // somebody with each role of the platform
    await sql`insert into "user" (account, name, real_name, role_id, status, user_type)
      select 'with.' || role_alias, role_name, role_name, array[id], 1, 1 from role where tenant_id = '000000' and is_deleted = 0`.execute(
      platform.db,
    )
  })

  test('is the same in the database as in the code, for every move, role and package', async () => {
    expect(await ableTo([])).toEqual(expect.arrayContaining([worker.id, approver.id]))
    for (const name of transitionNames) {
      const able = await ableTo([name])
      expect(able).not.toContain(worker.id)
      // the others are made by the platform itself, or are a withdrawal
      expect([name, able.length > 0]).toEqual([name, stageRules.permOf(name) !== null])
    }
    for (const moves of [['cityApprove', 'score'], ['archive', 'score'], ['expire', 'archive'], ['unknown']])
      await ableTo(moves)
    // a package without the list of tasks takes it from everybody of the tenant, and from nobody else
    await assignPackage(platform, [other], ['work', 'work_start'])
    expect(await ableTo([])).not.toContain(worker.id)
    expect(await ableTo([])).toContain(approver.id)
    await assignPackage(platform, [other])
    expect(await ableTo([])).toContain(worker.id)
  })

  test('is nobody by a role of another tenant or a removed one, or without an active account', async () => {
    const change = (text: ReturnType<typeof sql>) => text.execute(platform.db)
    const roleOf = async ({ id }: { id: string }) =>
      (await run<{ id: string }>(platform.db, sql`select role_id[1]::text as id from "user" where id = ${id}`))[0]?.id
    const [own, foreign] = [await roleOf(worker), await roleOf(approver)]
    const setRole = (id: unknown) =>
      change(sql`update "user" set role_id = array[${id}::bigint] where id = ${worker.id}`)
    await setRole(foreign)
    expect(await ableTo([])).not.toContain(worker.id)
    await setRole(own)
    expect(await ableTo([])).toContain(worker.id)
    await other.admin.get(user.calls.disable, { userIds: worker.id, reason: '离职' })
    expect(await ableTo([])).not.toContain(worker.id)
    await change(sql`update "user" set status = 1 where id = ${worker.id}`)
    // one in use is not removed by a call
    await change(sql`update role set is_deleted = 1 where id = ${own}`)
    expect(await ableTo([])).not.toContain(worker.id)
  })
})

describe('a process of all tenants', () => {
  test('runs within the tenant of its applicant', async () => {
    const id = await request('本单位请假')
    const todo = (await approver.get(workTodo.calls.list, {})).records
    expect(todo.map(({ businessId, subject }) => [businessId, subject])).toContainEqual([id, '本单位请假'])
    const { taskId } = todo.find(({ businessId }) => businessId === id) ?? {}
    const stranger = await createWorker(other, 'stranger')
    const decision = { taskId: taskId ?? '', flag: 'ok', comment: '同意' }
    expect((await stranger.ask(workTodo.calls.completeTask, decision)).code).toBe(404)
    expect((await stranger.get(workTodo.calls.list, {})).total).toBe(0)
    expect((await approver.ask(workTodo.calls.completeTask, decision)).code).toBe(200)
    expect((await sent(id))?.processIsFinished).toBe('finished')
  })

  test('takes approvers of the same tenant only', async () => {
    const stranger = await createWorker(other, 'elsewhere')
    const answer = await applicant.ask(leave.calls.startProcess, {
      processDefinitionId: definitionId,
      taskUser: stranger.id,
      startTime: '2026-11-02 09:00:00',
      endTime: '2026-11-03 18:00:00',
      reason: '请假',
    })
    expect(answer.faults).toEqual([{ at: 'taskUser', msg: '请选择可以登录的办理人' }])
  })

  test('is followed by administrators of that tenant, not of another', async () => {
    const id = await request('跟踪的请假')
    const processInstanceId = (await sent(id))?.processInstanceId ?? ''
    const subjects = async (by: Caller) =>
      (await by.get(flowFollow.calls.list, { size: 50 })).records.map(({ subject }) => subject)
    expect(await subjects(one.admin)).toContain('跟踪的请假')
    expect(await subjects(other.admin)).not.toContain('跟踪的请假')
    const end = { processInstanceId, deleteReason: '不再需要' }
    expect((await other.admin.ask(flowFollow.calls.deleteProcessInstance, end)).code).toBe(404)
    expect((await other.admin.ask(flowProcess.modelView, { processInstanceId })).code).toBe(403)
    expect((await one.admin.ask(flowFollow.calls.deleteProcessInstance, end)).code).toBe(200)
    const [message] = (await applicant.get(messages.list, { size: 1 })).records
    expect(message).toMatchObject({ title: '您的请假申请已由管理员终止', text: '不再需要', kind: 'result' })
  })

  test('is suspended, removed and deployed by the platform only', async () => {
    const change = { processId: definitionId, state: 'suspend' as const }
    expect((await one.admin.ask(flowManager.calls.changeState, change)).code).toBe(403)
    expect((await one.admin.ask(flowManager.calls.list, {})).code).toBe(403)
  })

  test('can be removed only together with the instances of every tenant', async () => {
    const id = await request('最后的请假')
    const { records } = await admin.get(flowManager.calls.list, { key: 'leave' })
    const row = records.find(({ key }) => key === 'leave')
    expect(row?.runningInstances).toBe(1)
    const input = { deploymentIds: row?.deploymentId ?? '' }
    const refused = await admin.ask(flowManager.calls.deleteDeployment, input)
    expect([refused.code, refused.msg]).toEqual([409, expect.stringContaining('1 个在办实例')])
    await admin.get(flowManager.calls.deleteDeployment, { ...input, withInstances: 1 })
    expect((await applicant.get(leave.calls.show, { businessId: id })).leaveState).toBe('ended')
    expect((await sent(id))?.comment).toContain('流程已删除')
    expect((await applicant.get(workStart.calls.list, {})).records.some(({ key }) => key === 'leave')).toBe(false)
    const late = await applicant.ask(leave.calls.startProcess, {
      processDefinitionId: definitionId,
      taskUser: approver.id,
      startTime: '2026-11-02 09:00:00',
      endTime: '2026-11-03 18:00:00',
      reason: '太迟',
    })
    expect(late.code).toBe(404)
    const history = await applicant.get(flowProcess.historyFlowList, {
      processInstanceId: (await sent(id))?.processInstanceId ?? '',
    })
    expect(history.map(({ historyActivityType }) => historyActivityType)).toEqual(['startEvent', 'userTask'])
  })
})
