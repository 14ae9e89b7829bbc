import { runStatus } from '#contract/job/run-status.ts'
import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type Db, type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { mayRunJob } from '../workers/eligible.ts'
import { isAlive } from '../workers/worker-row.ts'
import { announceWork, type ClaimedRun, type DueRuns, jobChannel } from './claim.ts'

/** The kind of runs that are parts of another run. */
export const subtaskKind = 'subtask'

const { waiting, sent, running, failed } = runStatus
const isOpen = sql`i.status in (${sql.lit(waiting)}, ${sql.lit(sent)}, ${sql.lit(running)})`

/** How many subtasks a run may have, over all calls of `map`. */
const maxSubtasks = 10_000
/** Bytes of JSON that go into a subtask or come out of it. */
export const maxSubtaskBytes = 64 * 1024

const tooMany: Text = ['子任务过多（上限 {0}）', 'Too many subtasks (at most {0})']
const tooLarge: Text = ['子任务的数据过大（上限 {0} 字节）', 'The data of a subtask is too large (at most {0} bytes)']

/** JSON of what goes into a subtask or comes out of it; a Fail if it is too large. */
export const subtaskJson = (value: unknown): string => {
  const json = JSON.stringify(value ?? null)
  if (Buffer.byteLength(json) > maxSubtaskBytes) throw new Fail(fill(tooLarge, maxSubtaskBytes))
  return json
}

/** The attempt of a run that subtasks belong to: those of an earlier attempt count no more. */
export type Parent = Pick<ClaimedRun, 'id' | 'attempt'>

interface NewSubtasks {
  readonly name: string
  readonly inputs: readonly unknown[]
  /** The worker that each of them is for; absent if any may run it. */
  readonly onlyWorkers?: readonly string[]
  /** Further attempts of each. */
  readonly retries: number
}

/** Adds subtasks to a run, for all its workers to share. */
export const addSubtasks = async (
  db: Db,
  { id, attempt }: Parent,
  { name, inputs, onlyWorkers, retries }: NewSubtasks,
): Promise<void> => {
  const values = inputs.map(subtaskJson)
  const [row] = await run<{ n: string }>(db, sql`select count(*) as n from job_run where parent_id = ${id}`)
  if (Number(row?.n) + values.length > maxSubtasks) throw new Fail(fill(tooMany, maxSubtasks))
  await run(
    db,
    sql`with parts as (select next_id() as id, v.input, v.worker
        from unnest(${values}::jsonb[], ${onlyWorkers ?? values.map(() => null)}::text[]) as v (input, worker)),
      runs as (insert into job_run (id, tenant_id, kind, trigger, parent_id, retries)
        select p.id, r.tenant_id, ${subtaskKind}, 'run', r.id, ${retries} from parts p, job_run r where r.id = ${id} returning id)
      insert into job_subtask (run_id, parent_attempt, name, input, only_worker)
      select id, ${attempt}, ${name}, input, worker from parts`,
  )
  await announceWork(db)
}

/**
 * Due subtasks of runs that go on, for a worker that may run their job: of each run only as many as its job lets one worker run at the
 * same time (`concurrency`).
 */
export const dueSubtasks: DueRuns = ({ name, clock }, limit) => sql`select part.id
  from job_run p join job_info j on j.id = p.job_id join job_worker me on me.name = ${name}
  cross join lateral (
    select i.id from job_run i join job_subtask s on s.run_id = i.id
    where i.parent_id = p.id and i.status = ${sql.lit(waiting)} and i.run_at <= ${clock} and s.parent_attempt = p.attempt
      and (s.only_worker = me.name or s.only_worker is null and ${mayRunJob(clock)})
    order by i.run_at, i.id
    limit greatest(0, coalesce(j.concurrency, 1) - (select count(*) from job_run o
      where o.parent_id = p.id and o.status = ${sql.lit(running)} and o.worker = me.name))
    for update of i skip locked) part
  where p.status in (${sql.lit(sent)}, ${sql.lit(running)}) and p.id in (select parent_id from job_run
    where parent_id is not null and status = ${sql.lit(waiting)})
  limit ${limit}`

/** What one subtask led to. */
export interface SubtaskResult {
  readonly name: string
  readonly input: unknown
  /** What the subtask returned; null if it failed. */
  readonly output: unknown
  readonly isFailed: boolean
  /** The sentence about the failure, or of the processor. */
  readonly text: Text | null
  readonly worker: string | null
}

const subtasksOf = ({ id, attempt }: Parent) => sql`job_run i join job_subtask s on s.run_id = i.id
  where i.parent_id = ${id} and s.parent_attempt = ${attempt}`

export const readSubtaskResults = async (db: Db, parent: Parent): Promise<SubtaskResult[]> => {
  const rows = await run<Omit<SubtaskResult, 'text'> & { result: string | null; resultEn: string | null }>(
    db,
    sql`select s.name, s.input, s.output, i.status <> ${runStatus.done} as "isFailed", i.result, i.result_en as "resultEn",
        coalesce(s.only_worker, i.worker) as worker from ${subtasksOf(parent)} order by i.id`,
  )
  return rows.map(({ result, resultEn, ...rest }) => ({
    ...rest,
    text: result === null ? null : [result, resultEn ?? result],
  }))
}

const workerLost: Text = ['执行进程已离线，任务未完成', 'The worker is gone; its part is not done']

/** Fails the subtasks that wait for a worker that is gone. */
export const failOfLostWorkers = (db: Db, { id }: Parent, clock: Fragment) =>
  run(
    db,
    sql`update job_run i set status = ${sql.lit(failed)}, ended_at = ${clock}, result = ${workerLost[0]}, result_en = ${workerLost[1]}
      from job_subtask s where s.run_id = i.id and i.parent_id = ${id} and i.status = ${sql.lit(waiting)} and s.only_worker is not null
        and not exists (select 1 from job_worker w where w.name = s.only_worker and ${isAlive('w', clock)})`,
  )

/** How many subtasks of a run there are, and how many have not ended. */
export const countSubtasks = async (db: Db, parent: Parent): Promise<{ total: number; open: number }> => {
  const [row] = await run<{ total: number; open: number }>(
    db,
    sql`select count(*)::integer as total, count(*) filter (where ${isOpen})::integer as open from ${subtasksOf(parent)}`,
  )
  return row ?? { total: 0, open: 0 }
}

/** Tells the worker of a run once none of its subtasks is open any more. */
export const announceIfAllEnded = (db: Db, parentId: string) =>
  run(
    db,
    sql`select pg_notify(${jobChannel}, 'subtasks') where not exists (
      select 1 from job_run i where i.parent_id = ${parentId} and ${isOpen})`,
  )
