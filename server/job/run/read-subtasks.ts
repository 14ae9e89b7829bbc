import type { Subtask, Subtasks } from '#contract/job/job-instance.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'

const { running, failed, done } = runStatus
const maxParts = 100

/** The subtasks of a run for its page: their counts, and the first of them. */
export const readSubtasks = async ({ db, lang }: Ctx, runId: string): Promise<Subtasks> => {
  const [counts] = await run<Omit<Subtasks, 'parts'>>(
    db,
    sql`select count(*)::integer as total, count(*) filter (where status <= ${sql.lit(running)})::integer as open,
        count(*) filter (where status = ${sql.lit(done)})::integer as done,
        count(*) filter (where status = ${sql.lit(failed)})::integer as failed
      from job_run where parent_id = ${runId}`,
  )
  const parts = counts?.total
    ? await run<Subtask>(
        db,
        sql`select r.id::text, s.name, r.status, r.worker, r.attempt as attempts, r.started_at as "startedAt", r.ended_at as "endedAt",
            ${lang === 'en' ? sql`coalesce(r.result_en, r.result)` : sql`r.result`} as result
          from job_run r join job_subtask s on s.run_id = r.id where r.parent_id = ${runId}
          order by r.status <> ${sql.lit(failed)}, r.status > ${sql.lit(running)}, r.id limit ${maxParts}`,
      )
    : []
  return { ...(counts ?? { total: 0, open: 0, done: 0, failed: 0 }), parts }
}
