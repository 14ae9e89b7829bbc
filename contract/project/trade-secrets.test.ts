import { describe, expect, test } from 'vitest'
import type { Field, Fields } from '../kit/field.ts'
import { projectDetailFields, projectFields } from '../portal/public-projects.ts'
import { parts } from './parts.ts'

const below = (fields: Fields): [name: string, field: Field][] =>
  Object.entries(fields).flatMap(([name, field]) => [[name, field], ...below(field.fields ?? {})])
const inParts = parts.flatMap(({ fields }) => below(fields))

describe('what a declaration marks as a trade secret', () => {
  test('includes each file and each amount beside the investments that the public figures add up', () => {
    const added = ['totalInvestment', 'fiveGInvestment', 'networkInvestment', 'fundGov']
    const unmarked = inParts.filter(
      ([name, { kind, label, isTradeSecret }]) =>
        !isTradeSecret && !added.includes(name) && (kind === 'file' || kind === 'files' || label[0].includes('万元')),
    )
    expect(unmarked).toEqual([])
    expect(inParts.filter(([, { isTradeSecret }]) => isTradeSecret).length).toBeGreaterThan(10)
  })

  test('is no field of the public pages', () => {
    const published = new Set(Object.keys({ ...projectFields, ...projectDetailFields }))
    expect(inParts.filter(([name, { isTradeSecret }]) => isTradeSecret && published.has(name))).toEqual([])
  })
})
