import { sql } from 'kysely'
import type { Ctx } from '../engine/context.ts'

const minutes = 15

const most = async (ctx: Ctx): Promise<number> => {
  const row = await ctx.db
    .selectFrom('param')
    .select('paramValue')
    .where('paramKey', '=', 'account.failCount')
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  return Number(row?.paramValue) || 5
}

/** Whether this account is locked for this address: too many failures in the last 15 minutes (decisions.md 13). */
export const isLocked = async (ctx: Ctx, account: string): Promise<boolean> => {
  const { rows } = await sql<{ failures: number }>`
    select failures from login_failure
    where account = ${account} and address = ${ctx.request.address} and last_at > now() - make_interval(mins => ${minutes})`.execute(
    ctx.db,
  )
  return (rows[0]?.failures ?? 0) >= (await most(ctx))
}

export const noteFailure = async (ctx: Ctx, account: string): Promise<void> => {
  await sql`
    insert into login_failure as f (account, address) values (${account}, ${ctx.request.address})
    on conflict (account, address) do update set last_at = now(),
      failures = case when f.last_at > now() - make_interval(mins => ${minutes}) then f.failures + 1 else 1 end`.execute(
    ctx.db,
  )
}

export const forgetFailures = async (ctx: Ctx, accounts: readonly string[]): Promise<void> => {
  if (accounts.length) await ctx.db.deleteFrom('loginFailure').where('account', 'in', accounts).execute()
}
