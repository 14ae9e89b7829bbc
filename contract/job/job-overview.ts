import { call, shaped } from '../kit/call.ts'
import type { JobAlert, WorkerState } from './job-answers.ts'

/** A worker that is there, with its load. */
export interface WorkerLoad extends WorkerState {
  readonly version: string
  readonly startedAt: string
}

/** The alert of any job. */
export interface OverviewAlert extends JobAlert {
  readonly jobId: string
  readonly jobName: string
}

/** What happens now: the workers, the healthiest first, how many runs go on and wait, and the twenty newest alerts. */
export interface JobsNow {
  readonly checkedAt: string
  readonly workers: readonly WorkerLoad[]
  readonly running: number
  readonly waiting: number
  readonly alerts: readonly OverviewAlert[]
}

/** The times of a job on the timeline; those of one that repeats by itself, or has more than these, are only described. */
export interface TimelineJob {
  readonly id: string
  readonly name: string
  /** The schedule in words, in the reader's language; null if there are no short ones. */
  readonly words: string | null
  readonly times: readonly string[]
  /** Whether it runs more often than `times` says. */
  readonly isMore: boolean
}

/** Enabled jobs that run within a day from `from`, those that run first at the top; `more` others are left out. */
export interface JobTimeline {
  readonly from: string
  readonly until: string
  readonly jobs: readonly TimelineJob[]
  readonly more: number
}

/** The runs of a job that are kept, by their end, and how long they took; a job that repeats by itself has no durations. */
export interface JobFigures {
  readonly id: string
  readonly name: string
  readonly done: number
  readonly failed: number
  readonly medianMs: number | null
  /** 95 of 100 runs took no longer. */
  readonly p95Ms: number | null
  readonly longestMs: number | null
}

/** At most a hundred jobs, those with the most failures first; `more` others are left out. */
export interface JobStatistics {
  readonly jobs: readonly JobFigures[]
  readonly more: number
}

const path = 'caict-job/job-overview'
const access = { perm: ['job_overview'] } as const

/** An overview of the jobs of this platform. */
export const jobOverview = {
  now: call('GET', `${path}/now`, ['执行情况', 'What happens now'], { access, output: shaped<JobsNow>() }),
  timeline: call('GET', `${path}/timeline`, ['24小时计划', 'The next day'], { access, output: shaped<JobTimeline>() }),
  statistics: call('GET', `${path}/statistics`, ['运行统计', 'Statistics'], {
    access,
    output: shaped<JobStatistics>(),
  }),
} as const
