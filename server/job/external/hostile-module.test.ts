import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { Fail } from '#contract/kit/fail.ts'
import { cleanUp } from '../../../tests/support/cleanup.ts'
import { resultOf, run, withOuterRealm } from '../../../tests/support/sandboxes.ts'

/** Modules that try what they may not. */

describe('a hostile module', () => {
  test('finds nothing of the system among its globals', async () => {
    const names = [
      'process',
      'require',
      'module',
      'fetch',
      'WebSocket',
      'Buffer',
      'setTimeout',
      'queueMicrotask',
      'Worker',
      'WebAssembly',
    ]
    expect(await resultOf(`[${names.map((name) => `typeof ${name}`).join()}].join()`)).toBe(
      names.map(() => 'undefined').join(),
    )
    expect(await resultOf('Object.getOwnPropertyNames(globalThis).filter((name) => /^[a-z]/.test(name)).join()')).toBe(
      'parseFloat,parseInt,undefined,globalThis,decodeURI,decodeURIComponent,encodeURI,encodeURIComponent,escape,unescape,eval,isFinite,isNaN',
    )
  })

  test('can make no code from texts', async () => {
    const refused = 'threw EvalError: Code generation from strings disallowed for this context'
    expect(await resultOf('eval("1")')).toBe(refused)
    expect(await resultOf('this?.constructor ?? Function("return process")()')).toBe(refused)
    expect(await resultOf('(async () => {}).constructor("return 1")()')).toBe(refused)
    expect(await resultOf('globalThis.constructor.constructor("return process")()')).toBe(refused)
  })

  test('gains nothing from an error of the outer realm, which a full stack hands to it', async () => {
    const leak = `let outer = null
      const deep = () => { try { deep() } catch (error) {
        if (!(error instanceof RangeError)) outer = error
        try { void new Error().stack } catch (other) { if (!(other instanceof RangeError)) outer = other }
        throw error } }
      try { deep() } catch {}
      const E = outer?.constructor ?? RangeError
      const F = E.constructor, O = Object.getPrototypeOf(Object.getPrototypeOf(E.prototype)).constructor`
    expect(await resultOf('F("return process")()', leak)).toMatch(/^threw EvalError/)
    expect(await resultOf('O.prototype.then = () => {}', `${leak}\n`)).not.toContain('process')
    expect(await resultOf('outer === null || Object.isFrozen(O.prototype) && Object.isFrozen(F.prototype)', leak)).toBe(
      'true',
    )
  })

  test('reaches neither secrets nor files, programs, the network or the database, even with the rights of the outer realm', async () => {
    const server = createServer()
    const connections: unknown[] = []
    server.on('connection', (socket) => connections.push(socket.destroy()))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    cleanUp(() => new Promise((resolve) => server.close(resolve)))
    const { port } = server.address() as { port: number }
    const outcomes = await withOuterRealm(`[
      () => require('node:fs').readFileSync('/etc/passwd'),
      () => require('node:fs').readFileSync(process.execPath),
      () => require('node:fs').writeFileSync('/tmp/x', 'x'),
      () => require('node:child_process').execSync('id'),
      () => new (require('node:worker_threads').Worker)('1', { eval: true }),
      () => process.dlopen({ exports: {} }, '/x.node'),
      () => process.binding('tcp_wrap'),
      () => Object.keys(process.env).filter((name) => name !== 'PWD').length,
      () => new Promise((resolve, reject) => require('node:net').connect(${port}, '127.0.0.1').on('connect', resolve).on('error', reject)),
      () => new Promise((resolve, reject) => require('node:dgram').createSocket('udp4').on('error', reject).bind(0, resolve)),
      () => new Promise((resolve, reject) => require('node:dns').lookup('localhost', (error) => error ? reject(error) : resolve())),
    ]`)
    expect(outcomes).toEqual([
      ...['ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED'],
      ...['ERR_DLOPEN_DISABLED', 'ERR_ACCESS_DENIED', '0', 'EMFILE', 'EMFILE', 'ENOTFOUND'],
    ])
    expect(connections).toEqual([])
  })

  test('is ended when it takes too long, too much memory, or writes too much', async () => {
    const second = { limits: { milliseconds: 1000 } }
    const slow = '处理器运行超过 1000 毫秒，已停止'
    expect((await run('export default () => { for (;;); }', second)).fault).toBe(slow)
    expect((await run('export default async () => { for (;;) await null }', second)).fault).toBe(slow)
    expect((await run('await new Promise(() => {}); export default 1', second)).fault).toBe(slow)
    expect(
      (await run('const all = []; export default () => { for (;;) all.push({ x: [Math.random()] }) }')).fault,
    ).toContain('内存')
    const buffers = 'const all = []; export default () => { for (;;) all.push(new Uint8Array(1e7).fill(1)) }'
    expect((await run(buffers)).fault).toContain('Array buffer allocation failed')
    const flood = 'export default async ({ log, step }) => { for (;;) { log.info("x".repeat(999)); await step(1) } }'
    expect((await run(flood)).fault).toBe('处理器输出过多，已停止')
    const dropped = await run('export default ({ log }) => { for (let i = 0; i < 3000; i++) log.info(i) }')
    expect([dropped.lines.length, dropped.lines.at(-1)]).toEqual([1001, 'warn 日志过多，已略去 2000 行'])
  })

  test('is killed when its run is stopped', async () => {
    const stop = new AbortController()
    const running = run('export default ({ log }) => { for (;;); }', { signal: stop.signal })
    stop.abort(new Fail(['已停止', 'Stopped']))
    expect((await running).fault).toBe('已停止')
    const gentle = new AbortController()
    const { fault, lines } = await run(
      `export default async ({ step, log, isAborted }) => {
        log.info('running')
        for (let i = 0; !isAborted(); i++) await step(i)
        log.info('ended by itself')
      }`,
      {
        ...{ signal: gentle.signal, limits: { graceMs: 20_000, outputLength: 20_000_000 } },
        onLine: () => gentle.abort(new Fail(['已停止', 'Stopped'])),
      },
    )
    expect([fault, lines]).toEqual(['已停止', ['info running', 'info ended by itself']])
  })

  test('breaks only itself when it changes what it runs in', async () => {
    const changed = await run(`JSON.stringify = () => ({})
      export default () => 'a'`)
    expect(changed.result).toBeNull()
    expect(changed.fault).toBe('处理器破坏了自身的运行环境')
    const faked =
      await run(`JSON.stringify = () => '{"end":{"result":"' + 'x'.repeat(9000) + '"},"lines":[[9,{}],5],"done":"7"}'
      export default () => 'a'`)
    expect([faked.result?.length, faked.lines, faked.steps]).toEqual([
      8192,
      ['info [object Object]', 'info undefined'],
      [],
    ])
  })

  test.each([
    [
      'an error whose words are a trap',
      'throw { get name() { throw 1 }, get message() { throw 2 }, toString() { throw 3 } }',
    ],
    ['an error that is nothing', 'throw undefined'],
    [
      'an error that is a proxy',
      'throw new Proxy(new Error("x"), { get() { throw 1 }, getPrototypeOf() { throw 2 } })',
    ],
    ['a result that cannot be JSON', 'const a = {}; a.a = a; return a'],
    ['a result whose JSON throws', 'return { toJSON() { throw new Error("no") } }'],
    ['a number that JSON has not', 'return { a: 1n }'],
    ['a result that is a trap', 'return { get then() { throw new Error("no") } }'],
    ['a line whose text throws', 'run.log.info({ toString() { throw new Error("no") } })'],
    ['a deep recursion', 'const deep = () => 1 + deep(); return deep()'],
    [
      'a lock that nobody opens',
      'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); throw new Error("awake")',
    ],
  ])('with %s has failed, and no more', async (_, body) => {
    const { result, fault } = await run(`export default async (run) => { ${body} }`)
    expect(result).toBeNull()
    expect(fault).toMatch(/^处理器(出错：|意外结束)/)
  })

  test.each([
    ['a getter', 'const box = { get a() { throw new Error("got") } }; export default box.a'],
    ['an object with a call', 'export default { call() { return "called" } }'],
    ['a class', 'export default class { constructor() { throw new Error("made") } }'],
    ['a proxy that throws', 'export default new Proxy(() => 1, { apply() { throw new Error("applied") } })'],
  ])('that exports %s is no processor', async (_, source) => {
    const { result, fault } = await run(source)
    expect(result).toBeNull()
    expect(fault).toMatch(/^(处理器出错：|模块没有名为)/)
  })

  test('has a pattern that never ends stopped like a loop', async () => {
    const source = 'export default () => /^(a+)+$/.test("a".repeat(40) + "b")'
    expect((await run(source, { limits: { milliseconds: 1000 } })).fault).toContain('1000 毫秒')
  })

  test('leaves nothing for the next one', async () => {
    await run('globalThis.left = 1; Object.prototype.left = 2; export default () => 1')
    expect(await resultOf('typeof globalThis.left + typeof ({}).left')).toBe('undefinedundefined')
  })
})
