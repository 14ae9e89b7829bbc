import * as elements from 'bpmn-elements'
import { deserialize } from 'moddle-context-serializer'
import { describe, expect, test } from 'vitest'
import type { StageRules } from '#contract/flow/stage-rules.ts'
import { expression, processNames, readLeave, readProcess } from '../../../tests/support/process-files.ts'
import { type CompiledDefinition, compileDefinition } from './compile.ts'
import { resolve } from './juel.ts'
import { typeResolver } from './type-resolver.ts'

const rules: StageRules = {
  stages: new Set([20, 30, 40, 50, 60, 70, 80]),
  moves: new Set(
    [
      'cityApprove',
      'cityReturn',
      'cityReject',
      'submit',
      'provinceApprove',
      'provinceReturn',
      'score',
      'assign',
    ].concat('decideApprove', 'publish', 'object', 'dismiss', 'uphold'),
  ),
  goal: 60,
  returned: 70,
}

/** The part of the engine that these tests use; the runtime of the product is runtime.ts. */
interface Engine {
  run(): void
  recover(state: unknown): void
  resume(): void
  signal(message: { id: string; executionId?: string }): void
  getState(): { status: string }
  getPostponed(): Waiting[]
}
interface Waiting {
  readonly id: string
  readonly type: string
  readonly executionId: string
  getPostponed(): Waiting[]
}
type Constructor = new (...values: unknown[]) => Engine

const start = ({ context }: CompiledDefinition, variables: Record<string, unknown>) => {
  const { Definition, Context, Environment } = elements as unknown as Record<string, Constructor>
  const build = () => {
    const expressions = {
      resolveExpression: (text: unknown) => (typeof text === 'string' ? resolve(text, variables) : text),
    }
    const settings = { disableTrackState: true, batchSize: 200 }
    const environment = Environment && new Environment({ expressions, settings })
    if (!Definition || !Context) throw new Error('the engine is missing')
    return new Definition(new Context(deserialize(JSON.parse(context), typeResolver), environment))
  }
  let engine = build()
  engine.run()
  const tasksIn = (list: readonly Waiting[]): string[] =>
    list.flatMap((one) => {
      if (one.type === 'bpmn:SubProcess') return tasksIn(one.getPostponed().filter(({ id }) => id !== one.id))
      return one.type === 'bpmn:UserTask' ? [one.id] : []
    })
  return {
    tasks: () => tasksIn(engine.getPostponed()).sort(),
    isEnded: () => engine.getPostponed().length === 0,
    complete: (id: string, changes: Record<string, unknown> = {}) => {
      Object.assign(variables, changes)
      const state: unknown = JSON.parse(JSON.stringify(engine.getState()))
      engine = build()
      engine.recover(state)
      engine.resume()
      engine.signal({ id })
    },
  }
}

const contextOf = ({ context }: CompiledDefinition) =>
  JSON.parse(context) as { activities: { id: string; behaviour: Record<string, unknown> }[]; sequenceFlows: unknown[] }
const behaviourOf = (compiled: CompiledDefinition, id: string) =>
  contextOf(compiled).activities.find((one) => one.id === id)?.behaviour

describe('the leave process', () => {
  test('is compiled with its tasks, ends and names', async () => {
    const leave = await compileDefinition(readLeave())
    expect([leave.key, leave.name]).toEqual(['leave', '请假流程'])
    expect(leave.description).toContain('超过3天')
    expect(
      leave.tasks.map(({ id, name, assignee, candidateGroups }) => [id, name, assignee ?? candidateGroups]),
    ).toEqual([
      ['deptApproval', '部门审批', expression('taskUser')],
      ['correction', '申请人修改', expression('createUser')],
      ['leaderApproval', '上级审批', 'boss'],
    ])
    expect(leave.ends).toEqual([
      { id: 'end', name: '审批通过', declareStatus: null, terminates: false },
      { id: 'cancelled', name: '已撤销', declareStatus: null, terminates: false },
    ])
    expect(leave.elements.deptDecision).toEqual({
      name: '部门意见',
      nameEn: 'Department’s decision',
      type: 'ExclusiveGateway',
    })
    expect(leave.elements.toDept).toEqual({ name: '', nameEn: null, type: 'SequenceFlow' })
  })

  test('keeps the file as it was uploaded, because it has positions', async () => {
    expect((await compileDefinition(readLeave())).xml).toBe(readLeave())
  })

  test('runs to its end, with a return by each of the two', async () => {
    const leave = start(await compileDefinition(readLeave()), { days: 5 })
    expect(leave.tasks()).toEqual(['deptApproval'])
    leave.complete('deptApproval', { pass: false })
    expect(leave.tasks()).toEqual(['correction'])
    leave.complete('correction', { pass: true })
    leave.complete('deptApproval', { pass: true })
    expect(leave.tasks()).toEqual(['leaderApproval'])
    leave.complete('leaderApproval', { pass: 'false' })
    expect(leave.tasks()).toEqual(['correction'])
    leave.complete('correction', { pass: true, days: 3 })
    leave.complete('deptApproval', { pass: true })
    expect(leave.isEnded()).toBe(true)
  })
})

