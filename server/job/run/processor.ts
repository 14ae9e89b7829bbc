import { executions } from '#contract/job/job-info.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import type { App } from '../../engine/context.ts'
import type { SubtaskResult } from './subtasks.ts'

/** Writes lines of the log of a run, if the level of the job includes them; a text is read in the language of the reader. */
export interface RunLog {
  readonly debug: (line: string | Text) => void
  readonly info: (line: string | Text) => void
  readonly warn: (line: string | Text) => void
  readonly error: (line: string | Text) => void
}

/** A run that goes on, as its processor sees it. */
export interface ProcessorRun {
  readonly app: App
  readonly runId: string
  readonly jobParams: string
  readonly instanceParams: string
  /** The time that the run was planned for, in wire format; null if nothing planned it. */
  readonly dueAt: string | null
  readonly log: RunLog
  /** Aborted if the run must stop: by an administrator, its time limit or the end of the process. */
  readonly signal: AbortSignal
  /** Reports progress; throws if the run must stop. */
  readonly step: (done: number, total?: number) => void
  /**
   * Of a job with a fixed delay: there is nothing to do until somebody wakes it (`announceWake`, `wakeSoon`), so that its next round begins
   * then, and after this time at the latest. For others it has no effect.
   */
  readonly rest: (milliseconds: number) => void
}

/** Adds subtasks of this name, one for each input: JSON of at most 64 kB. */
type Map = (name: string, inputs: readonly unknown[]) => Promise<void>

export interface Subtask {
  readonly name: string
  readonly input: unknown
}

/** How a processor divides its work between the workers. Any of these may run again on another worker after a failure. */
export interface MapReduce {
  /** Calls `map` as often as it likes. */
  readonly root: (run: ProcessorRun, map: Map) => Promise<void>
  /** Does one part, and may divide it further. What it resolves to, JSON of at most 64 kB, goes to `reduce`. */
  readonly subtask: (run: ProcessorRun, subtask: Subtask, map: Map) => Promise<unknown>
  /** Runs once all parts have ended, also if some have failed. Resolves to a sentence about the result, or throws. */
  readonly reduce: (run: ProcessorRun, results: readonly SubtaskResult[]) => Promise<Text | null>
}

/** What jobs of this name do. The server has a registry of them; nothing else can be run. */
export interface Processor {
  readonly label: Text
  /**
   * Resolves to a sentence about the result; null if there was nothing to do. What it does after a stop is ignored, but not undone. A
   * broadcast runs it on each worker.
   */
  readonly run: (run: ProcessorRun) => Promise<Text | null>
  /** Absent if the processor cannot divide its work. */
  readonly mapReduce?: MapReduce
}

/** Does all parts in this process, one after another: how a processor that divides its work runs on a single worker. */
export const runAlone =
  ({ root, subtask, reduce }: MapReduce): Processor['run'] =>
  async (run) => {
    const waiting: Subtask[] = []
    const map: Map = async (name, inputs) => void waiting.push(...inputs.map((input) => ({ name, input })))
    const results: SubtaskResult[] = []
    await root(run, map)
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      run.signal.throwIfAborted()
      const output = await subtask(run, part, map)
      results.push({ ...part, output, isFailed: false, text: null, worker: null })
    }
    return reduce(run, results)
  }

const doesNotDivide: Text = [
  '处理器“{0}”不支持MapReduce，请改选执行器类型',
  'The processor “{0}” cannot divide its work; choose another execution',
]

/** Why a processor does not run in this way (`executions`); null if it does. */
export const executionText = (
  { mapReduce }: Pick<Processor, 'mapReduce'>,
  name: string,
  execution: number,
): Text | null => (execution === executions.mapReduce && !mapReduce ? fill(doesNotDivide, name) : null)

declare module '../../engine/context.ts' {
  interface App {
    /** The processors of this server, by name. */
    readonly jobProcessors: Readonly<Record<string, Processor>>
    /** The processor `id#export` of an uploaded module; throws a Fail where none may be run. */
    readonly externalProcessor: (info: string) => Processor
  }
}
