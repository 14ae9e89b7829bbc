import { expect, test } from 'vitest'
import { readLeave } from '../../../tests/support/process-files.ts'
import { partsOf } from './file-parts.ts'

const file = (content: string) => `<?xml version="1.0"?>
<b:definitions xmlns:b="m" xmlns:d="di">${content}</b:definitions>`

test('a file is a process without diagrams, in which every line is where it was, and a file of its diagrams', () => {
  const xml = file(
    '\n<d:BPMNDiagram id="1">\n<d:BPMNPlane />\n</d:BPMNDiagram>\n<b:process id="p" />\n<d:BPMNDiagram id="2" />\n',
  )
  const { process, drawing } = partsOf(xml)
  expect(process).not.toContain('BPMN')
  expect(process).toHaveLength(xml.length)
  expect(process.split('\n')[5]).toBe('<b:process id="p" />')
  expect(drawing).toBe(
    '<b:definitions xmlns:b="m" xmlns:d="di">\n<d:BPMNDiagram id="1">\n<d:BPMNPlane />\n</d:BPMNDiagram>\n<d:BPMNDiagram id="2" />\n</b:definitions>',
  )
})

test('a file without a diagram is its process alone, and what is no diagram of the file stays in it', () => {
  for (const content of [
    '<b:process />',
    '<b:process><d:BPMNDiagram /></b:process>',
    '<!-- <d:BPMNDiagram /> -->',
    '',
  ]) {
    const xml = file(content)
    expect(partsOf(xml)).toEqual({ process: xml, drawing: null })
  }
  expect(partsOf('')).toEqual({ process: '', drawing: null })
})

test('the leave process is separated from its drawing', () => {
  const { process, drawing } = partsOf(readLeave())
  expect(process).toContain('deptApproval')
  expect(process).not.toContain('Bounds')
  expect(drawing).toContain('bpmnElement="deptApproval"')
  expect(drawing).not.toContain('<userTask')
})
