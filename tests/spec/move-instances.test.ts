import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { leave } from '#contract/desk/leave.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import type { InstanceMoves } from '#contract/flow/instance-moves.ts'
import { audit } from '#contract/log/audit.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { deployDefinition, withChanges } from '../support/definitions.ts'
import { requestLeave } from '../support/leave-requests.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { readLeave } from '../support/process-files.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { bringTo, expectConsistent, must, type ReviewTasks, reviewTasks } from '../support/review-tasks.ts'
import { createStaff, submitAction } from '../support/scenario.ts'

/** Running instances move to a new version on order, one by one; what does not fit stays, with its reason. */

let platform: Platform
let admin: Caller
let staff: Caller & { id: string }
let approver: Caller & { id: string }
let head: Caller & { id: string }
let review: Review
let tasks: ReviewTasks

const definitionOf = async (table: string, id: string) => {
  const [row] = await run<{ row: string; version: number; rev: number }>(
    platform.db,
    sql`select b.process_definition_id::text as row, d.version, i.rev from ${sql.table(table)} b
      join flow_instance i on i.business_table = ${table} and i.business_id = b.id and i.end_time is null
      join flow_definition d on d.id = i.definition_id and d.id::text = b.process_definition_id::text where b.id = ${id}`,
  )
  return row
}

const latest = async (key: string) => {
  const { records } = await admin.get(flowManager.calls.list, { key, size: 50 })
  return records.find((row) => row.key === key)?.id ?? ''
}
const preview = (processId: string) => admin.get(flowManager.calls.movableInstances, { processId })
const move = (processId: string, after?: string) =>
  admin.get(flowManager.calls.moveInstances, { processId, reason: '流程优化', ...(after ? { after } : {}) })
const summary = ({ moved, staying, next }: InstanceMoves) => ({
  moved,
  staying: staying.map(({ reason }) => reason),
  next,
})

const leaveUntil = async (lastDay: string) =>
  requestLeave(staff, {
    processDefinitionId: await latest('leave'),
    ...{ taskUser: approver.id, startTime: '2026-11-02 09:00:00', endTime: `${lastDay} 18:00:00`, reason: '探亲' },
  })
const agree = async (by: Caller, businessId: string) => {
  const { records } = await by.get(workTodo.calls.list, { size: 200 })
  const taskId = records.find((row) => row.businessId === businessId)?.taskId ?? ''
  return by.get(workTodo.calls.completeTask, { taskId, flag: 'ok', comment: '同意' })
}

/** Without the approval of the head. */
const leaveWithoutHead = () =>
  readLeave()
    .replace(/<bpmndi:BPMNDiagram[\s\S]*<\/bpmndi:BPMNDiagram>/, '')
    .replace(/<(userTask|exclusiveGateway) id="leader[^>]*\/>/g, '')
    .replace(/<sequenceFlow [^>]*(Leader|leader)[^>]*(\/>|>[\s\S]*?<\/sequenceFlow>)/g, '')
    .replace(' && days <= 3', '')

/** The same stages in another order: city, experts, province, notice. */
const reviewInOtherOrder = () =>
  withChanges(
    readFileSync(new URL('../../server/seed/processes/xmsb.bpmn20.xml', import.meta.url), 'utf8'),
    ['sourceRef="cityDecided" targetRef="toProvince"', 'sourceRef="cityDecided" targetRef="toExperts"'],
    ['sourceRef="expertsDecided" targetRef="toNotice"', 'sourceRef="expertsDecided" targetRef="toProvince"'],
    ['sourceRef="provinceDecided" targetRef="toExperts"', 'sourceRef="provinceDecided" targetRef="toNotice"'],
    ['name="省级审核" flowable', 'name="省级复核" flowable'],
  )

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  staff = await createStaff(platform, 'city')
  approver = await createStaff(platform, 'province_miit')
  head = await createStaff(platform, 'boss')
  review = await openReview(platform)
  tasks = reviewTasks(platform, review)
})

