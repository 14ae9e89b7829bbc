import { beforeAll, describe, expect, test } from 'vitest'
import { readProcess } from '../../../tests/support/process-files.ts'
import { compileDefinition } from './compile.ts'
import { makeStep, type Step, type Waiting } from './runtime.ts'

const contexts = new Map<string, string>()
const names = [
  'countersign',
  'countersign-in-turn',
  'sub-process',
  'timers',
  'parallel-loop',
  'nested-forks',
  'parallel-choice',
] as const
type Name = (typeof names)[number]

beforeAll(async () => {
  for (const name of names) contexts.set(name, (await compileDefinition(readProcess(name))).context)
})

const inputFor = (name: Name, last: Step | null, variables: object = {}) => ({
  definition: { id: `runtime-${name}`, context: contexts.get(name) ?? '' },
  state: last?.state ?? null,
  variables: { createUser: '1', ...variables },
})
const step = (name: Name, last: Step | null, variables: object, signal?: Pick<Waiting, 'executionId' | 'activityId'>) =>
  makeStep({ ...inputFor(name, last, variables), ...(signal ? { signal } : {}) })

const ids = ({ waiting }: Step) => waiting.map(({ activityId }) => activityId).toSorted()
const task = ({ waiting }: Step, activityId: string, at = 0): Waiting => {
  const found = waiting.filter((one) => one.activityId === activityId)[at]
  if (!found) throw new Error(`${activityId} does not wait`)
  return found
}
/** Completes the first waiting task with this id. */
const done = (name: Name, last: Step, activityId: string, variables: object = {}) =>
  step(name, last, variables, task(last, activityId))
const passedIds = ({ passed }: Step) => passed.map(({ activityId }) => activityId)

describe('a task of several people', () => {
  const members = ['11', '12', '13', '14']
  const counts = (completed: number) => ({
    members,
    nrOfInstances: 4,
    nrOfCompletedInstances: completed,
    nrOfActiveInstances: 4 - completed,
  })

  test('waits once for each, with the person of each execution', () => {
    const { waiting } = step('countersign', null, counts(0))
    expect(waiting.map(({ elements }) => elements)).toEqual(members.map((member) => ({ member })))
    expect(new Set(waiting.map(({ executionId }) => executionId)).size).toBe(4)
  })

  test('keeps its other executions when one is completed, whichever it is', () => {
    for (const at of [0, 1, 2, 3]) {
      const first = step('countersign', null, counts(0))
      const second = step('countersign', first, counts(1), task(first, 'sign', at))
      const expected = first.waiting.filter((_, i) => i !== at)
      expect(second.waiting).toEqual(expected)
      expect(second.endedAt).toBeNull()
    }
  })

  test('ends for all when its completion condition is fulfilled', () => {
    const second = done('countersign', step('countersign', null, counts(0)), 'sign', counts(1))
    expect(done('countersign', second, 'sign', { ...counts(2), pass: true })).toMatchObject({
      endedAt: 'end',
      waiting: [],
      state: null,
    })
    const refused = done('countersign', second, 'sign', { ...counts(2), pass: false })
    expect(ids(refused)).toEqual(['correction'])
  })

  test('has new executions in another round, and those of the first cannot be completed', () => {
    const first = step('countersign', null, counts(0))
    const refused = done('countersign', done('countersign', first, 'sign', counts(1)), 'sign', {
      ...counts(2),
      pass: false,
    })
    const again = done('countersign', refused, 'correction', { ...counts(0), members: ['21', '22'] })
    expect(again.waiting.map(({ elements }) => elements.member)).toEqual(['21', '22'])
    const old = new Set(first.waiting.map(({ executionId }) => executionId))
    expect(again.waiting.some(({ executionId }) => old.has(executionId))).toBe(false)
    expect(() => step('countersign', again, counts(1), task(first, 'sign'))).toThrow('The process has ended this task')
  })

  test('in turn waits for one after the other', () => {
    let last = step('countersign-in-turn', null, { members })
    for (const member of members) {
      expect(last.waiting.map(({ elements }) => elements.member)).toEqual([member])
      last = done('countersign-in-turn', last, 'sign', { members })
    }
    expect(last.endedAt).toBe('end')
  })
})

