import { describe, expect, test } from 'vitest'
import { processTypes } from '#contract/flow/categories.ts'
import { stageCodes } from '#contract/project/stages.ts'
import { stageRules, transitionNames, transitions } from '#contract/project/transitions.ts'
import { compileDefinition } from '../flow/bpmn/compile.ts'
import { outlineOf } from '../flow/bpmn/outline.ts'
import { warningsOfVariables } from '../flow/deployment-warnings.ts'
import { processFiles } from './processes.ts'
import { roleSeeds } from './roles.ts'

const files = Object.entries(processFiles())

describe.each(files)('the process %s', (key, xml) => {
  const compiled = () => compileDefinition(xml, stageRules)

  test('can be deployed under its own key, and has a type', async () => {
    expect((await compiled()).key).toBe(key)
    expect(processTypes).toHaveProperty(key)
  })

  test('names each task and each end, so that history reads well', async () => {
    const { tasks, ends, name, description } = await compiled()
    for (const title of [name, description, ...tasks.map((task) => task.name), ...ends.map((end) => end.name)])
      expect(title).toMatch(/\p{Script=Han}/u)
  })

  test('has an English name for whatever has a Chinese one', async () => {
    const { nameEn, elements } = await compiled()
    const named = Object.values(elements).filter(({ name }) => name)
    for (const title of [nameEn, ...named.map((element) => element.nameEn)]) expect(title).toMatch(/^[A-Z][ -~’]+$/)
  })

  test('reads only variables that are set', async () => {
    expect(warningsOfVariables({ outline: await outlineOf(xml), type: null, formCodes: null })).toEqual([])
  })

  test('has for every task somebody who can act', async () => {
    const aliases = new Set<string>(roleSeeds.map(({ alias }) => alias))
    for (const { assignee, candidateGroups, candidateUsers } of (await compiled()).tasks) {
      expect(assignee ?? candidateGroups ?? candidateUsers).toBeTruthy()
      for (const group of candidateGroups?.split(',') ?? [])
        if (!group.includes('{')) expect([...aliases]).toContain(group)
    }
  })
})

describe('the review of declarations', () => {
  const review = () => compileDefinition(processFiles().xmsb, stageRules)

  test('names stages and moves that exist', async () => {
    const { tasks, ends } = await review()
    for (const { declareStatus, moves } of tasks) {
      expect(stageCodes).toContain(declareStatus)
      expect(transitionNames).toEqual(expect.arrayContaining([...moves]))
      expect(moves.length).toBeGreaterThan(0)
    }
    // these end a branch or the sub-process only
    expect(ends.filter(({ declareStatus }) => declareStatus === null).map(({ id }) => id)).toEqual([
      'dismissed',
      'scored',
      'reviewDecided',
    ])
  })

  test('lists each move only in a stage from which the table lets it start', async () => {
    for (const { declareStatus, moves } of (await review()).tasks)
      for (const move of moves)
        expect([move, transitions[move as keyof typeof transitions].from]).toEqual([
          move,
          expect.arrayContaining([declareStatus]),
        ])
  })
})
