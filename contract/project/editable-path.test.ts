import { expect, test } from 'vitest'
import { editablePathOf } from './editable-path.ts'

test.each([
  ['innovation.results.r1.after', 'innovation.results.r1'],
  ['innovation.results.r1', 'innovation.results.r1'],
  ['innovation.results', 'innovation.results'],
  ['facilities.network.latencyMs', 'facilities.network.latencyMs'],
  ['information.projectOverview', 'information.projectOverview'],
  ['material', 'material'],
  ['nothing.results.r1.after', 'nothing.results.r1.after'],
  ['innovation.nothing.r1.after', 'innovation.nothing.r1.after'],
])('a remark at %s makes %s editable', (at, expected) => {
  expect(editablePathOf(at)).toBe(expected)
})
