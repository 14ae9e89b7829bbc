import { describe, expect, test } from 'vitest'
import type { StageRules } from '#contract/flow/stage-rules.ts'
import { compileDefinition } from '#server/flow/bpmn/compile.ts'
import { readElements } from '#server/flow/bpmn/parse.ts'
import { renderIn } from '#web/base/api/language.ts'
import { expression } from '../../../../tests/support/process-files.ts'
import { newKey, newModel } from './new-model.ts'

const rules: StageRules = { stages: new Set(), moves: new Set(), goal: 60, returned: 70 }

/** The new model, with a task and an end after its start. */
const withTask = (xml: string) =>
  xml.replace(
    '</process>',
    `<userTask id="check" name="审核" flowable:assignee="${expression('user')}" /><endEvent id="end" />
     <sequenceFlow id="f1" sourceRef="start" targetRef="check" />
     <sequenceFlow id="f2" sourceRef="check" targetRef="end" /></process>`,
  )

describe('a new model', () => {
  test('can be read, and has its start in the drawing', async () => {
    const { rootElement, elementsById, warnings } = await readElements(newModel('trip'))
    expect(warnings).toEqual([])
    expect(elementsById.trip?.$type).toBe('bpmn:Process')
    expect(elementsById.start_di?.bpmnElement).toBe(elementsById.start)
    expect(rootElement.$type).toBe('bpmn:Definitions')
  })

  test('cannot be deployed before anything is drawn', async () => {
    await expect(compileDefinition(newModel('trip'), rules)).rejects.toThrow()
  })

  test('can be deployed once it has a task and an end', async () => {
    const { key, name, tasks } = await compileDefinition(withTask(newModel('trip')), rules)
    expect({ key, name }).toEqual({ key: 'trip', name: '新流程' })
    expect(tasks).toMatchObject([{ id: 'check', assignee: expression('user') }])
  })

  test('has names in the language of the page', () => {
    renderIn('en')
    expect(newModel('trip')).toContain('name="New process"')
    renderIn('zh')
    expect(newModel('trip')).toContain('name="新流程"')
  })
})

test('keys of new models are valid and differ', () => {
  const keys = Array.from({ length: 50 }, newKey)
  for (const key of keys) expect(key).toMatch(/^[A-Za-z_][\w.-]{0,63}$/)
  expect(new Set(keys).size).toBe(50)
})
