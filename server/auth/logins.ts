import type { LoginFailure, LoginMethod } from '#contract/login-sessions.ts'
import type { Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import { platformTenant } from '../engine/scope.ts'
import { failureKey, lockMinutes } from './lockout.ts'

interface LoginRow {
  /** The name or phone number as entered. */
  readonly account: string
  /** Undefined for an unknown name. */
  readonly userId: string | undefined
  readonly method: LoginMethod
  /** Null for a successful login. */
  readonly reason: LoginFailure | null
}

/** The first letters of an unknown name: people type passwords into the wrong field. */
const firstLetters = (name: string): string => `${[...name.trim()].slice(0, 2).join('')}***`

/** Inserts a login with the names of the account at this time, as the audit log has them: the log is listed without the accounts. */
const insertLogin = ({ request }: Ctx, { account, userId, method, reason }: LoginRow): Fragment => sql`
  insert into login (tenant_id, user_id, account, real_name, way, outcome, reason, address, agent)
  select coalesce(u.tenant_id, ${platformTenant}), u.id, coalesce(u.account, ${userId ? null : firstLetters(account)}), u.real_name,
    ${method}, ${reason ? 0 : 1}, ${reason === 'password' && !userId ? 'unknown' : reason}, ${request.address}, ${request.agent}
  from (select ${userId ?? null}::bigint as id) entered left join "user" u on u.id = entered.id`

/** Records a successful login, for the user's own list and in the audit log. */
export const recordLogin = async (ctx: Ctx, userId: string, method: LoginMethod): Promise<void> => {
  const { id, address } = ctx.request
  await sql`
    with logged as (${insertLogin(ctx, { account: '', userId, method, reason: null })})
    insert into audit (tenant_id, create_user, create_by, real_name, remote_ip, request_id, entity, row_id, row_title,
      verb, after)
    select tenant_id, id, account, real_name, ${address}, ${id}, 'user', id, real_name, 'login', jsonb_build_object('way', ${method}::text)
    from "user" where id = ${userId}`.execute(ctx.db)
}

/** Maximum length of the entered name in the audit log; enough for any account or phone number. */
const maxAccountLength = 64

/**
 * Records a failed login, for the account owner's list, the login log and the audit log, in the latter under the name as entered.
 * Existing and unknown accounts run the same statement with the same rows, so that response times do not reveal which accounts
 * exist. Runs outside the request's transaction, so that a rollback does not undo it.
 */
export const recordFailure = async (ctx: Ctx, failure: LoginRow): Promise<void> => {
  const { account, method } = failure
  const { key, network } = failureKey(ctx, account)
  const { id, address } = ctx.request
  await sql`
    with counted as (update login_failure set last_at = now() where account = ${key} and address = ${network}),
    logged as (${insertLogin(ctx, failure)})
    insert into audit (create_by, remote_ip, request_id, entity, row_id, verb, outcome, after)
    values (${account.slice(0, maxAccountLength)}, ${address}, ${id}, 'user', 0, 'login', 0, jsonb_build_object('way', ${method}::text))`.execute(
    ctx.app.db,
  )
}

/** Records a login that was refused after the password was correct. */
export const recordRefusal = async (
  ctx: Ctx,
  userId: string,
  method: LoginMethod,
  reason: LoginFailure,
): Promise<void> => {
  await insertLogin(ctx, { account: '', userId, method, reason }).execute(ctx.app.db)
}

/**
 * Records an attempt while the account or the address is locked, so rarely that attempts cannot fill the log: one a minute for
 * an account at an address that has failed before, and otherwise one a minute for an account or an address. A row without
 * failures remembers the latter; it is older than the failures that lock.
 */
export const recordLockedAttempt = async (ctx: Ctx, account: string, userId: string | undefined): Promise<void> => {
  const { key, network } = failureKey(ctx, account)
  const minute = sql`interval '1 minute'`
  await sql`
    with latest as (
      insert into login_failure as f (account, address, failures, last_at, rejected_at)
      select ${key}, ${network}, 0, now() - make_interval(mins => ${lockMinutes}), now()
      where exists (select 1 from login_failure where account = ${key} and address = ${network})
        or not exists (select 1 from login_failure where (account = ${key} or address = ${network})
          and failures = 0 and rejected_at > now() - ${minute})
      on conflict (account, address) do update set rejected_at = now()
        where coalesce(f.rejected_at, '-infinity') < now() - ${minute}
      returning 1)
    ${insertLogin(ctx, { account, userId, method: 'password', reason: 'locked' })}
    where exists (select 1 from latest)`.execute(ctx.app.db)
}