describe('requests for leave', () => {
  test('move, except those whose task the new version has not', async () => {
    const atApprover = await leaveUntil('2026-11-06')
    const atHead = await leaveUntil('2026-11-06')
    await agree(approver, atHead)
    const old = await latest('leave')
    const processId = await deployDefinition(admin, 'leave', leaveWithoutHead())
    const expected = {
      moved: 1,
      staying: ['新版本没有用户任务“上级审批”（leaderApproval），而该实例正停在这里'],
      next: null,
    }
    expect(summary(await preview(processId))).toEqual(expected)
    expect(await definitionOf('leave', atApprover)).toMatchObject({ row: old, version: 1 })
    const answer = await move(processId)
    expect(summary(answer)).toEqual(expected)
    expect(answer.staying[0]).toMatchObject({ subject: '探亲', version: 1 })
    expect(answer.staying[0]?.advice).toBe(
      '请部署一个保留标识“leaderApproval”的版本，或待该实例办过此环节后再迁移；无法继续办理的，在“流程跟踪”中终止。',
    )
    expect(await definitionOf('leave', atApprover)).toMatchObject({ row: processId, version: 2 })
    expect(await definitionOf('leave', atHead)).toMatchObject({ row: old, version: 1 })
    // five days: on the old version the head would decide
    await agree(approver, atApprover)
    expect((await staff.get(leave.calls.show, { businessId: atApprover })).leaveState).toBe('approved')
    const { records } = await head.get(workClaim.calls.list, { size: 50 })
    await head.get(workClaim.calls.claimTask, {
      taskId: records.find((row) => row.businessId === atHead)?.taskId ?? '',
    })
    await agree(head, atHead)
    expect((await staff.get(leave.calls.show, { businessId: atHead })).leaveState).toBe('approved')
    expect(summary(await preview(processId))).toEqual({ moved: 0, staying: [], next: null })
  })

  test('leave a comment and an audit entry, in the transaction of the move', async () => {
    const [comment] = await run<{ action: string; message: string; id: string }>(
      platform.db,
      sql`select action, message, instance_id::text as id from flow_comment where action = 'move'`,
    )
    expect(comment).toMatchObject({ message: '1 → 2: 流程优化' })
    const { records } = await admin.get(audit.calls.list, { verb: 'moveInstances', size: 10 } as never)
    expect(records).toMatchObject([{ entity: 'flowFollow', rowId: comment?.id, rowTitle: '探亲' }])
  })

  test('and a completion at the same moment both happen, whichever is first', async () => {
    // on both versions the head decides next
    await deployDefinition(admin, 'leave', readLeave())
    for (const round of [1, 2, 3]) {
      const id = await leaveUntil('2026-11-06')
      const processId = await deployDefinition(admin, 'leave', readLeave())
      const [, moved] = await Promise.all([agree(approver, id), move(processId)])
      expect([round, summary(moved)]).toEqual([round, { moved: 1, staying: [], next: null }])
      // the start, the move and the completion
      expect(await definitionOf('leave', id)).toMatchObject({ row: processId, rev: 3 })
      const open = await run<{ key: string }>(
        platform.db,
        sql`select t.task_key as key from flow_task t join flow_instance i on i.id = t.instance_id
          where i.business_id = ${id} and t.end_time is null`,
      )
      expect(open).toEqual([{ key: 'leaderApproval' }])
      const { records } = await head.get(workClaim.calls.list, { size: 50 })
      const taskId = records.find((row) => row.businessId === id)?.taskId ?? ''
      await head.get(workClaim.calls.claimTask, { taskId })
      await agree(head, id)
    }
  })

  test('move in portions, of which each says where the next starts', async () => {
    const id = await leaveUntil('2026-11-04')
    await run(
      platform.db,
      sql`with i as (insert into flow_instance (tenant_id, definition_id, business_table, business_id, subject, variables, state)
          select i.tenant_id, i.definition_id, i.business_table, n, i.subject, i.variables, i.state
          from flow_instance i, generate_series(1, 60) n where i.business_id = ${id} returning id)
        insert into flow_task (instance_id, execution_id, task_key, name)
          select i.id, t.execution_id, t.task_key, t.name from i, flow_task t
          join flow_instance o on o.id = t.instance_id and o.business_id = ${id}`,
    )
    const processId = await deployDefinition(admin, 'leave', readLeave())
    const tried = await preview(processId)
    expect([tried.moved, tried.next]).toEqual([50, expect.any(String)])
    const first = await move(processId)
    expect(summary(first)).toEqual({ moved: 50, staying: [], next: tried.next })
    expect(summary(await move(processId, first.next ?? ''))).toEqual({ moved: 11, staying: [], next: null })
    await agree(approver, id)
  })

  test('stay while a timer is due, or if their stored tasks are others', async () => {
    const [late, other] = [await leaveUntil('2026-11-04'), await leaveUntil('2026-11-04')]
    const instance = (id: string) => sql`(select id from flow_instance where business_id = ${id})`
    await run(
      platform.db,
      sql`insert into flow_timer values (${instance(late)}, 'timer_0', now() - interval '1 minute')`,
    )
    await run(platform.db, sql`update flow_task set end_time = now() where instance_id = ${instance(other)}`)
    const processId = await deployDefinition(admin, 'leave', readLeave())
    const { next } = await move(processId)
    const { staying } = await move(processId, next ?? '')
    expect(staying.map(({ reason }) => reason)).toEqual([
      '有到期的定时器尚未处理',
      '在新版本上待办任务会改变：用户任务“部门审批”（deptApproval）',
    ])
    const english = await admin.ask(flowManager.calls.movableInstances, { processId }, { 'blade-language': 'en' })
    expect(english.data.staying[0]?.reason).toBe('a timer of it is due and has not fired yet')
  })
})