describe('what the engine gets', () => {
  test('has the attributes of Flowable and the stages, after storing it as JSON', async () => {
    const compiled = await compileDefinition(readProcess('staged-review'), rules)
    expect(behaviourOf(compiled, 'city')).toMatchObject({
      candidateGroups: 'city',
      declareStatus: 20,
      moves: 'cityApprove,cityReturn,cityReject',
    })
    expect(behaviourOf(compiled, 'city_correct')).toMatchObject({
      assignee: expression('applicant'),
      declareStatus: 70,
    })
    expect(behaviourOf(compiled, 'listed')).toMatchObject({ declareStatus: 60 })
    expect(behaviourOf(compiled, 'offices')?.loopCharacteristics).toMatchObject({
      behaviour: {
        collection: expression('offices'),
        elementVariable: 'member',
        completionCondition: expression("action != 'provinceApprove'"),
      },
    })
    const [score] = compiled.tasks.filter(({ id }) => id === 'score')
    expect(score).toMatchObject({
      parentId: 'experts',
      loop: 'parallel',
      collection: expression('scorers'),
      elementVariable: 'expert',
    })
    expect(score?.moves).toEqual(['score'])
    expect(compiled.ends.find(({ id }) => id === 'listed')).toMatchObject({ declareStatus: 60, terminates: true })
  })

  test('has the due date, the timer and the task that it is attached to', async () => {
    const compiled = await compileDefinition(readProcess('timers'))
    expect(behaviourOf(compiled, 'check')).toMatchObject({ dueDate: 'P3D' })
    expect(behaviourOf(compiled, 'late')).toMatchObject({
      attachedTo: { id: 'check' },
      eventDefinitions: [{ behaviour: { timeDuration: 'P3D' } }],
    })
  })

  test('has an expression where the file names a variable, and conditions that are true or false', async () => {
    const compiled = await compileDefinition(readProcess('countersign-in-turn'))
    expect(compiled.tasks[0]).toMatchObject({ loop: 'sequential', collection: expression('members') })
    expect(behaviourOf(compiled, 'sign')?.loopCharacteristics).toMatchObject({
      behaviour: { collection: expression('members') },
    })
    const { sequenceFlows } = contextOf(await compileDefinition(readProcess('countersign')))
    expect(JSON.stringify(sequenceFlows)).toContain(expression('!!(pass)'))
    expect(JSON.stringify(sequenceFlows)).toContain(expression('!pass'))
  })

  test('has nothing that other tools added', async () => {
    const compiled = await compileDefinition(readProcess('editor-noise'))
    expect(compiled.context).not.toMatch(/modeler|extensionElements|formFieldValidation/)
    expect(compiled.xml).toContain('initiator-can-complete')
  })
})

describe('joins, loops and sub-processes in the engine', () => {
  const orders = [
    ['a', 'b1'],
    ['b1', 'a'],
    ['a', 'b2'],
    ['b2', 'a'],
  ] as const
  for (const order of orders)
    test(`a join waits for a branch with a choice in it: ${order.join(', then ')}`, async () => {
      const definition = await compileDefinition(readProcess('parallel-choice'))
      const process = start(definition, { days: order.some((id) => id === 'b1') ? 5 : 1 })
      process.complete(order[0])
      expect(process.tasks()).toEqual([order[1]])
      process.complete(order[1])
      expect(process.isEnded()).toBe(true)
    })

  test('parallel tasks in a loop of returns are all open again, ten times', async () => {
    const process = start(await compileDefinition(readProcess('parallel-loop')), {})
    for (let round = 0; round < 10; round++) {
      for (const id of ['review_b', 'review_a', 'review_c']) process.complete(id, { pass: round === 9 })
      if (round < 9) process.complete('correction')
    }
    expect(process.isEnded()).toBe(true)
  })

  test('a terminate end closes the sub-process with its open tasks, and it can be entered again', async () => {
    const process = start(await compileDefinition(readProcess('sub-process')), { scorers: ['1', '2'] })
    expect(process.tasks()).toContain('decide')
    process.complete('decide', { again: true })
    expect(process.tasks()).toContain('decide')
    process.complete('decide', { again: false })
    expect(process.isEnded()).toBe(true)
  })

  test('any earlier task can be returned to, again and again', async () => {
    const process = start(await compileDefinition(readProcess('back-edges')), { back: 0 })
    for (let from = 1; from <= 6; from++) {
      for (const to of [1, from - 1].filter((one) => one < from && one > 0)) {
        process.complete(`t${from}`, { back: to })
        for (let forth = to; forth < from; forth++) process.complete(`t${forth}`, { back: 0 })
      }
      expect(process.tasks()).toEqual([`t${from}`])
      process.complete(`t${from}`, { back: 0 })
    }
    expect(process.isEnded()).toBe(true)
  })
})

describe('correct files', () => {
  for (const name of processNames)
    test(`${name} is accepted and drawn`, async () => {
      const { xml, elements: named } = await compileDefinition(readProcess(name), rules)
      for (const id of Object.keys(named)) expect(xml).toContain(`bpmnElement="${id}"`)
      // what was drawn is itself a correct file
      expect((await compileDefinition(xml, rules)).xml).toBe(xml)
    })
})
