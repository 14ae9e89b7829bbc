import { expect, test } from 'vitest'
import { filteredDeclaration } from '#contract/project/readings.ts'
import { report } from '#contract/report/report.ts'
import { furtherColumns } from './default-columns.ts'
import { readState } from './list-state.ts'
import { withFilters } from './with-filters.ts'

test('a list knows its filters that are no columns in its address, and offers no column for them', () => {
  const listed = withFilters(filteredDeclaration)
  const search = new URLSearchParams('returnPart=material&stayDays_ge=3&formerField=1')
  expect(readState(search, listed.fields).filters).toEqual({ returnPart: 'material', stayDays_ge: '3' })
  expect(readState(search, filteredDeclaration.fields).filters).toEqual({})
  for (const name of Object.keys(filteredDeclaration.filters)) expect(furtherColumns(listed, [])).not.toContain(name)
  expect(withFilters(report).fields).toEqual(report.fields)
})
