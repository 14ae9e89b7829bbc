import { describe, expect, test } from 'vitest'
import { withChanges } from '../../../tests/support/definitions.ts'
import { processNames, readLeave, readProcess } from '../../../tests/support/process-files.ts'
import { openChoices } from './open-choices.ts'
import { outlineOf } from './outline.ts'

/** Choices of the leave process after a change of its conditions. */
const openIn = async (...changes: readonly (readonly [string, string])[]) =>
  openChoices(await outlineOf(withChanges(readLeave(), ...changes)))

describe('a choice without a default flow', () => {
  test.each(processNames)('covers every case in the process %s', async (name) => {
    expect(openChoices(await outlineOf(readProcess(name)))).toEqual([])
  })

  test('that leaves out a number is found, with that number', async () => {
    expect(await openIn(['days <= 3', 'days < 3'])).toEqual([
      { elementId: 'deptDecision', values: { pass: true, days: 3 } },
    ])
  })

  test('that leaves out one decision is found', async () => {
    const [open] = await openIn(['pass && days > 3', '!pass && days > 3'])
    expect(open).toMatchObject({ elementId: 'deptDecision', values: { pass: true } })
  })

  test('is no fault of a condition that cannot be calculated: the variables are said elsewhere', async () => {
    expect(await openIn(['days > 3', 'days.count > 3'])).toEqual([])
  })
})
