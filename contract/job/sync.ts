import { flag } from '../kit/field.ts'

/** Without it nothing is overwritten; with it, jobs that differ are changed at the job server. */
export const localWins = flag('以本地为准', 'Local data wins')

/** A job of which the platform and its job server differ, or that could not be synchronised, with a sentence in the reader's language. */
export interface SyncNote {
  readonly jobName: string
  readonly text: string
}

/** What a synchronisation with one job server has done. */
export interface ServerSync {
  readonly serverId: string
  readonly serverName: string
  /** Jobs that were added here. */
  readonly downloaded: number
  /** Jobs that were added or changed at the job server. */
  readonly uploaded: number
  readonly unchanged: number
  /** Jobs that stayed as they are on both sides; with `localWins` they are changed at the job server instead. */
  readonly differences: readonly SyncNote[]
  readonly failures: readonly SyncNote[]
  /** Why the job server could not be synchronised at all. */
  readonly error: string | null
}
