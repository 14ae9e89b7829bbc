/** Statuses of a run, with the numbers of PowerJob (B§9). */
export const runStatus = {
  waiting: 1,
  /** Assigned to a worker that has not begun it. */
  sent: 2,
  running: 3,
  failed: 4,
  done: 5,
  cancelled: 9,
  stopped: 10,
} as const

export type RunStatus = (typeof runStatus)[keyof typeof runStatus]

/** What created a run: a person’s work, the plan, an administrator, a job that repeats by itself, a process, or another run. */
export type RunTrigger = 'person' | 'plan' | 'manual' | 'repeat' | 'flow' | 'run'

/** Minutes after which a run that is due and has not begun is told to the recipients of its job's alerts. */
export const lateMinutes = 15
