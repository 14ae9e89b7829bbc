import { text } from 'node:stream/consumers'
import { Fail } from '#contract/kit/fail.ts'
import { runModule, type SandboxLimits, sandboxLimits, startSandbox } from '#server/job/external/sandbox.ts'
import { takeDescriptors } from '#server/job/external/sandbox-code.ts'

/** External modules in their sandbox. The limits are smaller than those of the product; nothing waits for one of more than a second. */

interface Outcome {
  readonly result: string | null
  readonly fault: string | null
  readonly lines: readonly string[]
  readonly steps: readonly (readonly [number, number | undefined])[]
}

interface Options {
  readonly limits?: Partial<SandboxLimits>
  readonly signal?: AbortSignal
  readonly onLine?: () => void
}

export const run = async (source: string, options: Options = {}): Promise<Outcome> => {
  const { limits = {}, signal = new AbortController().signal, onLine = () => {} } = options
  const lines: string[] = []
  const steps: [number, number | undefined][] = []
  const log = Object.fromEntries(
    ['debug', 'info', 'warn', 'error'].map((level) => [
      level,
      (line: string | readonly [string, string]) => {
        lines.push(`${level} ${typeof line === 'string' ? line : line[0]}`)
        onLine()
      },
    ]),
  )
  const output = { log: log as never, step: (done: number, total?: number) => void steps.push([done, total]), signal }
  const input = { jobParams: 'name=甲', instanceParams: '{"days":3}', dueAt: null }
  const all = { milliseconds: 20_000, heapMegabytes: 64, outputLength: 200_000, graceMs: 100, ...limits }
  try {
    return { result: await runModule(source, 'default', input, output, all), fault: null, lines, steps }
  } catch (error) {
    if (!(error instanceof Fail)) throw error
    return { result: null, fault: error.text[0], lines, steps }
  }
}

/** What an expression has in a module, or how it fails. */
export const resultOf = async (expression: string, before = '') => {
  const { result, fault } = await run(`${before}
    export default async () => { try { return String(await (${expression})) } catch (error) { return 'threw ' + error } }`)
  return result ?? fault
}

/** What functions have, or how they fail, in the child's own realm: where a module would be that had left its context. */
export const withOuterRealm = async (list: string): Promise<unknown> => {
  const code = `${takeDescriptors}
    const out = (all) => process.stdout.write(JSON.stringify(all), () => process.exit(0))
    if (!fill()) throw new Error()
    const outcome = async (work) => { try { return String(await work()) } catch (error) { return error.code ?? String(error) } }
    Promise.all(${list}.map(outcome)).then(out)`
  const { stdout } = startSandbox(sandboxLimits, code)
  if (!stdout) throw new Error('no output')
  return JSON.parse(await text(stdout))
}
