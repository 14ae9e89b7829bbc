import { expect, test } from 'vitest'
import type { RehearsalStep, RehearsedTask } from '#contract/flow/rehearsal.ts'
import { courseOf, expiredText, type RecordedStep, reportOf, startText } from './rehearsal-record.ts'

const task = (taskKey: string, more: Partial<RehearsedTask> = {}): RehearsedTask => ({
  ...{ executionId: `${taskKey}_1`, taskKey, name: taskKey, stage: null, moves: [], members: [], assignee: null },
  candidates: [],
  ...more,
})
const step = (more: Partial<RehearsalStep>): RehearsalStep => ({
  ...{ passed: [], choices: [], waiting: [], timers: [], state: null, end: null, problem: null },
  ...more,
})

const approve = task('审批', { assignee: { id: '7', name: '王平' } })
const file = task('备案', {
  candidates: [{ kind: 'group', value: 'hr', name: '人事', people: ['李明', '赵新'], count: 12 }],
})
const record: readonly RecordedStep[] = [
  {
    ...{ task: null, decision: startText, variables: {} },
    step: step({
      passed: [
        { id: 'start', isFlow: false },
        { id: 'f1', isFlow: true },
      ],
      waiting: [approve],
    }),
  },
  {
    ...{ task: approve, decision: ['同意', 'Agreed'], variables: { pass: true } },
    step: step({
      passed: [
        { id: 'gate', isFlow: false },
        { id: 'f3', isFlow: true },
      ],
      waiting: [file],
      choices: [
        {
          ...{ kind: 'flows', id: 'gate', name: '天数' },
          flows: [
            {
              id: 'f2',
              name: '',
              target: '结束',
              condition: 'days < 3',
              isDefault: false,
              value: false,
              reads: [{ name: 'days', value: '5' }],
              isTaken: false,
            },
            {
              id: 'f3',
              name: '',
              target: '备案',
              condition: null,
              isDefault: true,
              value: null,
              reads: [],
              isTaken: true,
            },
          ],
        },
      ],
    }),
  },
]

test('a diagram shows what was passed, the flows that were taken, and what waits now', () => {
  const marks = courseOf(record).map(
    (one) => `${one.historyActivityId} ${one.historyActivityType} ${one.endTime ? 'done' : 'open'}`,
  )
  expect(marks).toEqual([
    'start startEvent done',
    'f1 sequenceFlow done',
    '审批 userTask done',
    'gate startEvent done',
    'f3 sequenceFlow done',
    '备案 userTask open',
  ])
})

test('the report says who would get each task, and why each branch was taken', () => {
  expect(reportOf('请假', { days: 5 }, record, 'zh').split('\n')).toEqual([
    '请假',
    '{"days":5}',
    '1. 开始',
    '  待办任务',
    '    - 审批 · 办理人：王平',
    '2. 审批 · 同意',
    '  “天数”之后',
    '    [ ] 结束 days < 3 不成立（days = 5）',
    '    [x] 备案 默认连线，其余都不成立',
    '  待办任务',
    '    - 备案 · 候选：人事 (hr)：李明、赵新等 12 人',
    '',
  ])
})

test('the report of an English reader is English, also about tasks for nobody', () => {
  const nobody = step({
    waiting: [task('A'), task('B', { assignee: { id: '9', name: null } })],
    problem: 'stages differ',
  })
  const lines = reportOf('Leave', {}, [{ task: null, decision: startText, step: nobody, variables: {} }], 'en').split(
    '\n',
  )
  expect(lines.slice(2)).toEqual([
    '1. Start',
    '  Waiting tasks',
    '    - A · Handled by nobody',
    '    - B · Assigned to 9: nobody',
    '  ! stages differ',
    '',
  ])
})

test('a timer that has expired is a step of its own, without a task', () => {
  const passed = [
    { id: 'late', isFlow: false },
    { id: 'f9', isFlow: true },
  ]
  const decision = expiredText({ name: '超时' })
  const expired: RecordedStep = { task: null, decision, variables: {}, step: step({ passed, waiting: [file] }) }
  const course = courseOf([...record.slice(0, 1), expired])
  // the task at which the timer was does not wait any more, and nobody has completed it
  expect(course.map(({ historyActivityId }) => historyActivityId)).toEqual(['start', 'f1', 'late', 'f9', '备案'])
  expect(reportOf('请假', {}, [expired], 'zh')).toContain('1. 定时器“超时”到期')
})