describe('a sub-process', () => {
  const scorers = { scorers: ['7', '8'] }
  const open = () => step('sub-process', null, scorers)

  test('waits for its tasks, and each execution knows its element', () => {
    const { waiting } = open()
    expect(waiting.map(({ activityId, elements }) => [activityId, elements.expert ?? null]).toSorted()).toEqual([
      ['decide', null],
      ['score', '7'],
      ['score', '8'],
    ])
  })

  test('is ended by its terminate end, with the tasks that still wait, but the process goes on', () => {
    const ended = done('sub-process', open(), 'decide', { ...scorers, again: false })
    expect([ended.endedAt, ended.waiting]).toEqual(['end', []])
    expect(passedIds(ended)).toEqual(expect.arrayContaining(['decided', 'experts', 'experts_decision', 'end']))
  })

  test('goes on with the conclusion when every expert has scored', () => {
    const one = done('sub-process', open(), 'score', scorers)
    const two = done('sub-process', one, 'score', scorers)
    expect([ids(one), ids(two)]).toEqual([['decide', 'score'], ['decide']])
  })

  test('can be entered again, with others', () => {
    const again = done('sub-process', open(), 'decide', { scorers: ['9'], again: true })
    expect(again.waiting.flatMap(({ elements }) => elements.expert ?? [])).toEqual(['9'])
    expect(ids(again)).toEqual(['decide', 'score'])
  })
})

describe('a timer', () => {
  const threeDays = 3 * 86_400_000

  test('is returned with its due time and runs nowhere', () => {
    const before = Date.now()
    const { timers, waiting } = step('timers', null, {})
    expect(timers).toHaveLength(1)
    const due = timers[0]?.dueTime.getTime() ?? 0
    expect(due).toBeGreaterThanOrEqual(before + threeDays)
    expect(due).toBeLessThanOrEqual(Date.now() + threeDays)
    expect(waiting.map(({ activityId }) => activityId)).toEqual(['check'])
  })

  test('that is not due yet keeps its due time when the instance is loaded', () => {
    const first = step('timers', null, {})
    const later = step('timers', first, {})
    const [one, two] = [first, later].map(({ timers }) => timers[0]?.dueTime.getTime() ?? 0) as [number, number]
    expect(Math.abs(two - one)).toBeLessThan(60_000)
    expect([later.passed, ids(later)]).toEqual([[], ['check']])
  })

  test('that is due ends the task it belongs to', () => {
    const first = step('timers', null, {})
    // as if the instance had started four days ago
    const old = new Date(Date.now() - 4 * 86_400_000).toISOString()
    const state = (first.state ?? '').replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, `"${old}"`)
    const fired = step('timers', { ...first, state }, {})
    expect([ids(fired), fired.timers]).toEqual([['takeover'], []])
    expect(fired.passed).toEqual([
      { activityId: 'late', type: 'boundaryEvent' },
      { activityId: 'late_takeover', type: 'sequenceFlow' },
    ])
    expect(done('timers', fired, 'takeover').endedAt).toBe('end')
  })

  test('can be let expire before it is due, once', () => {
    const first = step('timers', null, {})
    const expire = first.timers[0]?.executionId ?? ''
    const expired = makeStep({ ...inputFor('timers', first), expire })
    expect([ids(expired), expired.timers]).toEqual([['takeover'], []])
    expect(expired.passed.map(({ activityId }) => activityId)).toEqual(['late', 'late_takeover'])
    for (const [state, timer] of [
      [expired, expire],
      [first, 'late_0'],
    ] as const)
      expect(() => makeStep({ ...inputFor('timers', state), expire: timer })).toThrow('not waiting any more')
  })

  test('goes with a task that was completed in time', () => {
    expect(done('timers', step('timers', null, {}), 'check')).toMatchObject({ endedAt: 'end', timers: [] })
  })
})

