import { describe, expect, test } from 'vitest'
import { readLeave } from '../../../tests/support/process-files.ts'
import { processFactsIn } from './process-facts.ts'
import { renameProcess } from './process-names.ts'

const around = (process: string) =>
  `<?xml version="1.0"?><!-- <process id="no" name="注释" /> -->
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t">${process}</bpmn:definitions>`

const both = { name: '新 <名称> & "引号"', description: '第一行\n<第二行> & 完' }

describe('the name and the description of a process', () => {
  test.each([
    ['an empty process', '<bpmn:process id="a" />'],
    ['a process without a name', '<bpmn:process id="a"><bpmn:task id="t" name="任务" /></bpmn:process>'],
    ['a name in single quotes', "<bpmn:process id='a' name = 'old'></bpmn:process>"],
    ['a value that looks like a name', '<bpmn:process id="a" nameEn=\'x name="y" > z\' name="old"></bpmn:process>'],
    [
      'a documentation',
      '<bpmn:process id="a" name="old"><bpmn:documentation>old</bpmn:documentation><bpmn:task id="t" /></bpmn:process>',
    ],
    ['an empty documentation', '<bpmn:process id="a"><bpmn:documentation /><bpmn:task id="t" /></bpmn:process>'],
    [
      'a documentation in literal text',
      '<bpmn:process id="a"><bpmn:documentation><![CDATA[</bpmn:process>]]></bpmn:documentation></bpmn:process>',
    ],
    [
      'a documentation of a task only',
      '<bpmn:process id="a"><bpmn:task id="t"><bpmn:documentation>任务说明</bpmn:documentation></bpmn:task></bpmn:process>',
    ],
    [
      'the first of two processes',
      '<bpmn:process id="a"></bpmn:process><bpmn:process id="b"><bpmn:documentation>乙</bpmn:documentation></bpmn:process>',
    ],
  ])('are written into %s', async (_name, process) => {
    const xml = around(process)
    expect(await processFactsIn(renameProcess(xml, both))).toEqual({ key: 'a', ...both })
    const before = await processFactsIn(xml)
    const renamed = await processFactsIn(renameProcess(xml, { name: '甲', description: null }))
    expect(renamed).toEqual({ ...before, name: '甲' })
    const described = await processFactsIn(renameProcess(xml, { name: null, description: '说明' }))
    expect(described).toEqual({ ...before, description: '说明' })
  })

  test('change nothing else', () => {
    const xml = readLeave()
    const renamed = renameProcess(xml, { name: '临时', description: '临时说明' })
    const lines = (text: string) => text.split('\n')
    const different = lines(renamed).filter((line, i) => line !== lines(xml)[i])
    expect(different).toHaveLength(2)
    for (const text of [xml, `<!DOCTYPE a>${xml}`])
      expect(renameProcess(text, { name: null, description: null })).toBe(text)
    const text = around(
      '<bpmn:process f:name="z"><bpmn:task id="t"><bpmn:documentation>任务说明</bpmn:documentation></bpmn:task></bpmn:process>',
    )
    for (const part of ['任务说明', ' f:name="z"']) expect(renameProcess(text, both)).toContain(part)
  })
})
