import { type Attempt, jobInstance, type LogLine, linesPerAnswer, type Round } from '#contract/job/job-instance.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { Fail, notFound } from '#contract/kit/fail.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Ctx, type Handlers, tx } from '../engine/context.ts'
import { findRow } from '../engine/crud.ts'
import { readInLanguage } from '../inbox/english-column.ts'
import { announceStop, announceWork } from './run/claim.ts'
import { runAgain, stopRun } from './run/lease.ts'
import { readSubtasks } from './run/read-subtasks.ts'
import { runnerOf } from './run/runner.ts'
import { serverNameIn } from './sync/at-job-server.ts'
import { findRemoteRun, refreshRun, retryRemoteRun, stopRemoteRun } from './sync/remote-run.ts'

const titleOf = async ({ db }: Ctx, id: string): Promise<string> => {
  const [row] = await run<{ name: string }>(
    db,
    sql`select j.job_name as name from job_run r join job_info j on j.id = r.job_id where r.id = ${id}`,
  )
  return row?.name ?? id
}

/** The planner would start it again at once, and a second one beside it would wait for ever. */
const refuseRepeating = (trigger: string) => {
  if (trigger === 'repeat')
    throw new Fail([
      '该任务按间隔重复执行，请在“任务配置”中暂停或开启',
      'This job repeats by itself; pause or enable it under “Scheduled jobs”',
    ])
}

const hasEnded = () => new Fail(['该次运行已结束，无法停止', 'This run has ended and cannot be stopped'])
const cannotRepeat = () =>
  new Fail(['只能重试失败、已取消或已停止的运行', 'Only failed, cancelled or stopped runs can be retried'])

const audit = async (ctx: Ctx, id: string, verb: 'stop' | 'retry', status: number) =>
  writeAudit(ctx, 'jobInstance', id, verb, { status }, null, { title: await titleOf(ctx, id) })

const stopLocalRun = (ctx: Ctx, id: string): Promise<void> =>
  tx(ctx, async (inside) => {
    const { status, trigger } = await findRow(inside, jobInstance, id)
    refuseRepeating(trigger)
    if (!(await stopRun(inside.db, id))) throw hasEnded()
    await audit(inside, id, 'stop', status)
    await announceStop(inside.db)
    // the process that waits for it
    if (trigger === 'flow') await announceWork(inside.db)
  })

const stop: Handlers<'jobInstance'>['stop'] = async (ctx, input) => {
  const { id, status } = await findRow(ctx, jobInstance, String(input.id))
  const there = await findRemoteRun(ctx.db, id)
  if (!there) await stopLocalRun(ctx, id)
  else if (await stopRemoteRun(ctx, there)) await audit(ctx, id, 'stop', status)
  else throw hasEnded()
  return null
}

const retryLocalRun = async (ctx: Ctx, id: string): Promise<void> => {
  await tx(ctx, async (inside) => {
    const { status, trigger } = await findRow(inside, jobInstance, id)
    refuseRepeating(trigger)
    if (!(await runAgain(inside.db, id))) throw cannotRepeat()
    await audit(inside, id, 'retry', status)
    await announceWork(inside.db)
  })
  runnerOf(ctx.app).poll()
}

const retry: Handlers<'jobInstance'>['retry'] = async (ctx, input) => {
  const { id, status } = await findRow(ctx, jobInstance, String(input.id))
  const there = await findRemoteRun(ctx.db, id)
  if (!there) await retryLocalRun(ctx, id)
  else {
    if (!isOver(status) || status === runStatus.done) throw cannotRepeat()
    await retryRemoteRun(ctx, there)
    await audit(ctx, id, 'retry', status)
  }
  return null
}

const isOver = (status: number): boolean => status > runStatus.running

export const jobInstanceHandlers: Handlers<'jobInstance'> = {
  ...readInLanguage(jobInstance, 'result', 'jobRun'),
  stop,
  retry,
  log: async (ctx, { id, after }) => {
    // who looks at a run elsewhere asks its job server for the state of it
    await refreshRun(ctx, String(id))
    // the status is read first: a line of a run that has ended cannot come later
    const { status } = await findRow(ctx, jobInstance, id)
    if (after && !/^\d+$/.test(after)) throw notFound()
    const content = ctx.lang === 'en' ? sql`coalesce(content_en, content)` : sql`content`
    const lines = await run<LogLine>(
      ctx.db,
      // the number, not its text: 10 comes after 9
      sql`select l.n::text, attempt, level, at, ${content} as content from job_log l
        where run_id = ${id} and n > ${after || '0'}::bigint order by l.n limit ${linesPerAnswer}`,
    )
    return { lines, isOver: isOver(status) && lines.length < linesPerAnswer }
  },
  history: async (ctx, { id }) => {
    await findRow(ctx, jobInstance, id)
    const attempts = await run<Attempt>(
      ctx.db,
      sql`select attempt, worker, started_at as "startedAt", ended_at as "endedAt", outcome from job_attempt
        where run_id = ${id} order by attempt desc limit 100`,
    )
    const english = ctx.lang === 'en'
    const rounds = await run<Round>(
      ctx.db,
      sql`select is_failed as "isFailed", started_at as "startedAt", ended_at as "endedAt",
          ${english ? sql`coalesce(result_en, result)` : sql`result`} as result
        from job_round where run_id = ${id} order by n desc limit 100`,
    )
    const there = await findRemoteRun(ctx.db, String(id))
    return {
      attempts,
      rounds,
      subtasks: await readSubtasks(ctx, String(id)),
      serverName: there ? serverNameIn(there.server, ctx.lang) : null,
    }
  },
}
