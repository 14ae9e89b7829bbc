import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compareDefinitions } from './compare-definitions.ts'
import { outlineOf } from './outline.ts'

/** The platform's own processes, with one change after the other. */

const read = (name: string) => readFileSync(new URL(`../../seed/processes/${name}.bpmn20.xml`, import.meta.url), 'utf8')
const leave = read('leave')
const review = read('xmsb')

/** The differences in one line each: `changed task approve: name A → B`. */
const differences = async (before: string, after: string): Promise<string[]> =>
  compareDefinitions(await outlineOf(before), await outlineOf(after)).map(({ kind, group, id, changes }) =>
    [
      [kind, group, id].join(' '),
      ...changes.map(({ property, before: old, after: now }) => `${property} ${old || '-'} → ${now || '-'}`),
    ].join(': '),
  )

const change = (xml: string, ...pairs: readonly (readonly [string, string])[]) =>
  pairs.reduce((text, [old, now]) => {
    expect(text, old).toContain(old)
    return text.replace(old, now)
  }, xml)

test('two copies of a definition do not differ, whatever their drawings are', async () => {
  expect(await differences(leave, leave)).toEqual([])
  const moved = change(leave, ['x="180" y="100"', 'x="190" y="110"'])
  expect(await differences(leave, moved)).toEqual([])
})

test.each([
  ['name="请假流程"', 'name="休假流程"', 'changed process : name 请假流程 → 休假流程'],
  ['name="部门审批"', 'name="处室审批"', 'changed task deptApproval: name 部门审批 → 处室审批'],
  [`assignee="$\{taskUser}"`, `assignee="$\{chief}"`, `changed task deptApproval: assignee $\{taskUser} → $\{chief}`],
  ['candidateGroups="boss"', 'candidateGroups="a,b"', 'changed task leaderApproval: candidateGroups boss → a,b'],
  [
    'flowable:candidateGroups="boss"',
    'flowable:candidateGroups="boss" flowable:dueDate="P3D"',
    'changed task leaderApproval: dueDate - → P3D',
  ],
  ['days > 3', 'days > 5', `changed flow toLeader: condition $\{pass && days > 3} → $\{pass && days > 5}`],
  [
    'sourceRef="leaderDecision" targetRef="end"',
    'sourceRef="leaderDecision" targetRef="cancelled"',
    'changed flow leaderPass: target 审批通过 → 已撤销',
  ],
  [
    'id="resubmit" name="重新提交" flowable:nameEn="Submit again" sourceRef="correctionDecision"',
    'id="resubmit" name="再次提交" flowable:nameEn="Submit again" sourceRef="correctionDecision"',
    'changed flow resubmit: name 重新提交 → 再次提交',
  ],
  [
    '<exclusiveGateway id="leaderDecision"',
    '<inclusiveGateway id="leaderDecision"',
    'changed gateway leaderDecision: type ExclusiveGateway → InclusiveGateway',
  ],
])('%s → %s is named', async (old, now, line) => {
  expect(await differences(leave, change(leave, [old, now]))).toEqual([line])
})

test('stages, moves and loops of a review are compared', async () => {
  const after = change(
    review,
    ['declareStatus="20" flowable:moves="cityApprove,', 'declareStatus="25" flowable:moves="'],
    [
      `<multiInstanceLoopCharacteristics isSequential="false" flowable:collection="$\{offices}"`,
      `<multiInstanceLoopCharacteristics isSequential="true" flowable:collection="$\{bureaus}"`,
    ],
    [`$\{action != 'provinceApprove'}`, `$\{done}`],
  )
  expect(await differences(review, after)).toEqual([
    'changed task cityReview: stage 20 → 25: moves cityApprove, cityReturn, cityReject → cityReturn, cityReject',
    `changed task provinceReview: loop parallel → sequential: collection $\{offices} → $\{bureaus}: completionCondition $\{action != 'provinceApprove'} → $\{done}`,
  ])
})

test('what is added and what is removed is named, tasks before flows', async () => {
  const after = change(
    leave,
    [
      '<userTask id="leaderApproval"',
      '<userTask id="personnel" name="人事备案" flowable:candidateGroups="hr" /><userTask id="leaderApproval"',
    ],
    ['sourceRef="leaderDecision" targetRef="end"', 'sourceRef="leaderDecision" targetRef="personnel"'],
    ['</process>', '<sequenceFlow id="filed" sourceRef="personnel" targetRef="end" /></process>'],
  )
  expect(await differences(leave, after)).toEqual([
    'added task personnel',
    'changed flow leaderPass: target 审批通过 → 人事备案',
    'added flow filed',
  ])
  expect(await differences(after, leave)).toEqual([
    'removed task personnel',
    'removed flow filed',
    'changed flow leaderPass: target 人事备案 → 审批通过',
  ])
})

test('a timer at a task is an event, with what it does', async () => {
  const timer = '<timerEventDefinition><timeDuration>P3D</timeDuration></timerEventDefinition>'
  const event = (interrupts: boolean, duration = 'P3D') =>
    change(leave, [
      '</process>',
      `<boundaryEvent id="late" attachedToRef="deptApproval" cancelActivity="${interrupts}">${timer.replace('P3D', duration)}</boundaryEvent></process>`,
    ])
  expect(await differences(leave, event(true))).toEqual(['added event late'])
  expect(await differences(event(true), event(false, 'P5D'))).toEqual([
    'changed event late: timer P3D → P5D: interrupts yes → -',
  ])
})
