import { describe, expect, test } from 'vitest'
import { Fail } from '#contract/kit/fail.ts'
import { expression, readLeave } from '../../../tests/support/process-files.ts'
import { compileDefinition } from './compile.ts'
import { asDefinitionFault, DefinitionFault } from './definition-fault.ts'
import { ExpressionFail } from './juel.ts'
import { EndlessLoop, makeStep } from './runtime.ts'

/** What errors of the engine mean for people; tests/spec/definition-upload.test.ts meets them through HTTP. */

const nameOf = (id: string) => `【${id}】`
const rules = { stages: new Set<number>(), moves: new Set<string>() }

/** The error of the approval of a leave of five days, in a process that was changed before its deployment. */
const approvalError = async (change: (xml: string) => string, variables: object = { pass: true, days: 5 }) => {
  const { context } = await compileDefinition(change(readLeave()), rules)
  const definition = { id: `fault ${change}`, context }
  const known = { createUser: '1', taskUser: '2', ...variables }
  const { state, waiting } = makeStep({ definition, state: null, variables: known })
  const [task] = waiting
  try {
    makeStep({
      ...{ definition, state, variables: known },
      signal: { executionId: task?.executionId ?? '', activityId: 'deptApproval' },
    })
  } catch (error) {
    return asDefinitionFault(error, nameOf)
  }
  throw new Error('The step did not fail.')
}

const never = (xml: string) => xml.replace('pass && days > 3', 'pass && days > 99')

describe('an error of the engine', () => {
  test('names the choice of which no condition is true', async () => {
    const fault = await approvalError((xml) => never(xml))
    expect(fault).toBeInstanceOf(DefinitionFault)
    expect(fault).toMatchObject({ code: 409, elementId: 'deptDecision', expression: null })
    expect(fault.text[0]).toBe('“【deptDecision】”之后没有条件成立的连线')
  })

  test('names the variable that an expression misses, and keeps the expression for a rehearsal', async () => {
    const fault = await approvalError((xml) => xml, { pass: true })
    expect(fault).toMatchObject({ code: 409, expression: expect.any(ExpressionFail) })
    expect(fault.text[0]).toContain('days')
  })

  test('is a fault of the definition also if it has no sentence of ours', () => {
    const fault = asDefinitionFault(new Error('<g> is broken'), nameOf)
    expect(fault).toMatchObject({ code: 409, elementId: null })
    expect(fault.text).toEqual(['流程无法继续：<g> is broken', 'The process cannot go on: <g> is broken'])
  })

  test('is found inside of those that wrap it', () => {
    const inner = Object.assign(new Error('no conditional flow taken'), { source: { content: { id: 'g' } } })
    const outer = Object.assign(new Error('no conditional flow taken'), { inner })
    expect(asDefinitionFault(outer, nameOf)).toMatchObject({ elementId: 'g' })
    const expressionFail = new ExpressionFail(expression('a'), ['没有值', 'no value'], 'a')
    expect(asDefinitionFault(Object.assign(new Error('x'), { inner: expressionFail }), nameOf)).toMatchObject({
      expression: expressionFail,
    })
  })

  test('that loops without end is one, too', () => {
    const loop = new EndlessLoop(['循环过多', 'It loops'], 409)
    expect(asDefinitionFault(loop, nameOf)).toBeInstanceOf(DefinitionFault)
  })

  test('stays as it is if it is no fault of the definition, or one already', () => {
    const gone = new Fail(['该任务已由流程结束，请刷新', 'The task is gone'], 409)
    const fault = new DefinitionFault(['无法继续', 'It cannot go on'], 'g', null)
    for (const refusal of [gone, fault]) expect(asDefinitionFault(refusal, nameOf)).toBe(refusal)
  })
})
