import { describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import { Fail } from '#contract/kit/fail.ts'
import type { Fields } from '#contract/kit/field.ts'
import { readInput } from './read-input.ts'

const faultsOf = (endpoint: Endpoint, body: object) => {
  try {
    readInput(endpoint, { query: {}, body, headers: { 'content-type': 'application/json' } })
    return []
  } catch (error) {
    return error instanceof Fail ? (error.detail.faults ?? []).map(({ at }) => at) : [String(error)]
  }
}

/** What a caller has to send besides the id of the row; a value that the field begins with is none of it. */
const demandedBy = (input: Fields) =>
  Object.entries(input).flatMap(([name, { required, direction, initial, when }]) =>
    name !== 'id' && required && direction !== 'out' && initial === undefined && !when ? [name] : [],
  )

const actionsOnRows = Object.values(entities).flatMap(({ name: of, calls }) =>
  Object.entries(calls as Readonly<Record<string, Endpoint>>).flatMap(([name, endpoint]) =>
    endpoint.method === 'POST' && !endpoint.body && endpoint.input.id?.required && demandedBy(endpoint.input).length
      ? [[`${of}.${name}`, endpoint] as const]
      : [],
  ),
)

describe('an action on a row', () => {
  test('is one of many', () => expect(actionsOnRows.length).toBeGreaterThan(10))

  test.each(actionsOnRows)('%s asks for all that it requires', (_, endpoint) => {
    expect(faultsOf(endpoint, { id: '7' })).toEqual(demandedBy(endpoint.input))
  })
})

test('a write with the id of a row changes what it names, and a new row needs all', () => {
  const { submit } = entities.post.calls
  expect(faultsOf(submit, { id: '7', postName: '科长' })).toEqual([])
  expect(faultsOf(submit, { postName: '科长' })).toEqual(demandedBy(submit.input).filter((name) => name !== 'postName'))
})
