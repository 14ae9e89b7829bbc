import { sql } from 'kysely'
import type { LoginMethod } from '#contract/current-account.ts'
import type { Ctx } from '../engine/context.ts'
import { failureKey } from './lockout.ts'

/** Records a successful login, for the user's own list and in the audit log. */
export const recordLogin = async (ctx: Ctx, userId: string, method: LoginMethod): Promise<void> => {
  const { id, address, agent } = ctx.request
  await sql`
    with logged as (insert into login (user_id, way, outcome, address, agent) values (${userId}, ${method}, 1, ${address}, ${agent}))
    insert into audit (tenant_id, create_user, create_by, real_name, remote_ip, request_id, entity, row_id, row_title,
      verb, after)
    select tenant_id, id, account, real_name, ${address}, ${id}, 'user', id, real_name, 'login', jsonb_build_object('way', ${method}::text)
    from "user" where id = ${userId}`.execute(ctx.db)
}

/** Maximum length of the entered name in the audit log; enough for any account or phone number. */
const maxAccountLength = 64

/**
 * Records a failed login, for the account owner's list and in the audit log, under the name as entered. Existing and unknown
 * accounts run the same statement in one commit, with one inserted row of difference, so that response times do not reveal which
 * accounts exist. Runs outside the request's transaction, so that a rollback does not undo it.
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
