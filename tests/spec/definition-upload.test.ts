import { beforeAll, describe, expect, test } from 'vitest'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { expression, readLeave } from '../support/process-files.ts'

/** Forms with process files, in every shape that clients send them. */

let platform: Platform
let admin: Caller

const processNamed = (key: string) => readLeave().replaceAll('"leave"', `"${key}"`)

interface Part {
  readonly name: string
  readonly value: string | Uint8Array
  /** Only files have one. */
  readonly file?: string
}

const field = (name: string, value: string): Part => ({ name, value })
const file = (key: string, value: string | Uint8Array = processNamed(key)): Part => ({
  name: 'files',
  value,
  file: `${key}.bpmn20.xml`,
})

const send = async (path: string, parts: readonly Part[]) => {
  const form = new FormData()
  for (const part of parts) {
    if (part.file) form.append(part.name, new Blob([part.value as BlobPart]), part.file)
    else form.append(part.name, String(part.value))
  }
  const headers = { 'blade-auth': `bearer ${admin.token}` }
  const response = await fetch(`${platform.url}${path}`, { method: 'POST', headers, body: form })
  return (await response.json()) as { code: number; msg: string; data: unknown }
}

const deploy = (...parts: Part[]) => send(flowManager.calls.deployUpload.path, parts)
const check = (name: string, value: string | Uint8Array = processNamed('x')) =>
  send(flowManager.calls.checkUpload.path, [{ name: 'file', value, file: name }])
const keys = async () => (await admin.get(flowManager.calls.list, { size: 200 })).records.map(({ key }) => key)

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

describe('an upload of process files', () => {
  test.each([
    ['with its fields first', [field('category', 'flow_1'), file('first')], 'first'],
    ['with its fields last', [file('last'), field('category', 'flow_1'), field('tenantIds', '')], 'last'],
    [
      'with a path in the name of the file',
      [field('category', 'flow_1'), { ...file('path'), file: 'C:\\a\\b.bpmn20.xml' }],
      'path',
    ],
    ['under the name of one file', [field('category', 'flow_1'), { ...file('single'), name: 'file' }], 'single'],
    [
      'with a mark of its encoding',
      [field('category', 'flow_1'), file('mark', `\uFEFF${processNamed('mark')}`)],
      'mark',
    ],
  ] as const)('%s is deployed', async (_name, parts, key) => {
    expect(await deploy(...parts)).toMatchObject({ code: 200, data: true })
    expect(await keys()).toContain(key)
  })

  test('of several files deploys all of them, or none', async () => {
    expect((await deploy(field('category', 'flow_1'), file('a1'), file('a2'))).code).toBe(200)
    expect(await keys()).toEqual(expect.arrayContaining(['a1', 'a2']))
    const broken = file('b2', processNamed('b2').replace(` flowable:assignee="${expression('taskUser')}"`, ''))
    const answer = await deploy(field('category', 'flow_1'), file('b1'), broken)
    expect([answer.code, answer.msg]).toEqual([400, expect.stringMatching(/^文件“b2\.bpmn20\.xml”：.*部门审批/s)])
    expect(await keys()).not.toContain('b1')
  })

  test.each([
    ['without files', [field('category', 'flow_1')], '请选择要部署的流程文件'],
    ['without a type', [file('c1')], '请选择流程类型'],
    ['with a type that does not exist', [field('category', 'flow_77'), file('c2')], '流程类型不存在'],
    ['with a file of another name', [field('category', 'flow_1'), { ...file('c3'), file: 'c3.xml' }], 'c3.xml'],
  ] as const)('%s is refused with a sentence', async (_name, parts, words) => {
    const answer = await deploy(...parts)
    expect([answer.code, answer.msg]).toEqual([400, expect.stringContaining(words)])
  })

  test('of two versions of one process, or of too many files, is refused and deploys nothing', async () => {
    const twice = await deploy(field('category', 'flow_1'), file('e1'), { ...file('e1'), file: 'again.bpmn20.xml' })
    expect([twice.code, twice.msg]).toEqual([400, expect.stringContaining('e1.bpmn20.xml、again.bpmn20.xml')])
    const many = Array.from({ length: 21 }, (_, i) => file(`f${i}`))
    expect(await deploy(field('category', 'flow_1'), ...many)).toMatchObject({
      code: 413,
      msg: '一次最多部署 20 个流程文件',
    })
    expect(await keys()).toEqual(expect.not.arrayContaining(['e1', 'f0']))
  })

  test('that is not UTF-8 or too large is refused', async () => {
    const latin = new Uint8Array([...new TextEncoder().encode(processNamed('d1')), 0xff, 0xfe])
    const alone = await deploy(field('category', 'flow_1'), file('d1', latin))
    expect([alone.code, alone.msg]).toEqual([400, '流程文件的编码应为 UTF-8'])
    const among = await deploy(field('category', 'flow_1'), file('d0'), file('d1', latin))
    expect(among.msg).toBe('文件“d1.bpmn20.xml”：流程文件的编码应为 UTF-8')
    const empty = await deploy(field('category', 'flow_1'), file('d3', ''))
    expect([empty.code, empty.msg]).toEqual([400, '流程文件是空文件'])
    const large = `${processNamed('d2')}<!--${'x'.repeat(262_144)}-->`
    expect((await deploy(field('category', 'flow_1'), file('d2', large))).code).toBe(413)
    expect(await keys()).toEqual(expect.not.arrayContaining(['d1', 'd2']))
  })

  test('can be checked before: by its name', async () => {
    expect((await check('leave.bpmn20.xml')).data).toEqual({ name: 'leave.bpmn20.xml', success: true })
    expect((await check('LEAVE.BPMN20.XML')).data).toMatchObject({ success: true })
    expect((await check('leave.bpmn')).data).toEqual({ name: 'leave.bpmn', success: false })
  })

  test('can be checked before: by its content, with the faults that would keep it from being deployed', async () => {
    const whole = processNamed('checked')
    const wrong = whole.replace(` flowable:assignee="${expression('taskUser')}"`, '')
    for (const content of [whole.slice(0, whole.length / 2), wrong]) {
      const checked = await check('checked.bpmn20.xml', content)
      const deployed = await deploy(field('category', 'flow_1'), file('checked', content))
      expect(checked.code).toBe(400)
      expect(checked).toEqual(deployed)
    }
    expect((await check('checked.bpmn20.xml', wrong)).data).toMatchObject({ faults: [{ at: 'deptApproval' }] })
    expect(await keys()).not.toContain('checked')
  })

  const nul = '流程文件含有空字符（NUL），请另存为 UTF-8 编码的文本文件'

  test.each([
    ['empty', '', '流程文件是空文件'],
    ['only blanks', ' \n', '流程文件是空文件'],
    ['text with a NUL', processNamed('nul').replace('请假', '请\u0000假'), nul],
    ['text in another encoding', new Uint8Array(Buffer.from('<?xml version="1.0"?>', 'utf16le')), nul],
  ] as const)('is refused by the check and by the deployment alike if it is %s', async (_name, value, words) => {
    const checked = await check('a.bpmn20.xml', value)
    const deployed = await deploy(field('category', 'flow_1'), file('nul', value))
    expect([checked.code, checked.msg, deployed.code, deployed.msg]).toEqual([400, words, 400, words])
  })
})
