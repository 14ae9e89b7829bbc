import { type ChildProcess, spawn } from 'node:child_process'
import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import type { ProcessorRun } from '../run/processor.ts'
import { sandboxCode } from './sandbox-code.ts'

/** What one run may use. */
export interface SandboxLimits {
  readonly milliseconds: number
  /** Of the heap of JavaScript; with all buffers and the engine itself, four times as much. */
  readonly heapMegabytes: number
  /** Characters of all that it writes. */
  readonly outputLength: number
  /** Milliseconds that a module has to end by itself when its run is stopped. */
  readonly graceMs: number
}

export const sandboxLimits: SandboxLimits = {
  milliseconds: 600_000,
  heapMegabytes: 128,
  outputLength: 4_000_000,
  graceMs: 2000,
}

/** What a module gets. */
type Input = Pick<ProcessorRun, 'jobParams' | 'instanceParams' | 'dueAt'>
/** Where its lines and its progress go, and what stops it. */
type Output = Pick<ProcessorRun, 'log' | 'step' | 'signal'>

const faults: Readonly<Record<string, Text>> = {
  missing: ['模块没有名为“{0}”的导出函数', 'The module exports no function named “{0}”'],
  long: ['结果超过 8192 个字符', 'The result has more than 8192 characters'],
  stuck: [
    '处理器在等待不会发生的事，未返回结果',
    'The processor waits for something that cannot happen, and has no result',
  ],
  broken: ['处理器破坏了自身的运行环境', 'The processor has broken what it runs in'],
  descriptors: ['无法隔离处理器，未执行', 'The processor could not be isolated, so it was not run'],
}
const failed: Text = ['处理器出错：{0}', 'The processor has failed: {0}']
const died: Text = [
  '处理器意外结束（{0}），可能超出了内存',
  'The processor ended unexpectedly ({0}); it may have run out of memory',
]
const tooMuch: Text = ['处理器输出过多，已停止', 'The processor wrote too much and was stopped']
const tooSlow: Text = ['处理器运行超过 {0} 毫秒，已停止', 'The processor ran longer than {0} ms and was stopped']

/** The permission model has its final name since 22.13 and 23.5. */
export const permissionFlagOf = (version: string): string => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isFinal = major > 23 || (major === 23 && minor >= 5) || (major === 22 && minor >= 13)
  return isFinal ? '--permission' : '--experimental-permission'
}

const flags = ({ heapMegabytes }: SandboxLimits): readonly string[] => [
  ...[permissionFlagOf(process.versions.node), '--allow-fs-read=/dev/null'],
  ...['--experimental-vm-modules', '--frozen-intrinsics', '--no-warnings', '--no-addons', '--disable-proto=delete'],
  ...['--disallow-code-generation-from-strings', '--jitless', '--no-expose-wasm'],
  `--max-old-space-size=${heapMegabytes}`,
]

/** Descriptors of the process: enough to start, and all of them are taken before the module runs. */
const descriptors = 64

/**
 * Starts the child by a shell that sets what the system enforces: no core dumps, no files, few descriptors, a limit of memory, and one of
 * processor time, which also ends a child whose server was killed.
 */
export const startSandbox = (limits: SandboxLimits, code = sandboxCode): ChildProcess => {
  const seconds = Math.ceil(limits.milliseconds / 1000) + 5
  const bounds = ['-c 0', '-f 0', `-n ${descriptors}`, `-d ${limits.heapMegabytes * 4096}`, `-t ${seconds}`]
  // without any of them, nothing is run
  const script = [...bounds.map((one) => `ulimit ${one}`), 'exec "$0" "$@"'].join(' && ')
  return spawn('/bin/sh', ['-c', script, process.execPath, ...flags(limits), '-e', code], {
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
  })
}

/** A line of the child; it is not trusted, so each part is checked where it is used. */
type Message = Readonly<Record<string, unknown>>

const messageOf = (line: string): Message => {
  const value: unknown = JSON.parse(line)
  return typeof value === 'object' && value !== null ? (value as Message) : {}
}

