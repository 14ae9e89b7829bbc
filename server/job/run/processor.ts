import type { Text } from '#contract/kit/text.ts'
import type { App } from '../../engine/context.ts'

/** Writes lines of the log of a run, if the level of the job includes them. */
export interface RunLog {
  readonly debug: (line: string) => void
  readonly info: (line: string) => void
  readonly warn: (line: string) => void
  readonly error: (line: string) => void
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
}

/** What jobs of this name do. The server has a registry of them; nothing else can be run. */
export interface Processor {
  readonly label: Text
  /** Resolves to a sentence about the result; null if there was nothing to do. What it does after a stop is ignored, but not undone. */
  readonly run: (run: ProcessorRun) => Promise<Text | null>
}

declare module '../../engine/context.ts' {
  interface App {
    /** The processors of this server, by name. */
    readonly jobProcessors: Readonly<Record<string, Processor>>
  }
}
