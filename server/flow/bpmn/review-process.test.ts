import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  liftNames,
  stageRules,
  type TransitionName,
  transitionNames,
  transitions,
} from '#contract/project/transitions.ts'
import { type CompiledDefinition, compileDefinition } from './compile.ts'
import { makeStep, type Step } from './runtime.ts'

/** The process `xmsb` against the table of transitions: it must lead where the table leads (docs/decisions/0074). */

let process: CompiledDefinition

const offices = ['province_miit', 'province_ca']
const people = { applicant: '1', officer: '2', offices, scorers: ['7', '8', '9'] }

const step = (last: Step | null, variables: object, task?: { executionId: string; activityId: string }): Step =>
  makeStep({
    definition: { id: 'xmsb', context: process.context },
    state: last?.state ?? null,
    variables: { ...people, ...variables },
    ...(task ? { signal: task } : {}),
  })

const taskOf = (activityId: string) => process.tasks.find(({ id }) => id === activityId)

const stageOf = ({ waiting, endedAt }: Step): number | null => {
  const stages = endedAt
    ? [process.ends.find(({ id }) => id === endedAt)?.declareStatus]
    : waiting.map(({ activityId }) => taskOf(activityId)?.declareStatus)
  expect(new Set(stages).size, `the tasks agree on a stage: ${stages}`).toBe(1)
  return stages[0] ?? null
}

const movesOf = ({ waiting }: Step): TransitionName[] =>
  waiting.flatMap(({ activityId }) => (taskOf(activityId)?.moves ?? []) as readonly TransitionName[])

const move = (last: Step, name: TransitionName, more: object = {}): Step => {
  const task = last.waiting.find(({ activityId }) => taskOf(activityId)?.moves.includes(name))
  expect(task, `${name} at ${stageOf(last)}`).toBeDefined()
  return step(last, { action: name, ...more }, task)
}

const walk = (...names: TransitionName[]): Step => names.reduce((last, name) => move(last, name), step(null, {}))

const toProvince = ['claim', 'cityApprove'] as const
const toExperts = [...toProvince, 'provinceApprove', 'provinceApprove'] as const
const toNotice = [...toExperts, 'score', 'score', 'score', 'decideApprove'] as const

beforeAll(async () => {
  const file = new URL('../../seed/processes/xmsb.bpmn20.xml', import.meta.url)
  process = await compileDefinition(readFileSync(file, 'utf8'), stageRules)
})

describe('the review of declarations as a process', () => {
  test.each([
    [10, []],
    [20, ['claim']],
    [30, toProvince],
    [30, [...toProvince, 'provinceApprove']],
    [40, toExperts],
    [40, [...toExperts, 'score', 'assign']],
    [50, toNotice],
    [50, [...toNotice, 'object']],
    [50, [...toNotice, 'object', 'dismiss']],
    [80, [...toNotice, 'object', 'uphold']],
    [60, [...toNotice, 'publish']],
    [60, [...toNotice, 'object', 'dismiss', 'publish']],
    [70, ['claim', 'cityReturn']],
    [20, ['claim', 'cityReturn', 'submit']],
    [30, [...toProvince, 'provinceReturn', 'submit']],
    [30, [...toProvince, 'provinceApprove', 'provinceReturn', 'submit', 'provinceApprove']],
    [40, [...toExperts, 'decideReturn', 'submit']],
    [99, ['claim', 'cityReturn', 'expire']],
    [90, ['withdraw']],
  ] as const)('is at stage %i after %j', (stage, names) => {
    expect(stageOf(walk(...names))).toBe(stage)
  })

  test('leads from each stage where the table of transitions leads', () => {
    const situations = [
      [],
      ['claim'],
      toProvince,
      toExperts,
      [...toExperts, 'score', 'score', 'score'],
      toNotice,
    ] as const
    const seen = new Set<TransitionName>()
    for (const names of situations)
      for (const name of new Set(movesOf(walk(...names)))) {
        seen.add(name)
        const before = walk(...names)
        const { from, to } = transitions[name]
        expect(from as readonly number[]).toContain(stageOf(before))
        const after = stageOf(move(before, name))
        const waitsForOthers = name === 'provinceApprove'
        expect([name, after]).toEqual([name, waitsForOthers ? 30 : to])
      }
    for (const names of [
      ['claim', 'cityReturn'],
      [...toNotice, 'object'],
    ] as const)
      for (const name of movesOf(walk(...names))) seen.add(name)
    const byProcess = transitionNames.filter(
      (name) =>
        !['invite', 'recall', 'confirm', 'unlist', 'cancelUnlist', 'archive'].includes(name) &&
        !liftNames.includes(name) &&
        // of reviews that a process adds
        transitions[name].perm !== 'review',
    )
    expect([...seen].toSorted()).toEqual(byProcess.toSorted())
  })

  test('a return voids the approval of one office, so both approve again', () => {
    const again = walk(...toProvince, 'provinceApprove', 'provinceReturn', 'submit', 'provinceApprove')
    expect(again.waiting).toHaveLength(1)
    expect(stageOf(move(again, 'provinceApprove'))).toBe(40)
  })

  test('new experts replace those who have not scored', () => {
    const assigned = move(walk(...toExperts, 'score'), 'assign', { scorers: ['11', '12'] })
    const scorers = assigned.waiting.filter(({ activityId }) => activityId === 'score')
    expect(scorers.map(({ elements }) => elements.scorer)).toEqual(['11', '12'])
  })

  test('a declaration without experts waits for their assignment', () => {
    const last = walk(...toProvince, 'provinceApprove')
    const task = last.waiting[0]
    const empty = step(last, { action: 'provinceApprove', scorers: [] }, task)
    expect(empty.waiting.map(({ activityId }) => activityId)).toEqual(['decide'])
  })

  test('each office and each expert has a task of their own', () => {
    const elements = walk(...toProvince).waiting.map((task) => task.elements.office)
    expect(elements).toEqual(offices)
  })

  test('goes back to the queue if no officer can continue', () => {
    expect(stageOf(move(walk('claim', 'cityReturn'), 'submit', { officer: null }))).toBe(10)
  })

  test('does not grow with the number of returns', () => {
    const rounds = Array.from({ length: 40 }, () => ['provinceReturn', 'submit'] as const).flat()
    const [one, many] = [walk(...toProvince), walk(...toProvince, ...rounds)]
    expect((many.state ?? '').length).toBeLessThan((one.state ?? '').length * 1.1)
  })
})
