import type { Generated } from 'kysely'
import type { RunStatus, RunTrigger } from '#contract/job/run-status.ts'

/** The tables of what runs in the background (docs/decisions/0133). */
export interface JobTables {
  /** Everything that runs in the background: what people start, and what is planned (server/job). */
  jobRun: {
    id: Generated<string>
    tenantId: Generated<string>
    kind: string
    trigger: RunTrigger
    /** The run that this one is a subtask of. */
    parentId: string | null
    /** Runs with the same key never run at the same time. */
    runKey: string | null
    priority: Generated<number>
    runAt: Generated<string>
    status: Generated<RunStatus>
    /** The process that runs it, until its lease ends. */
    worker: string | null
    leaseEnds: string | null
    retries: Generated<number>
    /** Numbers the attempts, so that a late result of an earlier one is ignored. */
    attempt: Generated<number>
    total: number | null
    done: number | null
    startedAt: string | null
    endedAt: string | null
    createUser: string | null
    createDept: string | null
    createTime: Generated<string>
    updateUser: string | null
    updateTime: Generated<string>
  }
  /** The processes that run jobs, with what they can offer. */
  jobWorker: {
    id: Generated<string>
    name: string
    host: string
    tag: string | null
    version: string
    freeCores: number | null
    freeMemory: number | null
    freeDisk: number | null
    score: Generated<number>
    startedAt: string
    seenAt: string
  }
  /** What a subtask has beside its run. */
  jobSubtask: {
    runId: string
    parentAttempt: number
    name: string
    input: unknown
    output: unknown
    /** A subtask of a broadcast is for one worker. */
    onlyWorker: string | null
  }
  /** What a background job of a person has beside its instance. The view `background_job` is both. */
  jobWork: {
    jobId: string
    resource: string
    message: string | null
    fileName: string | null
    fileSize: number | null
    lang: 'zh' | 'en'
    deptChoice: string | null
    roleChoice: string | null
    remoteIp: string | null
    input: unknown
    inputHash: Buffer
    requestKey: string | null
    /** Name and storage of the result file, and of the uploaded file that the job processes. */
    storedName: string | null
    storedIn: string | null
    uploadName: string | null
    uploadIn: string | null
    result: unknown
    /** Initial passwords, encrypted at rest until they are handed out. */
    sealed: string | null
    /** The session in which it was started, if it ends with that. */
    sessionId: string | null
  }
  /** The rows of an act that runs in the background, as they were confirmed. */
  jobRow: {
    jobId: string
    position: number
    rowId: string
    version: number | null
    title: string | null
    /** Null while it waits. */
    isDone: boolean | null
    reason: string | null
    reasonEn: string | null
  }
}