test('only with the permission, with a reason, and to the latest active version', async () => {
  const processId = await latest('leave')
  const input = { processId, reason: '流程优化' }
  expect((await staff.ask(flowManager.calls.movableInstances, { processId })).code).toBe(403)
  expect((await staff.ask(flowManager.calls.moveInstances, input)).code).toBe(403)
  expect((await admin.ask(flowManager.calls.moveInstances, { processId })).faults[0]?.at).toBe('reason')
  expect((await admin.ask(flowManager.calls.moveInstances, { ...input, processId: '1' })).code).toBe(404)
  const versions = await admin.get(flowManager.calls.versions, { processId })
  const old = versions.at(-1)?.id ?? ''
  expect((await admin.ask(flowManager.calls.moveInstances, { ...input, processId: old })).code).toBe(409)
  await admin.get(flowManager.calls.changeState, { processId, state: 'suspend' })
  expect((await admin.ask(flowManager.calls.moveInstances, input)).code).toBe(409)
})

describe('reviews of declarations', () => {
  const experts = () => ['expert1', 'expert2', 'expert3'].map((name) => review.person(name).id).join(',')

  test('move in every stage, and go on in the order of the new version', async () => {
    const begin = async (stage: 20 | 30 | 40 | 50) => {
      await review.beginDeclaration()
      await bringTo(review, stage)
      return review.id()
    }
    const ids: string[] = []
    const cases: (readonly [prepare: () => Promise<void>, stage: 20 | 30 | 40 | 50])[] = [
      [async () => undefined, 20],
      [async () => must(tasks.complete('miit', 'provinceReview')), 30],
      [
        async () => {
          await review.performAction('office', 'assign', { experts: experts() })
          await review.performAction('expert1', 'score', { conflict: 0, score: 80 })
        },
        40,
      ],
      [async () => void (await review.performAction('city', 'cityReturn', remarks('information.projectName'))), 20],
      [async () => void (await review.performAction('office', 'object', { comment: '有异议' })), 50],
    ]
    for (const [prepare, stage] of cases) {
      ids.push(await begin(stage))
      await prepare()
    }
    const processId = await deployDefinition(admin, 'xmsb', reviewInOtherOrder(), { category: 'flow_3' })
    expect(summary(await preview(processId))).toEqual({ moved: 5, staying: [], next: null })
    expect(summary(await move(processId))).toEqual({ moved: 5, staying: [], next: null })
    for (const id of ids) {
      await expectConsistent(platform.db, id)
      expect(await definitionOf('declaration', id)).toMatchObject({ row: processId, version: 2 })
    }
    const names = await run<{ name: string; moves: string[] }>(
      platform.db,
      sql`select distinct t.name, t.moves from flow_task t join flow_instance i on i.id = t.instance_id
        where i.business_id = ${ids[1] ?? ''} and t.end_time is null`,
    )
    expect(names).toEqual([{ name: '省级复核', moves: ['provinceApprove', 'provinceReturn', 'provinceReject'] }])
    const [atCity = '', atProvince = '', atExperts = '', returned = '', objected = ''] = ids
    const act = async (id: string, who: string, action: string, more: DraftPart = {}) => {
      const caller = who === 'company' ? review.company : review.person(who)
      const answer = await submitAction(caller, id, action, more)
      expect([action, answer.msg]).toEqual([action, '操作成功'])
      await expectConsistent(platform.db, id)
      return answer.data.status
    }
    expect(await act(atCity, 'city', 'cityApprove')).toBe(40)
    expect(await act(atProvince, 'ca', 'provinceApprove')).toBe(50)
    expect(await act(atExperts, 'expert2', 'score', { conflict: 0, score: 82 })).toBe(40)
    expect(await act(atExperts, 'expert3', 'score', { conflict: 0, score: 84 })).toBe(40)
    expect(await act(atExperts, 'office', 'decideApprove')).toBe(30)
    expect(await act(returned, 'company', 'submit')).toBe(20)
    expect(await act(objected, 'office', 'dismiss', { comment: '经核实不成立' })).toBe(50)
    expect(await act(objected, 'office', 'publish')).toBe(60)
  })
})
