import { expect, test } from 'vitest'
import { isOfDeclarant, transitionsWith } from '#contract/project/transitions.ts'
import { doneWordsOf } from './done-words.ts'

const at = (status: 10 | 20 | 30 | 40 | 60 | 70, stageName: string | null = null) => ({ status, stageName })

test('what a decision has led to is said: what happened, and after an approval where the declaration is now', () => {
  expect(doneWordsOf('claim', at(10), at(20))[0]).toBe('已受理')
  expect(doneWordsOf('cityApprove', at(20), at(30))[0]).toBe('初审已通过，转省级审核')
  expect(doneWordsOf('cityApprove', at(20), at(30, '处室复核'))).toEqual([
    '初审已通过，转处室复核',
    'Approved by the city. Next: 处室复核',
  ])
  // the other office of the province has not decided yet
  expect(doneWordsOf('provinceApprove', at(30), at(30))[0]).toBe('省级审核已通过')
  expect(doneWordsOf('decideReturn', at(40), at(70))[0]).toBe('已退回修改')
})

test('every transition of a reviewer has words of its own', () => {
  const names = transitionsWith((one) => !isOfDeclarant(one) && one.perm !== null)
  expect(names.filter((name) => doneWordsOf(name, at(20), at(20))[0] === '已办理')).toEqual([])
})
