import { statfs } from 'node:fs/promises'
import { availableParallelism, hostname, loadavg } from 'node:os'
import { runStatus } from '#contract/job/run-status.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { type Db, type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'

/** Milliseconds between two signs of life of a worker. */
export const signMs = 10_000
/** Seconds without a sign of life after which a worker is gone. */
const aliveSeconds = 30
/** A row of a worker that ended without removing it. */
const forgetSeconds = 3600

/** Whether the worker with this alias is there, by a clock in SQL. */
export const isAlive = (alias: string, clock: Fragment): Fragment =>
  sql`${sql.ref(`${alias}.seen_at`)} > ${clock} - make_interval(secs => ${sql.lit(aliveSeconds)})`

const { sent, running } = runStatus

/** The columns of a worker's state (contract/job/job-answers.ts) of the table with this alias, in SQL. */
export const workerState = (alias: string): Fragment => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`${column('name')}, ${column('host')}, ${column('tag')}, ${column('seen_at')} as "seenAt",
    ${column('free_cores')}::float as "freeCores", ${column('free_memory')}::float as "freeMemory",
    ${column('free_disk')}::float as "freeDisk", (select count(*)::integer from job_run i
      where i.worker = ${column('name')} and i.status in (${sql.lit(sent)}, ${sql.lit(running)})) as running`
}

/** What a worker can offer: processor cores that nothing uses, and gigabytes. Null if the system does not tell. */
interface Resources {
  readonly freeCores: number | null
  readonly freeMemory: number | null
  readonly freeDisk: number | null
}

const gigabyte = 1024 ** 3

/** Measures this machine; the disk is that of the directory. Windows knows no load. */
const measureResources = async (directory: string): Promise<Resources> => {
  const disk = await statfs(directory).catch(() => null)
  const [load = 0] = loadavg()
  return {
    freeCores: process.platform === 'win32' ? null : availableParallelism() - load,
    freeMemory: process.availableMemory() / gigabyte,
    freeDisk: disk && (disk.bavail * disk.bsize) / gigabyte,
  }
}

/** The more memory and cores are free, the healthier a worker is (as PowerJob counts it). */
const scoreOf = ({ freeCores, freeMemory }: Resources): number => Math.round((freeMemory ?? 0) * 2 + (freeCores ?? 0))

/** A process that runs jobs, as jobs may name it. */
export interface WorkerIdentity {
  readonly name: string
  /** JOB_WORKER_TAG; several workers may have the same one. */
  readonly tag: string | null
}

/** Stores a sign of life of this worker, with what it can offer now; adds the worker if it is new, and removes forgotten ones. */
export const signLife = async (
  db: Db,
  { name, tag }: WorkerIdentity,
  clock: Fragment,
  dataDir: string,
): Promise<void> => {
  const resources = await measureResources(dataDir)
  const { freeCores, freeMemory, freeDisk } = resources
  await run(
    db,
    sql`with forgotten as (delete from job_worker where seen_at < ${clock} - make_interval(secs => ${forgetSeconds}))
      insert into job_worker (name, host, tag, version, free_cores, free_memory, free_disk, score, started_at, seen_at)
      values (${name}, ${hostname()}, ${tag}, ${manifest.version}, ${freeCores}::numeric, ${freeMemory}::numeric,
        ${freeDisk}::numeric, ${scoreOf(resources)}, ${clock}, ${clock})
      on conflict (name) do update set free_cores = excluded.free_cores, free_memory = excluded.free_memory,
        free_disk = excluded.free_disk, score = excluded.score, seen_at = excluded.seen_at`,
  )
}

/** Removes a worker that ends in order, so that nothing waits for it. */
export const removeWorker = (db: Db, { name }: WorkerIdentity) =>
  run(db, sql`delete from job_worker where name = ${name}`)
