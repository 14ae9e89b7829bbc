import { beforeAll, describe, expect, test, vi } from 'vitest'
import { leave } from '#contract/desk/leave.ts'
import { flowFollow } from '#contract/flow/flow-follow.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { flowProcess } from '#contract/flow/flow-process.ts'
import { jobInfo } from '#contract/job/job-info.ts'
import { jobInstance } from '#contract/job/job-instance.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { timing } from '#contract/job/timing.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { announceWork } from '#server/job/run/claim.ts'
import { deployDefinition, sendDefinitions, withChanges } from '../support/definitions.ts'
import { requestLeave } from '../support/leave-requests.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { readLeave } from '../support/process-files.ts'
import { createClerk } from '../support/roles.ts'
import { createStaff } from '../support/scenario.ts'
import { addJobInfo } from '../support/scheduled-jobs.ts'
import { until } from '../support/until.ts'

/** A process runs a scheduled job and waits for it: the leave process, with a job after the approval of the department. */

let platform: Platform
let admin: Caller
let staff: Caller & { id: string }
let approver: Caller & { id: string }

const processor = 'log-cleanup'
/** Waits for ever: no worker knows its processor. */
const idle = 'idle'

const serviceTask = (id: string, job: string) =>
  `<serviceTask id="${id}" name="核验" flowable:nameEn="Verify" flowable:type="jobTask" flowable:jobId="${job}" />`
const leaveWithJob = (job: string) =>
  withChanges(
    readLeave().replace(/<bpmndi:BPMNDiagram[\s\S]*<\/bpmndi:BPMNDiagram>/, ''),
    ['<startEvent', `${serviceTask('verify', job)}<startEvent`],
    ['sourceRef="deptDecision" targetRef="end"', 'sourceRef="deptDecision" targetRef="verify"'],
    ['</process>', '<sequenceFlow id="verified" sourceRef="verify" targetRef="end" /></process>'],
  )

/** Two jobs at the same time. */
const forkWith = (first: string, second: string) =>
  withChanges(
    leaveWithJob(first),
    ['targetRef="verify"', 'targetRef="fork"'],
    ['sourceRef="verify" targetRef="end"', 'sourceRef="verify" targetRef="join"'],
    [
      '</process>',
      `${serviceTask('more', second)}<parallelGateway id="fork" /><parallelGateway id="join" />
    <sequenceFlow id="fork_verify" sourceRef="fork" targetRef="verify" />
    <sequenceFlow id="fork_more" sourceRef="fork" targetRef="more" />
    <sequenceFlow id="more_join" sourceRef="more" targetRef="join" />
    <sequenceFlow id="join_end" sourceRef="join" targetRef="end" /></process>`,
    ],
  )

const addJob = async (more: object = {}) =>
  (await addJobInfo(platform.db, { processorInfo: processor, timeExpressionType: timing.workflow, ...more })).id

/** A request that the department has agreed to: its process is at the job. */
const agreedWith = async (processDefinitionId: string) => {
  const id = await requestLeave(staff, {
    ...{ processDefinitionId, taskUser: approver.id, reason: '探亲' },
    ...{ startTime: '2026-11-02 09:00:00', endTime: '2026-11-02 18:00:00' },
  })
  const { records } = await approver.get(workTodo.calls.list, { size: 200 })
  const taskId = records.find((row) => row.businessId === id)?.taskId ?? ''
  const answer = await approver.ask(workTodo.calls.completeTask, { taskId, flag: 'ok', comment: '同意' })
  return { id, answer }
}
const atJob = async (job: string) => {
  const { id, answer } = await agreedWith(await deployDefinition(admin, 'leave', leaveWithJob(job)))
  if (!answer.success) throw new Error(answer.msg)
  const [instance] = await run<{ id: string; run: string }>(
    platform.db,
    sql`select i.id::text, r.id::text as run from flow_instance i join job_run r on r.job_id = ${job}
      where i.business_table = 'leave' and i.business_id = ${id} and r.instance_params::jsonb->>'processInstanceId' = i.id::text`,
  )
  return { leaveId: id, instanceId: instance?.id ?? '', runId: instance?.run ?? '' }
}
const stateOf = async (businessId: string) => (await staff.get(leave.calls.show, { businessId })).leaveState
const approved = (id: string) => until(async () => (await stateOf(id)) === 'approved')
const followed = async (id: string, headers = {}) =>
  (await admin.get(flowFollow.calls.list, { processInstanceId: id, size: 50 }, headers)).records.find(
    (row) => row.processInstanceId === id,
  )
