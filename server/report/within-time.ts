import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { defaultLimits } from '../base/database/connection.ts'
import { run } from '../base/database/db.ts'
import { inOwnSession } from '../base/database/own-session.ts'
import { sql } from '../base/database/sql.ts'
import { tx, type UserCtx } from '../engine/context.ts'

/** Computing a report took longer than its reader can wait. */
export class TooSlow extends Fail {}

/** How a report is computed. */
export interface Run {
  /** By a job: nobody waits for the answer. */
  readonly isBackground?: boolean
  /** Aborted when the answer is of no use any more: the statement ends at once. */
  readonly signal?: AbortSignal
}

const slowTexts: Readonly<Record<'waiting' | 'background', Text>> = {
  waiting: [
    '统计超过 8 秒，请减少分组或增加筛选条件',
    'It took more than 8 seconds; choose fewer groups or add filters',
  ],
  background: [
    '统计超过 5 分钟，请减少分组或增加筛选条件',
    'It took more than 5 minutes; choose fewer groups or add filters',
  ],
}
const tooSlow = ({ isBackground }: Run) => new TooSlow(slowTexts[isBackground ? 'background' : 'waiting'], 503)
const leftEarly = () => new Fail(['统计已取消', 'The computation was cancelled'], 409)

/** Reads in a transaction, whose statement ends when the signal is aborted. */
const read = <T>(ctx: UserCtx, { signal }: Run, work: (inside: UserCtx) => Promise<T>): Promise<T> =>
  tx(ctx, async (inside) => {
    await sql`set transaction read only`.execute(inside.db)
    // lists keep the other core
    await sql`set local max_parallel_workers_per_gather = 0`.execute(inside.db)
    const [{ pid } = { pid: 0 }] = await run<{ pid: number }>(inside.db, sql`select pg_backend_pid() as pid`)
    let ending: Promise<unknown> = Promise.resolve()
    const end = () => {
      ending = run(ctx.app.db, sql`select pg_cancel_backend(${pid})`)
    }
    signal?.addEventListener('abort', end, { once: true })
    try {
      signal?.throwIfAborted()
      return await work(inside)
    } finally {
      signal?.removeEventListener('abort', end)
      // the next statement of this connection must not meet it
      await ending
    }
  })

const background = {
  settings: { statement_timeout: '300000', lock_timeout: '300000' },
  limits: { ...defaultLimits, silenceMs: null },
}

/** Reads what a report counts: within the time for which its reader waits, or in the background within five minutes. */
export const withinTime = async <T>(ctx: UserCtx, how: Run, work: (inside: UserCtx) => Promise<T>): Promise<T> => {
  try {
    if (!how.isBackground) return await read(ctx, how, work)
    return await inOwnSession(ctx.app.db, background, (db) => read({ ...ctx, db }, how, work))
  } catch (error) {
    if (how.signal?.aborted) throw leftEarly()
    // its own time, or that for which it waited for a lock
    const isLate = ['57014', '55P03'].includes(String((error as { code?: unknown }).code))
    throw isLate ? tooSlow(how) : error
  }
}
