import { expect, test } from 'vitest'
import { contextHash, openState, type RehearsalState, sealState } from './rehearsal-state.ts'

/** The browser keeps the state of a rehearsal; only what the server has written reaches the engine. */

const secrets = { postgres: 'a', database: 'b', sm2: '12'.repeat(32) }
const context = '{"id":"leave"}'
const state: RehearsalState = {
  engine: '{"execution":{"processes":[]}}',
  holders: { approve_1: { assignee: '7', users: [], groups: ['boss'], excluded: [] } },
  completed: { approve_1: 2 },
}
const sealed = sealState(secrets, context, state)

test('a state is read as it was written', () => {
  expect(openState(secrets, context, sealed)).toEqual(state)
})

test.each([
  ['is empty', ''],
  ['has no seal', JSON.stringify(state)],
  ['has an empty seal', `.${JSON.stringify(state)}`],
  ['has a short seal', sealed.slice(4)],
  ['has another assignee', sealed.replace('"7"', '"8"')],
  ['has one letter more', `${sealed} `],
  ['is that of another definition', sealState(secrets, '{"id":"other"}', state)],
  ['is that of another installation', sealState({ ...secrets, sm2: '34'.repeat(32) }, context, state)],
])('a state that %s is refused', (_name, text) => {
  expect(() => openState(secrets, context, text)).toThrow('no longer valid')
})

test('definitions that differ have different keys in the cache of the engine', () => {
  expect(contextHash(context)).not.toBe(contextHash(`${context} `))
  expect(contextHash(context)).toBe(contextHash(context))
})
