import { sql } from 'kysely'
import type { LoginMethod } from '#contract/current-account.ts'
import type { Ctx } from '../engine/context.ts'
import { failureKey } from './lockout.ts'

/** Keeps that somebody came in, for him to see and in the audit. */
export const recordLogin = async (ctx: Ctx, userId: string, method: LoginMethod): Promise<void> => {
  const { id, address, agent } = ctx.request
  await sql`
    with logged as (insert into login (user_id, way, outcome, address, agent) values (${userId}, ${method}, 1, ${address}, ${agent}))
    insert into audit (tenant_id, create_user, create_by, real_name, remote_ip, request_id, entity, row_id, row_title,
      verb, after)
    select tenant_id, id, account, real_name, ${address}, ${id}, 'user', id, real_name, 'login', jsonb_build_object('way', ${method}::text)
    from "user" where id = ${userId}`.execute(ctx.db)
}

/** As much of what was typed as the audit keeps: enough for any account or phone. */
const maxAccountLength = 64

/**
 * Keeps that somebody did not prove who he is: for the owner of the account to see, and in the audit, which says the name that was
 * given and not whether somebody has it. The statement writes the same in either case but for one line, so that both take one
 * commit and the time does not tell them apart. Outside any transaction of the request: the refusal that follows must not take
 * it back.
 */
export const recordFailure = async (
  ctx: Ctx,
  account: string,
  userId: string | undefined,
  method: LoginMethod = 'password',
): Promise<void> => {
  const { key, network } = failureKey(ctx, account)
  const { id, address, agent } = ctx.request
  await sql`
    with counted as (update login_failure set last_at = now() where account = ${key} and address = ${network}),
    logged as (insert into login (user_id, way, outcome, address, agent)
      select id, ${method}, 0, ${address}, ${agent} from "user" where id = ${userId ?? null})
    insert into audit (create_by, remote_ip, request_id, entity, row_id, verb, outcome, after)
    values (${account.slice(0, maxAccountLength)}, ${address}, ${id}, 'user', 0, 'login', 0, jsonb_build_object('way', ${method}::text))`.execute(
    ctx.app.db,
  )
}
