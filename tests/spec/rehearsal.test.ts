import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { flowModel } from '#contract/flow/flow-model.ts'
import type { RehearsalStep } from '#contract/flow/rehearsal.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { withChanges } from '../support/definitions.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { expression, hostileNames, readHostile, readLeave, readProcess } from '../support/process-files.ts'
import { createStaff } from '../support/scenario.ts'

/** A definition runs with sample data, step by step, and nothing of it is stored. */

let platform: Platform
let admin: Caller
let staff: Caller & { id: string }
let approver: Caller & { id: string }
let boss: Caller & { id: string }

const review = () => readFileSync(new URL('../../server/seed/processes/xmsb.bpmn20.xml', import.meta.url), 'utf8')

type Input = Parameters<typeof admin.ask>[1] & object
const rehearse = (input: Input, variables: unknown = {}) =>
  admin.ask(flowManager.calls.rehearse, { ...input, variables: JSON.stringify(variables) })
const step = async (input: Input, variables: unknown): Promise<RehearsalStep> => {
  const { success, msg, data } = await rehearse(input, variables)
  expect([success, success ? '' : msg]).toEqual([true, ''])
  return data
}
/** Completes the first waiting task with this key. */
const complete = (source: Input, last: RehearsalStep, key: string, variables: unknown) => {
  const executionId = last.waiting.find(({ taskKey }) => taskKey === key)?.executionId ?? ''
  return step({ ...source, state: last.state, executionId }, variables)
}
const reasons = ({ choices }: RehearsalStep) =>
  choices.map(({ name, flows }) => [
    name,
    ...flows.map(({ target, value, isTaken }) => `${target} ${value} ${isTaken}`),
  ])
const stored = async () =>
  run(
    platform.db,
    sql`select (select count(*) from flow_instance) as instances, (select count(*) from flow_task) as tasks,
      (select count(*) from flow_definition) as definitions, (select count(*) from audit) as entries`,
  )

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  staff = await createStaff(platform, 'city')
  approver = await createStaff(platform, 'province_miit')
  boss = await createStaff(platform, 'boss')
})

