import { expect, test } from 'vitest'
import { processTypes } from './categories.ts'
import { keysOfType, processVariables, variableLabelOf, variablesSetFor } from './process-variables.ts'

test('every process that the platform starts has a type and its variables', () => {
  expect(Object.keys(processVariables).toSorted()).toEqual(Object.keys(processTypes).toSorted())
})

test('the forms of a type start the processes of that type, and no form those of another', () => {
  expect(keysOfType(processTypes.leave)).toEqual(['leave'])
  expect(keysOfType(processTypes.xmsb)).toEqual(['xmsb', 'xmsb_unlist'])
  expect(keysOfType(99)).toEqual([])
})

test('a process has the variables of its key, another key those of its type', () => {
  expect(variablesSetFor('leave', null)).toEqual(['createUser', 'taskUser', 'days'])
  expect(variablesSetFor('leave', processTypes.xmsb)).toContain('days')
  expect(variablesSetFor('trip', processTypes.recommend)).toEqual(['createUser', 'taskUser'])
  expect(variablesSetFor('trip', 99)).toEqual([])
  // of any type, while none is chosen
  for (const key of ['trip', 'toString'])
    expect(variablesSetFor(key, null)).toEqual(expect.arrayContaining(['taskUser', 'days', 'offices']))
})

test('a variable that the platform knows has a label, with the name that expressions contain', () => {
  expect(variableLabelOf('days')).toEqual(['请假天数（days）', 'Days of leave (days)'])
  for (const name of ['budget', 'toString']) expect(variableLabelOf(name)).toEqual([name, name])
})
