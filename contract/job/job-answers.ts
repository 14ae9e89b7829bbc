/** A processor that this platform has, in the reader's language. */
export interface ProcessorOption {
  readonly name: string
  readonly label: string
}

/** The processors of uploaded modules, by `id#export`; none can be run where `isAllowed` is false. */
export interface ExternalProcessors {
  readonly isAllowed: boolean
  readonly options: readonly ProcessorOption[]
}

/** A time by the clock of a zone; `offset` from UTC, such as -04:00, around a change of that clock, otherwise null. */
export interface ZonedTime {
  readonly at: string
  readonly offset: string | null
}

/** When a schedule fires next. */
interface NextRun {
  /** In the wire's zone. */
  readonly at: string
  readonly isHoliday: boolean
  /** By the clock of the schedule's zone; null if that is the wire's. */
  readonly zoned: ZonedTime | null
}

/** When a schedule fires next: at most twenty times. */
export interface NextRuns {
  /** The schedule in words, in the reader's language; null if there are no short ones. */
  readonly words: string | null
  readonly runs: readonly NextRun[]
}

/** What people were told about failures of a job: those of `failures` runs or rounds, with the reason of the last one. */
export interface JobAlert {
  readonly id: string
  readonly at: string
  readonly failures: number
  readonly error: string | null
  /** The run that failed last; null once it is deleted. */
  readonly runId: string | null
}

/** Why a worker may not run a job; absent if it may. */
export type WorkerFault = 'designated' | 'cores' | 'memory' | 'disk' | 'count'

/** A process that runs jobs, with what it has free: cores and gigabytes, null if its system does not tell. */
export interface WorkerState {
  readonly name: string
  readonly host: string
  readonly tag: string | null
  readonly seenAt: string
  readonly freeCores: number | null
  readonly freeMemory: number | null
  readonly freeDisk: number | null
  readonly running: number
  readonly fault?: WorkerFault
}

/** Which workers may run a job, the healthiest first, and how long its last runs took: at most ten, the newest first. */
export interface JobPreview {
  readonly workers: readonly WorkerState[]
  readonly runs: readonly {
    readonly id: string
    readonly status: number
    readonly startedAt: string
    readonly milliseconds: number
  }[]
}
