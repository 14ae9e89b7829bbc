import { expect, test } from 'vitest'
import { readProcess } from '../../../tests/support/process-files.ts'
import { elementsIn } from './bpmn-element.ts'
import { isDrawnMark, isMark, takeOutMarks } from './marks.ts'
import { readElements, writeXml } from './parse.ts'
import { mainProcessOf } from './processes.ts'

test('what means nothing to the engine is taken out of a tree, with everything inside, and put back', async () => {
  const { rootElement } = await readElements(readProcess('pool-with-lanes'))
  const before = await writeXml(rootElement)
  const putBack = takeOutMarks(rootElement, mainProcessOf(rootElement))
  const left = elementsIn(rootElement)
  expect(left.filter(isMark)).toEqual([])
  expect(left.filter(({ $type }) => $type === 'bpmn:Process').map(({ id }) => id)).toEqual(['purchase'])
  expect(left.filter(({ $type }) => $type === 'bpmn:UserTask').map(({ id }) => id)).toEqual(['order', 'approve'])
  putBack()
  expect(await writeXml(rootElement)).toBe(before)
})

test('of the marks, readers see pools, lanes, data and notes, and not the definitions behind them', async () => {
  const { rootElement } = await readElements(readProcess('pool-with-lanes'))
  const marks = elementsIn(rootElement).filter(isMark)
  const kinds = (all: readonly { readonly $type: string }[]) =>
    [...new Set(all.map(({ $type }) => $type.slice(5)))].toSorted()
  expect(kinds(marks.filter(isDrawnMark))).toEqual([
    ...[
      'Association',
      'Collaboration',
      'DataObject',
      'DataObjectReference',
      'DataStore',
      'DataStoreReference',
      'Group',
    ],
    ...['Lane', 'LaneSet', 'MessageFlow', 'Participant', 'TextAnnotation'],
  ])
  expect(kinds(marks.filter((mark) => !isDrawnMark(mark)))).toEqual([
    ...['Category', 'CategoryValue', 'DataOutputAssociation', 'InputOutputSpecification'],
  ])
})
