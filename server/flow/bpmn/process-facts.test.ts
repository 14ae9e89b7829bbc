import { describe, expect, test } from 'vitest'
import { processNames, readHostile, readLeave, readProcess } from '../../../tests/support/process-files.ts'
import { processFactsIn } from './process-facts.ts'

const around = (process: string) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t">${process}</definitions>`

describe('the names of the process in a drawing', () => {
  test('are those of the file that every platform has', async () => {
    expect(await processFactsIn(readLeave())).toMatchObject({ key: 'leave', name: expect.stringContaining('请假') })
  })

  test.each(processNames)('are found in %s', async (name) => {
    const { key, name: title } = await processFactsIn(readProcess(name))
    expect([key, title]).toEqual([expect.stringMatching(/^[a-z_]+$/), expect.stringMatching(/\p{Script=Han}/u)])
  })

  test.each([
    ['nothing is named', '<process />', { key: null, name: null, description: null }],
    ['only a key', '<process id="trip" />', { key: 'trip', name: null, description: null }],
    [
      'a description over several lines loses its margins',
      '<process id="a" name="甲"><documentation>\n 说明\n第二行 \n</documentation></process>',
      { key: 'a', name: '甲', description: '说明\n第二行' },
    ],
    [
      'of two processes the first counts',
      '<process id="a" name="甲" /><process id="b" name="乙" />',
      { key: 'a', name: '甲', description: null },
    ],
    [
      'what stands before the process does not count',
      '<message id="m" name="消息" /><process id="a" name="甲" />',
      { key: 'a', name: '甲', description: null },
    ],
    [
      'a task without a flow is unfinished, but a drawing',
      '<process id="a" name="甲"><userTask id="t" /></process>',
      { key: 'a', name: '甲', description: null },
    ],
    [
      'signs of XML are read',
      '<process id="a" name="甲 &amp; &lt;乙&gt;" />',
      { key: 'a', name: '甲 & <乙>', description: null },
    ],
  ])('%s', async (_name, process, facts) => {
    expect(await processFactsIn(around(process))).toEqual(facts)
  })

  test.each([
    ['an empty text', ''],
    ['a word', 'leave'],
    ['a page', '<html/>'],
    ['no process', around('<message id="m" />')],
    ['a broken file', around('<process id="a">').slice(0, -5)],
    ['a file of another kind', readHostile('not-bpmn')],
  ])('%s is no drawing', async (_name, xml) => {
    await expect(processFactsIn(xml)).rejects.toMatchObject({
      text: ['流程定义不是有效的 BPMN 2.0 文件', 'The definition is not a valid BPMN 2.0 file'],
    })
  })
})