describe('a rehearsal', () => {
  test('names the variables that a definition reads, and what kind each is', async () => {
    const opened = await admin.get(flowManager.calls.openRehearsal, { xml: readLeave() })
    expect(opened).toMatchObject({ key: 'leave', name: '请假流程', xml: expect.stringContaining('BPMNDiagram') })
    expect(Object.fromEntries(opened.variables.map(({ name, kind }) => [name, kind]))).toEqual({
      ...{ days: 'value', taskUser: 'person', createUser: 'person' },
    })
    expect(opened.variables.every(({ isRequired }) => isRequired)).toBe(true)
    const { variables } = await admin.get(flowManager.calls.openRehearsal, { xml: review() })
    expect(Object.fromEntries(variables.map(({ name, kind }) => [name, kind]))).toEqual({
      ...{ officer: 'person', applicant: 'person', offices: 'list', scorers: 'people' },
    })
  })

  test('says who would get each task and why each branch is taken, and stores nothing', async () => {
    const before = await stored()
    const source = { xml: readLeave() }
    const people = { taskUser: approver.id, createUser: staff.id, days: 5 }
    const first = await step(source, people)
    expect(first.passed).toEqual([
      { id: 'start', isFlow: false },
      { id: 'toDept', isFlow: true },
    ])
    expect(first.waiting).toMatchObject([
      {
        taskKey: 'deptApproval',
        name: '部门审批',
        assignee: { id: approver.id, name: expect.any(String) },
        candidates: [],
      },
    ])
    const second = await complete(source, first, 'deptApproval', { ...people, pass: true })
    expect(reasons(second)).toEqual([
      ['部门意见', '申请人修改 false false', '上级审批 true true', '审批通过 null false'],
    ])
    expect(second.choices[0]?.flows[1]).toMatchObject({
      condition: expression('pass && days > 3'),
      reads: [
        { name: 'pass', value: 'true' },
        { name: 'days', value: '5' },
      ],
    })
    expect(second.waiting).toMatchObject([
      { assignee: null, candidates: [{ kind: 'group', value: 'boss', count: 1, people: [expect.any(String)] }] },
    ])
    const third = await complete(source, second, 'leaderApproval', { ...people, pass: true })
    expect(third).toMatchObject({ waiting: [], state: null, end: { id: 'end', name: '审批通过' } })
    // logging in is audited, rehearsing is not
    expect(await stored()).toEqual(before)
  })

  test('leaves out who may not take a task, of a role and among the candidates', async () => {
    const own = { taskUser: approver.id, createUser: boss.id, days: 5 }
    const first = await step({ xml: readLeave() }, own)
    const second = await complete({ xml: readLeave() }, first, 'deptApproval', { ...own, pass: true })
    expect(second.waiting[0]?.candidates).toMatchObject([
      { value: 'boss', name: expect.any(String), people: [], count: 0 },
    ])
    const users = `candidateUsers="${boss.id},${staff.id}"`
    const xml = withChanges(readLeave(), ['flowable:candidateGroups="boss"', `flowable:${users}`])
    const named = await complete({ xml }, await step({ xml }, own), 'deptApproval', { ...own, pass: true })
    expect(named.waiting[0]?.candidates.map(({ value }) => value)).toEqual([staff.id])
  })

  test('shows who nobody is: an unknown role, and a person who cannot log in', async () => {
    const xml = withChanges(readLeave(), ['candidateGroups="boss"', 'candidateGroups="nobody_here"'])
    const first = await step({ xml }, { taskUser: '1', createUser: staff.id, days: 5 })
    expect(first.waiting[0]?.assignee).toEqual({ id: '1', name: null })
    const second = await complete({ xml }, first, 'deptApproval', { createUser: staff.id, days: 5, pass: true })
    expect(second.waiting[0]?.candidates).toEqual([
      { kind: 'group', value: 'nobody_here', name: null, people: [], count: 0 },
    ])
  })

  test('runs a review with both offices, experts and a completion condition', async () => {
    const source = {
      processId:
        (await admin.get(flowManager.calls.list, { key: 'xmsb' })).records.find(({ key }) => key === 'xmsb')?.id ?? '',
    }
    const data = {
      officer: staff.id,
      applicant: staff.id,
      offices: ['province_miit', 'province_ca'],
      scorers: [staff.id, approver.id],
    }
    let last = await step(source, data)
    const act = async (key: string, action: string) => {
      last = await complete(source, last, key, { ...data, action })
      return last.waiting.map(({ taskKey, members }) => [taskKey, ...members.map(({ value }) => value)].join(' '))
    }
    await act('accept', 'claim')
    expect(await act('cityReview', 'cityApprove')).toEqual([
      'provinceReview "province_miit"',
      'provinceReview "province_ca"',
    ])
    expect(await act('provinceReview', 'provinceApprove')).toEqual(['provinceReview "province_ca"'])
    expect(last.choices).toMatchObject([
      { kind: 'loop', flows: [{ value: false, reads: [{ name: 'action', value: '"provinceApprove"' }] }] },
    ])
    expect(await act('provinceReview', 'provinceApprove')).toEqual([
      `score "${staff.id}"`,
      `score "${approver.id}"`,
      'decide',
    ])
    expect(await act('score', 'score')).toEqual([`score "${approver.id}"`, 'decide'])
    expect(last.waiting[0]?.assignee?.id).toBe(approver.id)
    expect(await act('decide', 'decideReject')).toEqual([])
    expect(last.end).toMatchObject({ id: 'expertRejected', stage: 80 })
  })

  test('takes a model that is saved, and counts of a multi-instance task', async () => {
    const { id } = await admin.get(flowModel.calls.submit, {
      modelEditorXml: review().replace(
        expression("action != 'provinceApprove'"),
        expression('nrOfCompletedInstances / nrOfInstances > 0.4'),
      ),
    })
    const source = { modelId: id }
    const data = { officer: staff.id, applicant: staff.id, offices: ['a', 'b'], scorers: [] }
    let last = await step(source, data)
    for (const [key, action] of [
      ['accept', 'claim'],
      ['cityReview', 'cityApprove'],
      ['provinceReview', 'provinceApprove'],
    ] as const)
      last = await complete(source, last, key, { ...data, action })
    expect(last.choices[0]?.flows[0]?.reads).toEqual([
      { name: 'nrOfCompletedInstances', value: '1' },
      { name: 'nrOfInstances', value: '2' },
    ])
    expect(last.waiting.map(({ taskKey }) => taskKey)).toEqual(['decide'])
  })
})

describe('a timer in a rehearsal', () => {
  const source = { xml: readProcess('timers') }

  test('is let expire, and the process goes on behind it', async () => {
    const first = await step(source, { createUser: staff.id })
    expect(first.timers).toMatchObject([{ name: '超时', hostName: '核查' }])
    const timerId = first.timers[0]?.executionId ?? ''
    const expired = await step({ ...source, state: first.state, timerId }, { createUser: staff.id })
    expect(expired.passed.map(({ id }) => id)).toEqual(['late', 'late_takeover'])
    expect([expired.waiting.map(({ taskKey }) => taskKey), expired.timers]).toEqual([['takeover'], []])
    const last = await complete(source, expired, 'takeover', { createUser: staff.id, pass: true })
    expect(last.end?.id).toBe('end')
  })

  test('that does not wait, or no longer, is refused, and so is a state of another definition', async () => {
    const { state, timers, waiting } = await step(source, { createUser: staff.id })
    const timerId = timers[0]?.executionId ?? ''
    const { state: later } = await step({ ...source, state, timerId }, { createUser: staff.id })
    for (const input of [
      { ...source, state, timerId: 'late' },
      { ...source, state, timerId: waiting[0]?.executionId ?? '' },
      { ...source, state: later, timerId },
      { xml: source.xml.replace('P3D', 'P4D'), state, timerId },
    ])
      expect((await rehearse(input, { createUser: staff.id })).code).toBe(409)
  })
})

