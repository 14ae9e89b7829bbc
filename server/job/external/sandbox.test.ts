import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Fail } from '#contract/kit/fail.ts'
import { run } from '../../../tests/support/sandboxes.ts'
import { exportsOf, permissionFlagOf, runModule } from './sandbox.ts'

describe('a module', () => {
  test('gets its parameters, writes a log and progress, and has a result', async () => {
    const outcome = await run(`export default async ({ jobParams, instanceParams, dueAt, log, step }) => {
      log.info(jobParams)
      await step(1, 2)
      log.error('second')
      await step(2)
      return { days: JSON.parse(instanceParams).days, dueAt }
    }`)
    expect(outcome).toEqual({
      ...{ result: '{"days":3,"dueAt":null}', fault: null },
      ...{ lines: ['info name=甲', 'error second'], steps: expect.arrayContaining([[1, 2]]) },
    })
    expect((await run('export default () => undefined')).result).toBeNull()
  })

  test('fails with a sentence', async () => {
    const faultOf = async (source: string) => (await run(source)).fault
    expect(await faultOf('export default () => { throw new TypeError("没有数据") }')).toBe(
      '处理器出错：TypeError: 没有数据',
    )
    expect(await faultOf('export default 5')).toBe('模块没有名为“default”的导出函数')
    expect(await faultOf('export default () => "长".repeat(8193)')).toBe('结果超过 8192 个字符')
    expect(await faultOf('export default () => new Promise(() => {})')).toContain('未返回结果')
    expect(await faultOf('export default (')).toContain('SyntaxError')
  })

  test('is read without being run', async () => {
    expect(await exportsOf('globalThis.x.y; export const count = 1; export default () => {}')).toEqual([
      'count',
      'default',
    ])
    const refused = async (source: string) => (await exportsOf(source).catch((error: Fail) => error.text[0])) as string
    expect(await refused('export const a = ;')).toContain('SyntaxError')
    expect(await refused('export * from "node:net"')).toContain('may not import anything')
    for (const source of [
      'import net from "node:net"',
      'export const a = () => im/**/port',
      'const a = () => import("net")',
    ])
      expect(await refused(`${source}; export default 1`)).toMatch(/import|SyntaxError/)
  })
})

test('the permission model is asked for by the name that the version knows', () => {
  for (const version of ['20.20.2', '22.12.0', '23.4.9'])
    expect(permissionFlagOf(version)).toBe('--experimental-permission')
  for (const version of ['22.13.0', '23.5.0', '24.0.0']) expect(permissionFlagOf(version)).toBe('--permission')
})

test('the example of the guide gives the total of the amounts of a process', async () => {
  const guide = readFileSync('docs/guides/external-processors.md', 'utf8')
  const [, source = ''] = /```js\n([\s\S]+?)```/.exec(guide) ?? []
  expect(await exportsOf(source)).toEqual(['total'])
  const steps: (number | undefined)[][] = []
  const lines: string[] = []
  const output = {
    log: { info: (line: string) => lines.push(line) } as never,
    step: (...values: (number | undefined)[]) => void steps.push(values),
    signal: new AbortController().signal,
  }
  const amounts = Array.from({ length: 1001 }, (_, i) => i)
  const input = { jobParams: '', instanceParams: JSON.stringify({ amounts, processInstanceId: '1' }), dueAt: null }
  expect(await runModule(source, 'total', input, output)).toBe('{"sum":500500}')
  expect([steps.at(0), steps.at(-1), lines]).toEqual([[0, 1001], [1000, 1001], ['1001 amounts']])
})
