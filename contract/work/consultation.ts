/** So many colleagues can be consulted at a time. */
export const maxConsulted = 10

/** What a colleague is asked about a task, and what they have answered; it decides nothing (docs/decisions/0156). */
export interface Consultation {
  readonly id: string
  /** `closed` is one that nobody answered before the task ended. */
  readonly state: 'open' | 'answered' | 'withdrawn' | 'closed'
  readonly taskName: string
  readonly consultedByName: string | null
  readonly adviserName: string | null
  readonly note: string | null
  readonly advice: string | null
  readonly createTime: string
  readonly endTime: string | null
  /** Whether its task is open. */
  readonly isCurrent: boolean
  readonly canAdvise: boolean
  readonly canWithdraw: boolean
}