describe('what a rehearsal refuses', () => {
  const people = { taskUser: '1', createUser: '1', days: 5 }

  test.each([
    ['a variable that is missing', { taskUser: '1' }, '流程在此步骤用到该项，请输入'],
    ['a reserved name', { ...people, nrOfInstances: 9 }, 'nrOfInstances'],
    ['a name of prototypes', JSON.parse('{"__proto__": {"days": 5}}'), '__proto__'],
    ['a list as variables', [1], '变量应为 JSON 对象'],
  ])('%s, in a sentence', async (_name, variables, words) => {
    const source = { xml: readLeave() }
    const first = await step(source, people)
    const input = { ...source, state: first.state, executionId: first.waiting[0]?.executionId }
    const answer = await rehearse(input, { pass: true, ...variables })
    const expected = Array.isArray(variables) ? await rehearse(input, variables) : answer
    expect([expected.code, expected.msg]).toEqual([400, expect.stringContaining(words)])
  })

  test('a value that is missing or cannot be read, at its variable', async () => {
    const source = { xml: readLeave() }
    expect((await rehearse(source, { createUser: '1', days: 5 })).faults).toEqual([
      { at: 'taskUser', msg: '流程在此步骤用到该项，请输入' },
    ])
    const first = await step(source, people)
    const input = { ...source, state: first.state, executionId: first.waiting[0]?.executionId }
    expect((await rehearse(input, { ...people, days: 'many', pass: true })).faults).toEqual([
      { at: 'days', msg: expect.stringContaining('不是数字') },
    ])
  })

  test('a state that the server did not write for this definition', async () => {
    const source = { xml: readLeave() }
    const { state, waiting } = await step(source, people)
    const executionId = waiting[0]?.executionId ?? ''
    const seal = String(state).split('.')[0]
    const hostile = [
      '{}',
      '.',
      `${seal}.{"engine":"{}","holders":{},"completed":{}}`,
      String(state).replace('deptApproval', 'leaderApproval'),
      `x${state}`,
    ]
    for (const text of hostile)
      expect((await rehearse({ ...source, state: text, executionId }, people)).code, text.slice(0, 40)).toBe(409)
    const other = { xml: withChanges(readLeave(), ['days > 3', 'days > 4']) }
    expect((await rehearse({ ...other, state, executionId }, people)).code).toBe(409)
    for (const unknown of ['', 'deptApproval', '__proto__'])
      expect((await rehearse({ ...source, state, executionId: unknown }, people)).code).toBe(409)
  })

  test('a file that could not be deployed, in the same words; and nothing', async () => {
    for (const name of hostileNames) expect((await rehearse({ xml: readHostile(name) })).code, name).toBe(400)
    expect((await rehearse({ xml: `${readLeave()}<!--${'x'.repeat(262_144)}-->` })).code).toBeGreaterThanOrEqual(400)
    expect((await rehearse({})).msg).toBe('请指定模型、流程或流程文件')
    expect((await rehearse({ processId: '1' })).code).toBe(404)
    expect((await rehearse({ xml: readLeave(), tenantId: '999999' })).faults[0]?.at).toBe('tenantIds')
  })

  test('a choice of which no condition is true, by the name of the gateway', async () => {
    const xml = withChanges(readLeave(), ['days <= 3', 'days < 3'])
    const data = { ...people, days: 3 }
    const first = await step({ xml }, data)
    const input = { xml, state: first.state, executionId: first.waiting[0]?.executionId }
    expect((await rehearse(input, { ...data, pass: true })).msg).toBe('“部门意见”之后没有条件成立的连线')
  })

  test('who may not deploy', async () => {
    for (const call of [flowManager.calls.rehearse, flowManager.calls.openRehearsal])
      expect((await staff.ask(call as typeof flowManager.calls.rehearse, { xml: readLeave() })).code).toBe(403)
  })

  test('runs no job: a service task waits until somebody says that it is done', async () => {
    const source = { xml: readProcess('job-step') }
    const people = { createUser: staff.id, found: '3' }
    const atJob = await complete(source, await step(source, people), 'apply', people)
    expect(atJob.waiting).toMatchObject([
      { taskKey: 'verify', name: '核验', isJob: true, assignee: null, candidates: [] },
    ])
    expect(atJob.timers).toMatchObject([{ name: '超时', hostName: '核验' }])
    const found = await complete(source, atJob, 'verify', people)
    expect(found.waiting).toMatchObject([{ taskKey: 'check' }])
    expect((await complete(source, atJob, 'verify', { ...people, found: '' })).end).toMatchObject({ id: 'end' })
    expect(await run(platform.db, sql`select 1 from job_run where trigger = 'flow' and job_id is not null`)).toEqual([])
  })
})