/** Sends one request to a new child, hands over its messages, and resolves to the last one once the child has ended. */
const converse = (
  request: object,
  limits: SandboxLimits,
  signal: AbortSignal | null,
  onMessage: (message: Message) => void,
): Promise<Message> =>
  new Promise((resolve, reject) => {
    const child = startSandbox(limits)
    let [buffer, length, last]: [string, number, Message] = ['', 0, {}]
    let failure: unknown = null
    const stop = (error: unknown) => {
      failure ??= error
      child.kill('SIGKILL')
    }
    let grace: NodeJS.Timeout | undefined
    const onAbort = () => {
      failure ??= signal?.reason
      child.stdin?.write('abort\n')
      grace = setTimeout(() => child.kill('SIGKILL'), limits.graceMs)
    }
    const timer = setTimeout(() => stop(new Fail(fill(tooSlow, limits.milliseconds))), limits.milliseconds)
    signal?.addEventListener('abort', onAbort, { once: true })
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      length += part.length
      if (length > limits.outputLength) return stop(new Fail(tooMuch))
      const lines = (buffer + part).split('\n')
      buffer = lines.pop() ?? ''
      try {
        for (const line of lines) {
          last = messageOf(line)
          onMessage(last)
        }
      } catch (error) {
        stop(error)
      }
    })
    // a child that has ended reads no more
    child.stdin?.on('error', () => undefined).write(`${JSON.stringify(request)}\n`)
    child.on('error', (error) => {
      failure ??= error
    })
    child.on('close', (code, killedBy) => {
      clearTimeout(timer)
      clearTimeout(grace)
      signal?.removeEventListener('abort', onAbort)
      if (failure) reject(failure)
      else if (code !== 0) reject(new Fail(fill(died, killedBy ?? String(code))))
      else resolve(last)
    })
    if (signal?.aborted) onAbort()
  })

const failOf = (end: Message, exportName: string): Fail | null => {
  if (typeof end.error === 'string') return new Fail(fill(failed, end.error))
  if (typeof end.fault === 'string') return new Fail(fill(faults[end.fault] ?? failed, exportName))
  return null
}

const objectIn = (value: unknown): Message => (typeof value === 'object' && value !== null ? (value as Message) : {})

const imports: Text = [
  '模块不能使用 import，注释和字符串中也不能出现这个词',
  'A module may not use import; the word may not be in its comments and texts either',
]

/**
 * A module is one file, and what it would import is not there. The word is refused wherever it stands: `import()` would hand an error of
 * the child's own realm to the module.
 */
const refuseImports = (source: string): void => {
  if (/\bimport\b/.test(source)) throw new Fail(imports)
}

/** The names that a module exports; nothing of it is run. Throws a Fail for a text that is no module, or imports something. */
export const exportsOf = async (source: string): Promise<readonly string[]> => {
  refuseImports(source)
  const { exports, end } = await converse(
    { source, exportName: null },
    { ...sandboxLimits, milliseconds: 10_000 },
    null,
    () => undefined,
  )
  const fail = failOf(objectIn(end), '')
  if (fail) throw fail
  return Array.isArray(exports) ? exports.filter((name) => typeof name === 'string') : []
}

const droppedText: Text = ['日志过多，已略去 {0} 行', 'Too many lines; left out: {0}']
const levels = ['debug', 'info', 'warn', 'error'] as const

const passOn = ({ lines, dropped, done, total }: Message, { log, step }: Output): void => {
  for (const line of Array.isArray(lines) ? lines : []) {
    const [level, text] = Array.isArray(line) ? line : []
    log[levels[Number(level) - 1] ?? 'info'](String(text))
  }
  if (typeof dropped === 'number' && dropped > 0) log.warn(fill(droppedText, dropped))
  if (Number.isSafeInteger(done)) step(Number(done), Number.isSafeInteger(total) ? Number(total) : undefined)
}

/** Runs a function that a module exports, in a process of its own that reaches nothing. Resolves to its result, at most 8192 characters. */
export const runModule = async (
  source: string,
  exportName: string,
  { jobParams, instanceParams, dueAt }: Input,
  output: Output,
  limits: SandboxLimits = sandboxLimits,
): Promise<string | null> => {
  refuseImports(source)
  const request = { source, exportName, input: JSON.stringify({ jobParams, instanceParams, dueAt }) }
  const { end, isStuck } = await converse(request, limits, output.signal, (message) => passOn(message, output))
  const fail = failOf(isStuck === true ? { fault: 'stuck' } : objectIn(end), exportName)
  if (fail) throw fail
  const { result } = objectIn(end)
  return typeof result === 'string' ? result.slice(0, 8192) : null
}
