import { sql } from 'kysely'
import type { LoginWay } from '#contract/own-account.ts'
import type { Ctx } from '../engine/context.ts'
import { failureKey } from './lockout.ts'

/** Keeps that somebody came in. */
export const recordLogin = async (ctx: Ctx, userId: string, way: LoginWay): Promise<void> => {
  const { address, agent } = ctx.request
  await ctx.db.insertInto('login').values({ userId, way, outcome: 1, address, agent }).execute()
}

/**
 * Keeps that a password was wrong, for its owner to see; an account nobody has leaves no line. The statement writes to the
 * count of failures in either case, so that both take one commit and the time does not tell them apart. Outside any
 * transaction of the request: the refusal that follows must not take it back.
 */
export const recordFailure = async (ctx: Ctx, account: string, userId: string | undefined): Promise<void> => {
  const { key, network } = failureKey(ctx, account)
  const { address, agent } = ctx.request
  await sql`
    with counted as (update login_failure set last_at = now() where account = ${key} and address = ${network})
    insert into login (user_id, way, outcome, address, agent)
    select id, 'password', 0, ${address}, ${agent} from "user" where id = ${userId ?? null}`.execute(ctx.app.db)
}
