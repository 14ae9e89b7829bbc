import { type Db, type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { isAlive } from './worker-row.ts'

/** Seconds that a run waits for the healthiest worker before any other may take it. */
export const preferenceSeconds = 1
const healthiestFirst = 1

/** Whether a worker has at least what a job demands; 0 is no limit, and what the system does not tell is enough. */
const hasAtLeast = (w: string, free: string, minimum: string) =>
  sql`(coalesce(${sql.ref(`j.${minimum}`)}, 0) = 0 or coalesce(${sql.ref(`${w}.${free}`)} >= ${sql.ref(`j.${minimum}`)}, true))`

/** What a job `j` demands of a worker `w`: to be one of those designated, by name, tag or host, and to have the resources. */
export const demands = (w: string) => ({
  designated: sql`(coalesce(j.designated_workers, '') = '' or coalesce(array[${sql.ref(`${w}.name`)}, ${sql.ref(`${w}.tag`)},
    ${sql.ref(`${w}.host`)}] && regexp_split_to_array(j.designated_workers, '\\s*,\\s*'), false))`,
  cores: hasAtLeast(w, 'free_cores', 'min_cpu_cores'),
  memory: hasAtLeast(w, 'free_memory', 'min_memory_space'),
  disk: hasAtLeast(w, 'free_disk', 'min_disk_space'),
})

const meetsDemands = (w: string): Fragment => sql`(${sql.join(Object.values(demands(w)), sql` and `)})`

/** The living workers, other than `me`, that meet the demands of the job `j`. */
const others = (clock: Fragment) =>
  sql`job_worker w where w.name <> me.name and ${isAlive('w', clock)} and ${meetsDemands('w')}`

/** Whether the worker `me` is among as many of the healthiest as the job `j` may have. */
export const isAmongHealthiest = (clock: Fragment): Fragment => sql`(coalesce(j.max_worker_count, 0) = 0
  or (select count(*) from ${others(clock)} and (w.score, w.name) > (me.score, me.name)) < j.max_worker_count)`

/** Whether the worker `me` may run the job `j`. */
export const mayRunJob = (clock: Fragment): Fragment => sql`(${meetsDemands('me')} and ${isAmongHealthiest(clock)})`

/** Whether the worker of this name may take the run `i` now. What belongs to no job may run anywhere. */
export const mayTakeRun = (name: string, clock: Fragment): Fragment => sql`(i.job_id is null or exists (
  select 1 from job_worker me left join job_info j on j.id = i.job_id where me.name = ${name} and ${mayRunJob(clock)}
    and (j.dispatch_strategy is distinct from ${sql.lit(healthiestFirst)}
      or i.run_at <= ${clock} - make_interval(secs => ${sql.lit(preferenceSeconds)})
      or not exists (select 1 from ${others(clock)} and w.score > me.score))))`

/** The names of the living workers that may run a job, the healthiest first. */
export const workersFor = async (db: Db, jobId: string, clock: Fragment): Promise<string[]> => {
  const rows = await run<{ name: string }>(
    db,
    sql`select me.name from job_worker me join job_info j on j.id = ${jobId}
      where ${isAlive('me', clock)} and ${mayRunJob(clock)} order by me.score desc, me.name desc`,
  )
  return rows.map(({ name }) => name)
}

/** Whether there are workers, but none that meets the demands of the job `j`. */
export const isWithoutWorker = (clock: Fragment): Fragment => sql`(
  exists (select 1 from job_worker w where ${isAlive('w', clock)})
  and not exists (select 1 from job_worker w where ${isAlive('w', clock)} and ${meetsDemands('w')}))`
