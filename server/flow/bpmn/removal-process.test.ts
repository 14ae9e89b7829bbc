import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { stageRules, type TransitionName, transitions } from '#contract/project/transitions.ts'
import { failMatching } from '../../../tests/support/context.ts'
import { type CompiledDefinition, compileDefinition } from './compile.ts'
import { makeStep, type Step } from './runtime.ts'

/** The process `xmsb_unlist` against the table of transitions. */

const xml = (key: string) => readFileSync(new URL(`../../seed/processes/${key}.bpmn20.xml`, import.meta.url), 'utf8')

let process: CompiledDefinition

beforeAll(async () => {
  process = await compileDefinition(xml('xmsb_unlist'), stageRules)
})

const step = (last: Step | null, action?: TransitionName): Step =>
  makeStep({
    definition: { id: 'xmsb_unlist', context: process.context },
    state: last?.state ?? null,
    variables: { applicant: '1', action },
    ...(last?.waiting[0] ? { signal: last.waiting[0] } : {}),
  })

describe('the removal of a project as a process', () => {
  test('is called as the transition that it confirms', () => {
    expect(process.name).toBe(transitions.unlist.label[0])
  })

  test('waits in stage 60, so that the project stays listed', () => {
    expect(step(null).waiting.map(({ activityId }) => activityId)).toEqual(['confirm'])
    expect(process.tasks.map(({ declareStatus }) => declareStatus)).toEqual([60])
  })

  test('lists every move of the table that starts at stage 60, and leads where the table leads', () => {
    const names = Object.entries(transitions).flatMap(([name, { from }]) =>
      (from as readonly number[]).includes(60) ? [name as TransitionName] : [],
    )
    expect(process.tasks[0]?.moves).toEqual(names)
    for (const name of names) {
      const { endedAt, waiting } = step(step(null), name)
      const end = process.ends.find(({ id }) => id === endedAt)
      expect([name, waiting, end?.declareStatus]).toEqual([name, [], transitions[name].to])
    }
  })
})

describe('a deployment', () => {
  const refusal = (key: string, from: string, to: string) => {
    const changed = xml(key).replace(from, to)
    expect(changed).not.toBe(xml(key))
    return expect(compileDefinition(changed, stageRules)).rejects
  }

  test('of a removal that removes nothing is refused', () =>
    refusal('xmsb_unlist', 'flowable:declareStatus="95"', 'flowable:declareStatus="80"').toEqual(failMatching(400)))

  test('of a review that lists nothing is refused', () =>
    refusal('xmsb', 'flowable:declareStatus="60"', 'flowable:declareStatus="95"').toEqual(failMatching(400)))

  test('of a task with a move that its stage does not have is refused', () =>
    refusal('xmsb', 'flowable:declareStatus="20"', 'flowable:declareStatus="25"').toEqual(failMatching(400)))
})