const statusOf = async (id: string) => (await admin.get(jobInstance.calls.detail, { id })).status
const endRun = (id: string) =>
  sql`update job_run set status = ${runStatus.done}, ended_at = now(), result = '3' where id = ${id}`.execute(
    platform.db,
  )
/** Runs a job that the platform ships. */
const runShipped = async (name: string) => {
  const { records } = await admin.get(jobInfo.calls.list, { size: 100 })
  const id = records.find(({ processorInfo, isShipped }) => isShipped === 1 && processorInfo === name)?.id ?? ''
  return admin.get(jobInfo.calls.run, { id })
}
const waitsFor = (id: string) => run(platform.db, sql`select 1 from flow_job where instance_id = ${id}`)

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  staff = await createStaff(platform, 'city')
  approver = await createStaff(platform, 'province_miit')
})

describe('a process that runs a job', () => {
  test('goes on with its result once the run has succeeded', async () => {
    const job = await addJob()
    await sql`insert into captcha (key, answer, ends_at) values ('old', 'x', now() - interval '1 day')`.execute(
      platform.db,
    )
    const { leaveId, instanceId, runId } = await atJob(job)
    await approved(leaveId)
    const { trigger, status, instanceParams } = await admin.get(jobInstance.calls.detail, { id: runId })
    expect([trigger, status]).toEqual(['flow', runStatus.done])
    expect(JSON.parse(instanceParams ?? '')).toMatchObject({
      ...{ pass: true, days: 1, createUser: staff.id },
      ...{ businessTable: 'leave', businessId: leaveId, processInstanceId: instanceId },
    })
    const [instance] = await run<{ verify: string }>(
      platform.db,
      sql`select variables->>'verify' as verify from flow_instance where id = ${instanceId}`,
    )
    expect(instance?.verify).toBe('已删除过期记录：1')
    const steps = await staff.get(flowProcess.historyFlowList, { processInstanceId: instanceId })
    expect(steps.map(({ historyActivityName }) => historyActivityName)).toEqual([
      '提交申请',
      '部门审批',
      '核验',
      '审批通过',
    ])
  })

  test('is shown with the reason while the run has failed, and goes on after a retry', async () => {
    const job = await addJob()
    const processDefinitionId = await deployDefinition(admin, 'leave', leaveWithJob(job))
    await sql`update job_info set enable = 0, job_name = '核验台账' where id = ${job}`.execute(platform.db)
    const { id } = await agreedWith(processDefinitionId)
    const [{ instanceId = '' } = {}] = await run<{ instanceId: string }>(
      platform.db,
      sql`select i.id::text as "instanceId" from flow_instance i where i.business_id = ${id}`,
    )
    const [{ runId = '' } = {}] = await run<{ runId: string }>(
      platform.db,
      sql`select run_id::text as "runId" from flow_job where instance_id = ${instanceId}`,
    )
    expect(await followed(instanceId)).toMatchObject({
      ...{ taskName: '核验', failedJobs: 1 },
      fault: `“核验”的任务运行失败（运行记录 ${runId}）：定时任务“核验台账”已暂停`,
    })
    expect(await followed(instanceId, { 'blade-language': 'en' })).toMatchObject({
      ...{
        taskName: 'Verify',
        fault: `The job of “Verify” has failed (run ${runId}): The scheduled job “核验台账” is paused`,
      },
    })
    await until(async () => {
      const title = '流程“请假流程”无法继续'
      return (await run(platform.db, sql`select 1 from message where title = ${title}`)).length > 0
    })
    await admin.get(flowFollow.calls.retryJobs, { processInstanceId: instanceId })
    await approved(id)
    expect(await statusOf(runId)).toBe(runStatus.done)
    expect((await admin.ask(flowFollow.calls.retryJobs, { processInstanceId: instanceId })).msg).toBe(
      '该流程已办结，请刷新',
    )
  })

  test('is no longer among those that cannot go on while a failed run is repeated, wherever that was asked for', async () => {
    const job = await addJob({ processorInfo: idle })
    const { instanceId, runId } = await atJob(job)
    await admin.get(jobInstance.calls.stop, { id: runId })
    await until(async () => (await followed(instanceId))?.failedJobs === 1 && (await followed(instanceId))?.fault)
    expect((await followed(instanceId))?.fault).toBe(`“核验”的任务运行失败（运行记录 ${runId}）：已停止`)
    // it is kept for as long as the process waits
    await sql`update job_run set ended_at = now() - interval '9 days' where id = ${runId}`.execute(platform.db)
    const { id: cleanup } = await runShipped('job-cleanup')
    await until(async () => (await statusOf(cleanup)) === runStatus.done)
    await admin.get(jobInstance.calls.retry, { id: runId })
    await until(async () => (await followed(instanceId))?.fault === null)
    expect(await followed(instanceId)).toMatchObject({ failedJobs: 0, taskName: '核验' })
  })

  test('that cannot make its step leaves no run', async () => {
    const [first, second] = [await addJob(), await addJob()]
    const processDefinitionId = await deployDefinition(admin, 'leave', forkWith(first, second))
    await sql`delete from job_info where id = ${second}`.execute(platform.db)
    const { answer } = await agreedWith(processDefinitionId)
    expect(answer.msg).toContain(`核验的定时任务 ${second} 已不存在`)
    expect(await run(platform.db, sql`select 1 from job_run where job_id in (${first}, ${second})`)).toEqual([])
  })

  test('runs a job of any timing once, and waits for all of its parallel jobs', async () => {
    const jobs = [
      await addJob({ timeExpressionType: timing.fixedRate, timeExpression: '60000', enable: 1 }),
      await addJob({ processorInfo: idle }),
    ]
    // without its plan, the job that repeats by itself has no run of its own
    await sql`update job_info set lifecycle = null where id = any(${jobs}::bigint[])`.execute(platform.db)
    const processDefinitionId = await deployDefinition(admin, 'leave', forkWith(jobs[0] ?? '', jobs[1] ?? ''))
    const { id, answer } = await agreedWith(processDefinitionId)
    expect(answer.success).toBe(true)
    const runs = await run<{ id: string; job: string; instance: string }>(
      platform.db,
      sql`select r.id::text, r.job_id::text as job, i.id::text as instance from job_run r
        join flow_instance i on i.business_table = 'leave' and i.business_id = ${id} and i.id::text = r.instance_params::jsonb->>'processInstanceId'
        where r.trigger = 'flow' and r.job_id = any(${jobs}::bigint[]) order by r.job_id`,
    )
    expect(runs.map(({ job }) => job)).toEqual(jobs)
    const [first, second] = runs
    const instanceId = first?.instance ?? ''
    await until(async () => (await waitsFor(instanceId)).length === 1)
    expect(await statusOf(first?.id ?? '')).toBe(runStatus.done)
    // the other one fails: the step that the first one made did not hide it, and its retry shows that it goes on
    await admin.get(jobInstance.calls.stop, { id: second?.id ?? '' })
    await until(async () => (await followed(instanceId))?.fault)
    expect(await stateOf(id)).not.toBe('approved')
    await endRun(second?.id ?? '')
    await runShipped('flow-timer-check')
    await approved(id)
  })

  test('fails at once if its variables are more than a job may get', async () => {
    const job = await addJob()
    const processDefinitionId = await deployDefinition(admin, 'leave', leaveWithJob(job))
    const id = await requestLeave(staff, {
      ...{ processDefinitionId, taskUser: approver.id, reason: '探亲' },
      ...{ startTime: '2026-11-02 09:00:00', endTime: '2026-11-02 18:00:00' },
    })
    const long = JSON.stringify({ long: '长'.repeat(66_000) })
    await sql`update flow_instance set variables = variables || ${long}::jsonb where business_id = ${id}`.execute(
      platform.db,
    )
    const { records } = await approver.get(workTodo.calls.list, { size: 200 })
    const taskId = records.find((row) => row.businessId === id)?.taskId ?? ''
    await approver.get(workTodo.calls.completeTask, { taskId, flag: 'ok', comment: '同意' })
    const [row] = await run<{ result: string; params: string | null }>(
      platform.db,
      sql`select result, instance_params as params from job_run where job_id = ${job}`,
    )
    expect(row).toEqual({ result: '流程变量超过 65536 个字符，无法传给任务', params: null })
  })

  test('stops its run when it is ended', async () => {
    const { instanceId, runId } = await atJob(await addJob({ processorInfo: idle }))
    await admin.get(flowFollow.calls.deleteProcessInstance, { processInstanceId: instanceId, deleteReason: '误报' })
    expect(await statusOf(runId)).toBe(runStatus.cancelled)
    expect(await waitsFor(instanceId)).toEqual([])
  })

  test('stops its run when a timer at the border of the task ends the waiting', async () => {
    const job = await addJob({ processorInfo: idle })
    const timer =
      '<boundaryEvent id="late" attachedToRef="verify"><timerEventDefinition><timeDuration>P1D</timeDuration>'
    const limited = withChanges(leaveWithJob(job), [
      '</process>',
      `${timer}</timerEventDefinition></boundaryEvent><sequenceFlow id="expired" sourceRef="late" targetRef="leaderApproval" /></process>`,
    ])
    const { id } = await agreedWith(await deployDefinition(admin, 'leave', limited))
    const [instance] = await run<{ id: string; run: string }>(
      platform.db,
      sql`select i.id::text, j.run_id::text as run from flow_instance i join flow_job j on j.instance_id = i.id where i.business_id = ${id}`,
    )
    const instanceId = instance?.id ?? ''
    // the engine keeps the time itself, and its state says when the timer began
    await sql`update flow_timer set due_time = now() where instance_id = ${instanceId}`.execute(platform.db)
    await sql`update job_run set run_at = now() where run_key = ${`flow-timer:${instanceId}`}`.execute(platform.db)
    // the process keeps the time of its timer by the clock of the server
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 })
    await announceWork(platform.db)
    await until(async () => (await waitsFor(instanceId)).length === 0).finally(() => vi.useRealTimers())
    expect((await followed(instanceId))?.taskName).toBe('上级审批')
    expect(await statusOf(instance?.run ?? '')).toBe(runStatus.cancelled)
  })

  test('takes the result of its run when it is resumed', async () => {
    const { leaveId, instanceId, runId } = await atJob(await addJob({ processorInfo: idle }))
    const suspend = (suspended: number) =>
      admin.get(flowFollow.calls.suspendInstance, { processInstanceId: instanceId, suspended, reason: '核实' })
    await suspend(1)
    await sql`update job_info set processor_info = ${processor} where id = (select job_id from job_run where id = ${runId})`.execute(
      platform.db,
    )
    await sql`update job_run set kind = ${processor} where id = ${runId}`.execute(platform.db)
    await announceWork(platform.db)
    const told = sql`select 1 from job_run where kind = 'flow-job' and instance_params = ${runId} and status = ${runStatus.done}`
    await until(async () => (await run(platform.db, told)).length > 0)
    expect(await stateOf(leaveId)).not.toBe('approved')
    await suspend(0)
    await approved(leaveId)
  })

  test('is found by the nightly job if nothing told it of the end of its run', async () => {
    const { leaveId, instanceId, runId } = await atJob(await addJob({ processorInfo: idle }))
    await endRun(runId)
    await runShipped('flow-timer-check')
    await approved(leaveId)
    const [instance] = await run(
      platform.db,
      sql`select variables->'verify' as verify from flow_instance where id = ${instanceId}`,
    )
    expect(instance).toEqual({ verify: 3 })
  })
})

