import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { deserialize, type SerializableContext } from 'moddle-context-serializer'
import { beforeAll, describe, expect, test } from 'vitest'
import { stageRules, transitionNames } from '#contract/project/transitions.ts'
import { processNames, readProcess } from '../../../tests/support/process-files.ts'
import { compileDefinition } from './compile.ts'
import { contextInReach } from './reach.ts'
import { makeStep, makeStepIn, type Step, type StepInput } from './runtime.ts'
import { typeResolver } from './type-resolver.ts'

const ownKeys = ['xmsb', 'xmsb_unlist', 'leave', 'recommend']
const keys = [...ownKeys, ...processNames]
const readOwn = (key: string) =>
  readFileSync(new URL(`../../seed/processes/${key}.bpmn20.xml`, import.meta.url), 'utf8')

interface Loaded {
  readonly definition: StepInput['definition']
  readonly whole: SerializableContext
}
const loaded = new Map<string, Loaded>()

beforeAll(async () => {
  for (const key of keys) {
    const xml = ownKeys.includes(key) ? readOwn(key) : readProcess(key)
    const { context } = await compileDefinition(xml, stageRules)
    loaded.set(key, {
      definition: { id: `reach-${key}`, context },
      whole: deserialize(JSON.parse(context), typeResolver),
    })
  }
})
const load = (key: string) => loaded.get(key) as Loaded

const people = { createUser: '1', applicant: '1', officer: '2', offices: ['a', 'b'], scorers: ['7', '8'] }
/** A completion: which of the waiting tasks, and what its variables are. */
const completion = fc.record({
  at: fc.nat(20),
  action: fc.constantFrom(...transitionNames),
  pass: fc.boolean(),
  back: fc.integer({ min: 1, max: 5 }),
  days: fc.integer({ min: 1, max: 6 }),
  again: fc.boolean(),
  archive: fc.boolean(),
  notify: fc.boolean(),
  members: fc.constantFrom<string[]>([], ['11'], ['11', '12', '13']),
  nrOfInstances: fc.constant(3),
  nrOfCompletedInstances: fc.nat(3),
  nrOfActiveInstances: fc.nat(3),
})

const resultOf = (make: () => Step): Step | string => {
  try {
    return make()
  } catch (error) {
    return String(error)
  }
}

/** What a step has done, without the random parts of its ids. */
const summaryOf = (result: Step | string) =>
  typeof result === 'string'
    ? result.replaceAll(/_[0-9a-f]{10}\b/g, '')
    : {
        passed: result.passed,
        waiting: result.waiting.map(({ activityId, elements }) => ({ activityId, elements })),
        timers: result.timers.length,
        isRunning: result.state !== null,
        endedAt: result.endedAt,
      }

describe('a step in the nodes that it can reach', () => {
  test.each(keys)('does what a step in the whole definition does: %s', (key) => {
    const { definition, whole } = load(key)
    fc.assert(
      fc.property(fc.array(completion, { minLength: 1, maxLength: 12 }), (completions) => {
        let last: Step | null = null
        for (const { at, ...variables } of completions) {
          const signal: Step['waiting'][number] | undefined = last?.waiting[at % last.waiting.length]
          const state: string | null = last?.state ?? null
          const input = { definition, state, variables: { ...people, ...variables }, ...(signal ? { signal } : {}) }
          const result = resultOf(() => makeStep(input))
          const expected = resultOf(() => makeStepIn(whole, input))
          expect(summaryOf(result)).toEqual(summaryOf(expected))
          // what one has stored, the other continues
          last = (at % 2 ? result : expected) as Step
          if (typeof result === 'string' || typeof expected === 'string' || last.state === null) return
        }
      }),
      { numRuns: 10 },
    )
  })

  test('builds few nodes of a large definition', () => {
    const { whole } = load('xmsb')
    const nodes = (context: SerializableContext) => context.getActivities('xmsb').map(({ id }) => id)
    expect(nodes(whole).length).toBeGreaterThan(30)
    const facts = { variables: people, active: ['accept'] }
    expect(nodes(contextInReach(whole, { ...facts, signal: { activityId: 'accept' } }))).toEqual([
      'accept',
      'accepted',
      'withdrawn',
      'toCity',
      'cityReview',
    ])
    // a task of several people without members ends at once, so the step goes further
    const end = { variables: { ...people, offices: [] }, active: ['cityReview'] }
    const signal = { activityId: 'cityReview' }
    expect(nodes(contextInReach(whole, { ...end, signal }))).toContain('provinceDecided')
    expect(nodes(contextInReach(whole, { ...end, variables: people, signal }))).not.toContain('provinceDecided')
  })
})
