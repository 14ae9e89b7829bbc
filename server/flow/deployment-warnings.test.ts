import { describe, expect, test } from 'vitest'
import { processTypes } from '#contract/flow/categories.ts'
import { withChanges } from '../../tests/support/definitions.ts'
import { expression, readLeave } from '../../tests/support/process-files.ts'
import { outlineOf } from './bpmn/outline.ts'
import { warningsOfChoices, warningsOfVariables } from './deployment-warnings.ts'

const warningsIn = async (xml: string, type: number | null = processTypes.leave) =>
  warningsOfVariables({ outline: await outlineOf(xml), type, formCodes: null }).map(({ elementId, text }) => [
    elementId,
    ...text,
  ])

test('a choice whose conditions leave out a case is named with an example and what to do', async () => {
  const outline = await outlineOf(withChanges(readLeave(), ['days <= 3', 'days < 3']))
  const [warning, ...others] = warningsOfChoices({ outline })
  expect([warning?.elementId, others]).toEqual(['deptDecision', []])
  expect(warning?.text[0]).toContain('例如 pass=true、days=3 时没有条件成立，流程无法继续')
  expect(warningsOfChoices({ outline: await outlineOf(readLeave()) })).toEqual([])
})

describe('a variable that nothing sets', () => {
  test('is named with its element, where it is read, and what can be read instead', async () => {
    expect(await warningsIn(withChanges(readLeave(), ['days > 3', 'day > 3']))).toEqual([
      [
        'toLeader',
        '连线“同意且超过3天”（toLeader）的条件读取变量“day”，但没有程序设置它，运行到此处会出错。请改用可用的变量（pass, createUser, taskUser, days），或去掉这个变量。',
        'The sequence flow “同意且超过3天” (toLeader) reads the variable “day” under “Condition”, but nothing sets it, so the process would fail there. Use one of pass, createUser, taskUser, days, or remove it.',
      ],
    ])
  })

  test('is found in every property, and the first name of a path counts', async () => {
    const xml = withChanges(
      readLeave(),
      [expression('taskUser'), expression('row.chief')],
      ['="boss"', `="${expression('roles')}"`],
    )
    expect(
      (await warningsIn(xml)).map(([id, zh]) => `${id} ${/的(.+)读取变量“(.+?)”/.exec(zh ?? '')?.slice(1)}`),
    ).toEqual(['deptApproval 办理人,row', 'leaderApproval 候选组,roles'])
  })

  test('is none of those that the forms of the type set, whatever the key is', async () => {
    expect(await warningsIn(readLeave().replace('"leave"', '"trip"'))).toEqual([])
    expect(await warningsIn(readLeave().replace('"leave"', '"trip"'), processTypes.recommend)).not.toEqual([])
    // while no type is chosen, those of any type
    expect(await warningsIn(readLeave().replace('"leave"', '"trip"'), null)).toEqual([])
    // a process with a known key is started by the form of that key
    expect(await warningsIn(readLeave(), null)).toEqual([])
  })

  test('is none of the fields of the form that its type has', async () => {
    const xml = readLeave().replace('"leave"', '"seal"').replaceAll('days', 'copies')
    const warn = async (formCodes: readonly string[] | null) =>
      warningsOfVariables({ outline: await outlineOf(xml), type: 11, formCodes }).map(({ elementId }) => elementId)
    expect(await warn(['copies'])).toEqual([])
    expect(await warn(['reason'])).toEqual(['toLeader', 'deptPass'])
    // without a form, nothing sets the approver either
    expect((await warn(null)).length).toBeGreaterThan(2)
  })

  test('of the platform’s own loops is only known in the loop', async () => {
    const loop = `<multiInstanceLoopCharacteristics flowable:collection="${expression('taskUser')}" flowable:elementVariable="one">
      <completionCondition>${expression('nrOfCompletedInstances > 1 &amp;&amp; !empty one')}</completionCondition></multiInstanceLoopCharacteristics></userTask>`
    const xml = withChanges(
      readLeave(),
      [
        `flowable:assignee="${expression('taskUser')}" flowable:excludedUsers="${expression('createUser')}" />`,
        `flowable:assignee="${expression('one')}">${loop}`,
      ],
      ['days > 3', 'nrOfInstances > 3 && empty one'],
    )
    expect((await warningsIn(xml)).map(([id]) => id)).toEqual(['toLeader', 'toLeader'])
  })

  test('is not the result of a service task, by its variable or else by its id', async () => {
    const withJob = (attribute: string, read: string) =>
      withChanges(
        readLeave(),
        [
          '<startEvent',
          `<serviceTask id="verify" flowable:type="jobTask" flowable:jobId="1"${attribute} />
          <sequenceFlow id="verified" sourceRef="verify" targetRef="end" /><startEvent`,
        ],
        ['sourceRef="deptDecision" targetRef="end"', 'sourceRef="deptDecision" targetRef="verify"'],
        ['"boss"', `"${expression(read)}"`],
      )
    expect(await warningsIn(withJob(' flowable:resultVariable="found"', 'found.role'))).toEqual([])
    expect(await warningsIn(withJob('', 'verify'))).toEqual([])
    expect((await warningsIn(withJob('', 'found'))).map(([id]) => id)).toEqual(['leaderApproval'])
  })
})