describe('a deployment', () => {
  const msgOf = async (job: string, by: Caller = admin) =>
    (
      await sendDefinitions(
        by,
        flowManager.calls.deployUpload as never,
        { leave: leaveWithJob(job) },
        { category: 'flow_1' },
      )
    ).msg

  test('names the task and the field if its job is unknown, paused or run elsewhere', async () => {
    const field = '服务任务“核验”（verify）的定时任务编号'
    expect(await msgOf('7')).toContain(`${field}“7”：没有此任务`)
    const paused = await addJob({ enable: 0, jobName: '暂停的' })
    expect(await msgOf(paused)).toContain(`${field}“${paused}”：任务“暂停的”已暂停`)
    const remote = {
      jobServerName: '省级',
      jobServerUrl: 'https://s.example.com',
      jobAppName: 'p',
      jobAppPassword: 'x',
    }
    const { id: jobServerId } = await platform.db
      .insertInto('jobServer')
      .values({ ...remote, isShipped: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: elsewhere } = await addJobInfo(platform.db, { jobServerId, jobName: '他处' })
    expect(await msgOf(elsewhere)).toContain('任务“他处”不由本平台运行')
  })

  test('needs the permission to run jobs', async () => {
    const job = await addJob()
    const deployer = await createClerk(platform, 'deployer', { codes: ['flow_deploy', 'flow_manager'] })
    expect(await msgOf(job, deployer)).toContain('jobinfo_run')
    const both = await createClerk(platform, 'deployer2', { codes: ['flow_deploy', 'flow_manager', 'jobinfo_run'] })
    expect(await msgOf(job, both)).not.toContain('jobinfo_run')
  })
})
