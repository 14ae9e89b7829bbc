import { beforeAll, expect, test } from 'vitest'
import { runStatus } from '#contract/job/run-status.ts'
import type { Db } from '#server/base/database/db.ts'
import type { Ctx } from '#server/engine/context.ts'
import { openJobClock } from '../../../tests/support/job-clock.ts'
import { addJobInfo } from '../../../tests/support/scheduled-jobs.ts'
import { sql } from '../../base/database/sql.ts'
import { readSubtasks } from './read-subtasks.ts'
import { addSubtasks } from './subtasks.ts'

let db: Db
beforeAll(async () => {
  ;({ db } = await openJobClock())
})

const { waiting, running, failed, done } = runStatus
const readFor = (runId: string, lang: Ctx['lang'] = 'zh') => readSubtasks({ db, lang } as Ctx, runId)

/** A run with parts in these states. */
const runWithParts = async (states: readonly number[]) => {
  const { id: jobId, name: kind } = await addJobInfo(db, {})
  const { id } = await db
    .insertInto('jobRun')
    .values({ kind, trigger: 'manual', jobId, runAt: sql`now()` } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await addSubtasks(db, { id, attempt: 1 }, { name: 'part', inputs: states, retries: 0 })
  await sql`update job_run r set status = s.input::text::integer from job_subtask s
    where s.run_id = r.id and r.parent_id = ${id}`.execute(db)
  return id
}

test('the parts of a run are counted by their state; what failed comes first, then what goes on', async () => {
  const { parts, ...counts } = await readFor(await runWithParts([done, running, failed, waiting, done]))
  expect(counts).toEqual({ total: 5, open: 2, done: 2, failed: 1 })
  expect(parts.map(({ status }) => status)).toEqual([failed, running, waiting, done, done])
})

test('at most a hundred are listed, and all are counted', async () => {
  const { parts, total } = await readFor(await runWithParts(Array.from({ length: 120 }, () => done)))
  expect([parts.length, total]).toEqual([100, 120])
})

test('a run without parts has none', async () => {
  expect(await readFor(await runWithParts([]))).toEqual({ total: 0, open: 0, done: 0, failed: 0, parts: [] })
})
