import { expect, test } from 'vitest'
import type { ConsideredFlow, RehearsedTask } from '#contract/flow/rehearsal.ts'
import { choiceText, handlersText, memberText, moveText, reasonText } from './rehearsal-words.ts'

const flow = (more: Partial<ConsideredFlow>): ConsideredFlow => ({
  ...{
    id: 'f',
    name: '',
    target: '结束',
    condition: 'days > 3',
    isDefault: false,
    value: null,
    reads: [],
    isTaken: false,
  },
  ...more,
})
const task = (more: Partial<RehearsedTask>): RehearsedTask => ({
  ...{ executionId: 'a_1', taskKey: 'a', name: '审批', stage: null, moves: [], members: [], assignee: null },
  candidates: [],
  ...more,
})

test.each([
  [flow({ value: true }), 'days > 3 成立', 'days > 3 true'],
  [
    flow({ value: false, reads: [{ name: 'days', value: '2' }] }),
    'days > 3 不成立（days = 2）',
    'days > 3 false (days = 2)',
  ],
  [
    flow({ value: false, reads: [{ name: 'days', value: null }] }),
    'days > 3 不成立（days = 无值）',
    'days > 3 false (days = no value)',
  ],
  [flow({}), 'days > 3 未判断', 'days > 3 not looked at'],
  [flow({ condition: null }), '无条件', 'no condition'],
  [flow({ condition: null, isDefault: true }), '默认连线', 'the default'],
  [
    flow({ condition: null, isDefault: true, isTaken: true }),
    '默认连线，其余都不成立',
    'the default, as no other is true',
  ],
])('%o is explained', (considered, zh, en) => {
  expect(reasonText(considered)).toEqual([zh, en])
})

const role = { kind: 'group', value: 'boss', name: '领导', people: ['王平'], count: 1 } as const

test.each([
  [task({ assignee: { id: '7', name: '王平' } }), '办理人：王平'],
  [task({ assignee: { id: '7', name: null } }), '办理人 7：无人'],
  [task({}), '办理人：无人'],
  [task({ candidates: [role] }), '候选：领导 (boss)：王平'],
  [task({ candidates: [{ ...role, count: 12 }] }), '候选：领导 (boss)：王平等 12 人'],
  [task({ candidates: [{ ...role, name: null, people: [], count: 0 }] }), '候选：boss：无人'],
  [
    task({ candidates: [role, { kind: 'user', value: '9', name: null, people: [], count: 0 }] }),
    '候选：领导 (boss)：王平；9：无人',
  ],
])('%o is said to be for its people', (one, words) => {
  expect(handlersText(one)[0]).toBe(words)
})

test('moves, members and choices have the words of the reader', () => {
  expect(moveText('withdraw')).toEqual(['撤回', 'Withdraw'])
  expect(moveText('unknownMove')).toEqual(['unknownMove', 'unknownMove'])
  const members = [
    { name: 'office', value: '"miit"' },
    { name: 'round', value: null },
  ]
  expect(memberText(task({ members }))).toEqual(['office = "miit"，round = 无值', 'office = "miit", round = no value'])
  expect(choiceText({ kind: 'loop', id: 'a', name: '审批', flows: [] })[1]).toBe('Completion condition of “审批”')
  expect(choiceText({ kind: 'flows', id: 'g', name: '天数', flows: [] })[0]).toBe('“天数”之后')
})