describe('branches', () => {
  test('meet only when all have arrived, in whatever order', () => {
    for (const order of [
      ['review_a', 'review_b', 'review_c'],
      ['review_c', 'review_a', 'review_b'],
      ['review_b', 'review_c', 'review_a'],
    ]) {
      let last = step('parallel-loop', null, {})
      for (const [i, id] of order.entries()) {
        expect(last.waiting).toHaveLength(3 - i)
        last = done('parallel-loop', last, id, { pass: true })
      }
      expect(last.endedAt).toBe('end')
    }
  })

  test.each([
    [{ archive: true, notify: true }, ['archive', 'notify']],
    [{ archive: true, notify: false }, ['archive']],
    [{ archive: false, notify: true }, ['notify']],
    [{ archive: false, notify: false }, []],
  ])('of an inclusive gateway are those whose condition holds: %j', (variables, waiting) => {
    let last = step('nested-forks', null, variables)
    for (const id of ['c', 'a', 'b']) last = done('nested-forks', last, id, variables)
    expect(ids(last)).toEqual(waiting)
    expect(last.endedAt).toBe(waiting.length ? null : 'none')
  })

  test.each([
    [5, 'b1'],
    [3, 'b2'],
  ])('choose at %d days', (days, id) => {
    const first = step('parallel-choice', null, { days })
    expect(ids(first)).toEqual(['a', id])
    const last = done('parallel-choice', done('parallel-choice', first, id, { days }), 'a', { days })
    expect(last.endedAt).toBe('end')
  })
})

describe('a step', () => {
  test('reports gateways and flows, and no task', () => {
    const { passed } = step('parallel-loop', null, {})
    expect(passed.filter(({ type }) => type !== 'sequenceFlow')).toEqual([
      { activityId: 'start', type: 'startEvent' },
      { activityId: 'again', type: 'gateway' },
      { activityId: 'fork', type: 'gateway' },
    ])
    expect(passedIds({ passed } as Step)).toContain('fork_review_b')
  })

  test('for a task that does not wait is refused with 409', () => {
    const first = step('parallel-loop', null, {})
    const { executionId } = task(first, 'review_a')
    const unknown = { activityId: 'review_a', executionId: `${executionId}x` }
    expect(() => step('parallel-loop', first, {}, unknown)).toThrow(expect.objectContaining({ code: 409 }))
    const second = step('parallel-loop', first, {}, { activityId: 'review_a', executionId })
    expect(() => step('parallel-loop', second, {}, { activityId: 'review_a', executionId })).toThrow(
      'The process has ended this task',
    )
  })

  test('that fails leaves the state from which it can be made again', () => {
    const first = step('nested-forks', null, {})
    const last = done('nested-forks', done('nested-forks', first, 'a'), 'b')
    const before = last.state
    // the condition of the gateway cannot be read
    expect(() => done('nested-forks', last, 'c', {})).toThrow()
    expect(last.state).toBe(before)
    expect(ids(done('nested-forks', last, 'c', { archive: true, notify: false }))).toEqual(['archive'])
  })

  test('stores no variable in the state', () => {
    const { state } = step('parallel-choice', null, { days: 5, secret: '绝密内容' })
    expect(state).not.toContain('绝密内容')
  })

  test('does not make the state grow with the rounds', () => {
    const round = (last: Step): Step => {
      let next = last
      for (const id of ['review_a', 'review_b', 'review_c']) next = done('parallel-loop', next, id, { pass: false })
      return done('parallel-loop', next, 'correction')
    }
    let last = round(step('parallel-loop', null, {}))
    const { length } = last.state ?? ''
    for (let i = 0; i < 20; i++) last = round(last)
    expect((last.state ?? '').length).toBeLessThan(length * 1.1)
  })
})
