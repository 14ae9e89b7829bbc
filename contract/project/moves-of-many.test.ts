import { expect, test } from 'vitest'
import { versionsText } from '../row-results.ts'
import { isMoveOfMany, moveOfManyNames, movesOfMany, versionIn } from './moves-of-many.ts'
import { transitionOf } from './transitions.ts'

test('many are approved by moves that need no input, and returned with one remark; nobody is rejected. The permissions are those of the buttons', () => {
  for (const name of moveOfManyNames) {
    const { moves, perms } = movesOfMany[name]
    for (const move of moves) {
      const { requires, traits, verdict } = transitionOf(move)
      const isReturn = name === 'return'
      expect([requires, verdict ?? 'Approve', traits.includes('danger'), traits.includes('refusal')]).toEqual([
        isReturn ? 'remarks' : null,
        isReturn ? 'Return' : 'Approve',
        false,
        isReturn,
      ])
    }
    expect(moves.map((move) => transitionOf(move).perm)).toEqual(perms)
  }
  expect(isMoveOfMany('approve')).toBe(true)
  for (const other of ['decideApprove', 'decideReturn', 'reject', 'toString', '', null, 1])
    expect(isMoveOfMany(other)).toBe(false)
})

test('a text of versions has the version of each row, and none for others', () => {
  const text = versionsText([{ id: '12', version: 3 }, { id: '112', version: 40 }, { id: '5' }])
  expect(text).toBe('12=3,112=40,5=')
  expect([versionIn(text, '12'), versionIn(text, '112'), versionIn(text, '5'), versionIn(text, '2')]).toEqual([
    3,
    40,
    null,
    null,
  ])
  expect(versionIn('1=x,2=-1,3=1.5', '1')).toBeNull()
  expect(versionIn('1=x,2=-1,3=1.5', '3')).toBeNull()
})
