import { Fail } from '#contract/kit/fail.ts'
import { fold } from '#contract/kit/fold.ts'
import { paramOf } from '../base/database/params.ts'
import { sql } from '../base/database/sql.ts'
import { networkOf } from '../base/http/client-network.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import type { Ctx } from '../engine/context.ts'
import { platformTenant } from '../engine/scope.ts'
import { visitor } from '../engine/session.ts'
import { notifyAccounts } from '../inbox/account-messages.ts'
import { isPassword } from './password-hash.ts'

/** How long failures count, and a lock lasts. */
export const lockMinutes = 15
/**
 * Limit for one account from all addresses, and for one address over all accounts: far more than typing errors in a shared
 * network cause.
 */
const maxFailuresOverall = 100

/** Failures that lock one account at one address. */
export const maxFailures = async (ctx: Ctx): Promise<number> => Number(await paramOf(ctx.db, 'account.failCount'))

/** Account names are compared folded and belong to a tenant; none contains a slash, so the key is unique. */
const keyOf = ({ actor }: Ctx, account: string) =>
  (actor.tenantId === platformTenant ? '' : `${actor.tenantId}/`) + fold(account.trim())

/** The key and network under which failures of an account from the caller's address are counted. */
export const failureKey = (ctx: Ctx, account: string): { readonly key: string; readonly network: string } => ({
  key: keyOf(ctx, account),
  network: networkOf(ctx.request.address),
})

/** Whether this account is locked for this address: both together, or either one, had too many failures in the last 15 minutes. */
export const isLocked = async (ctx: Ctx, account: string): Promise<boolean> => {
  const { key, network } = failureKey(ctx, account)
  const { rows } = await sql<{ ofBoth: number; ofAccount: number; ofAddress: number }>`
    select coalesce(sum(failures) filter (where account = ${key} and address = ${network}), 0)::int as "ofBoth",
      coalesce(sum(failures) filter (where account = ${key}), 0)::int as "ofAccount",
      coalesce(sum(failures) filter (where address = ${network}), 0)::int as "ofAddress"
    from login_failure
    where (account = ${key} or address = ${network}) and last_at > now() - make_interval(mins => ${lockMinutes})`.execute(
    ctx.app.db,
  )
  const { ofBoth = 0, ofAccount = 0, ofAddress = 0 } = rows[0] ?? {}
  return ofBoth >= (await maxFailures(ctx)) || Math.max(ofAccount, ofAddress) >= maxFailuresOverall
}

/** Counts a failure outside the request's transaction, so that a rollback does not undo it. Resolves to the current number. */
export const countFailure = async (ctx: Ctx, account: string): Promise<number> => {
  const { key, network } = failureKey(ctx, account)
  await sql`delete from login_failure where last_at < now() - make_interval(mins => ${2 * lockMinutes})`.execute(
    ctx.app.db,
  )
  const { rows } = await sql<{ failures: number }>`
    insert into login_failure as f (account, address) values (${key}, ${network})
    on conflict (account, address) do update set last_at = now(),
      failures = case when f.last_at > now() - make_interval(mins => ${lockMinutes}) then f.failures + 1 else 1 end
    returning failures`.execute(ctx.app.db)
  return rows[0]?.failures ?? 1
}

const uncountFailure = (ctx: Ctx, account: string) => {
  const { key, network } = failureKey(ctx, account)
  return sql`update login_failure set failures = failures - 1
    where account = ${key} and address = ${network}`.execute(ctx.app.db)
}

export const clearFailures = async (ctx: Ctx, accounts: readonly string[]): Promise<void> => {
  if (accounts.length === 0) return
  const keys = accounts.map((account) => keyOf(ctx, account))
  await ctx.db.deleteFrom('loginFailure').where('account', 'in', keys).execute()
}

const notifyLocked = async (ctx: Ctx, account: string) => {
  const { rows } = await sql<{ id: string }>`select id::text from "user" where tenant_id = ${ctx.actor.tenantId}
    and fold(account) = fold(${account.trim()}) and status = 1 and is_deleted = 0`.execute(ctx.db)
  await notifyAccounts(
    ctx,
    'locked',
    rows.map(({ id }) => id),
  )
}

/** Audits the failure that locks an account, under the name as entered, whether or not such an account exists. */
const recordLockout = async (ctx: Ctx, account: string, failures: number) => {
  const auditActor = { ...visitor, tenantId: ctx.actor.tenantId, account: account.slice(0, 64) }
  await writeAudit(
    { ...ctx, db: ctx.app.db, actor: auditActor },
    'user',
    '0',
    'lockout',
    null,
    { failures, minutes: lockMinutes },
    { outcome: 0, title: auditActor.account },
  )
  // not awaited: the answer takes the same time whether or not there is such an account
  notifyLocked({ ...ctx, db: ctx.app.db }, account).catch((error: unknown) =>
    ctx.app.log.error({ err: error }, 'the owner of a locked account was not notified'),
  )
  ctx.app.logEvent('auth.locked', {
    account: auditActor.account,
    address: ctx.request.address,
    failures,
    minutes: lockMinutes,
  })
}

const locked = () =>
  new Fail(
    [
      '登录失败次数过多，请15分钟后再试或联系管理员解锁',
      'Too many failed logins; please try again in 15 minutes or ask an administrator to unlock the account',
    ],
    400,
    { error: 2003 },
  )

interface PasswordTry {
  readonly account: string
  readonly storedHash: string | undefined
  readonly plain: string
  /** Called before 2003 is thrown. */
  readonly onLocked?: () => Promise<void>
}

/**
 * Whether the password is correct. A try counts as a failure until it succeeds, so that concurrent tries cannot exceed the limit.
 * Throws 2003 if the account is locked.
 */
export const tryPassword = async (ctx: Ctx, { account, storedHash, plain, onLocked }: PasswordTry) => {
  const reject = async () => {
    await onLocked?.()
    throw locked()
  }
  if (await isLocked(ctx, account)) await reject()
  const [failures, limit] = [await countFailure(ctx, account), await maxFailures(ctx)]
  if (failures > limit) await reject()
  const isCorrect = await isPassword(storedHash, plain).catch(async (error: unknown) => {
    await uncountFailure(ctx, account)
    throw error
  })
  if (isCorrect) await clearFailures({ ...ctx, db: ctx.app.db }, [account])
  else if (failures === limit) await recordLockout(ctx, account, limit)
  return isCorrect
}
