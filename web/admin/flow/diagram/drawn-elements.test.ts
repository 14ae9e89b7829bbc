import { expect, test } from 'vitest'
import { readLeave, readProcess } from '../../../../tests/support/process-files.ts'
import { drawnElements } from './drawn-elements.ts'

test('elements with a shape or an edge are drawn; the process itself and what has no position are not', () => {
  const drawn = drawnElements(readLeave())
  expect([drawn.has('deptApproval'), drawn.has('toDept'), drawn.has('leave')]).toEqual([true, true, false])
  expect(drawnElements(readProcess('timers')).size).toBe(0)
})
