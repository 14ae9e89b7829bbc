import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'

/** A rate limit: how many uses are allowed within a period. */
export interface Allowance {
  /** What is counted and for whom, for example `sms:minute:13800000000`. */
  readonly key: string
  readonly limit: number
  readonly seconds: number
}

const durationText = (seconds: number): Text => {
  if (seconds < 120) return [`${seconds}秒`, `${seconds} s`]
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120
    ? [`${minutes}分钟`, `${minutes} min`]
    : [`${Math.ceil(minutes / 60)}小时`, `${Math.ceil(minutes / 60)} h`]
}

const usedUp = (seconds: number) =>
  new Fail(
    fill(
      ['操作过于频繁，请{0}后再试', 'Too many attempts; please try again in {0}'],
      durationText(Math.max(seconds, 1)),
    ),
    429,
    { retryAfter: Math.max(seconds, 1) },
  )

/**
 * Uses one of each allowance, or throws 429 with the time to wait. Counts immediately and outside the transaction of
 * the request, so that concurrent requests cannot exceed the limit.
 */
export const spendAllowances = async (ctx: Pick<Ctx, 'app'>, ...allowances: readonly Allowance[]): Promise<void> => {
  await sql`delete from allowance where ends_at < now() - interval '1 day'`.execute(ctx.app.db)
  for (const { key, limit, seconds } of allowances) {
    const ends = sql`now() + make_interval(secs => ${seconds})`
    const { rows } = await sql<{ used: number; left: number }>`
      insert into allowance as a (key, used, ends_at) values (${key}, 1, ${ends})
      on conflict (key) do update set
        used = case when a.ends_at <= now() then 1 else a.used + 1 end,
        ends_at = case when a.ends_at <= now() then excluded.ends_at else a.ends_at end
      returning used, ceil(extract(epoch from ends_at - now()))::int as left`.execute(ctx.app.db)
    const { used = 0, left = 0 } = rows[0] ?? {}
    if (used > limit) throw usedUp(left)
  }
}
