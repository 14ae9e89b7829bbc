import { Fail } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import { keyLimits } from '#contract/system/key-fields.ts'
import { type KeyLevels, type KeyRefusal, keyRefusal } from '#contract/system/key-scopes.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { ActorKey, App, Route } from './context.ts'
import { isInNetworks } from './key-networks.ts'
import { platformTenant } from './scope.ts'
import { hashToken, isServed, type PersonRow, personColumns, type Session, sessionFor } from './session.ts'

interface KeyRow extends PersonRow, KeyLevels {
  readonly prefix: string
  readonly networks: string | null
  readonly requests: number
  readonly wait: number
}

/**
 * One statement counts the request and reads key, owner and versions of the caches. A key is dead with its owner: disabled, with a
 * password that must be changed, or of a tenant that has ended.
 */
const readRow = async (app: App, hash: Buffer, address: string): Promise<KeyRow | undefined> => {
  const isNewMinute = sql`minute_from <= now() - interval '1 minute'`
  const [row] = await run<KeyRow>(
    app.db,
    sql`with counted as (
        update api_key_use set requests = case when ${isNewMinute} then 1 else requests + 1 end,
          minute_from = case when ${isNewMinute} then now() else minute_from end
        where hash = ${hash}
        returning key_id, requests, ceil(extract(epoch from minute_from + interval '1 minute' - now()))::int as wait),
      used as (update api_key set last_used_at = now(), last_address = ${address}
        where id in (select key_id from counted where requests = 1) and ended_at is null)
      select k.prefix, k.networks, k.declarations, k.library, k.news, k.reports, k.work,
        c.requests, c.wait, null as "sessionId", false as "mustChange", false as locked, ${personColumns}
      from counted c join api_key k on k.id = c.key_id join "user" u on u.id = k.user_id,
        (select null::bigint as dept_choice, null::bigint as role_choice) s
      where k.ended_at is null and k.is_deleted = 0 and k.last_day >= current_date and u.status = 1 and u.is_deleted = 0
        and not exists (select 1 from credential i where i.user_id = u.id and i.is_initial)
        and not exists (select 1 from tenant t
          where t.tenant_id = u.tenant_id and t.tenant_id <> ${sql.lit(platformTenant)} and t.expire_time <= now())`,
  )
  return row && isServed(app, row.tenantId) ? row : undefined
}

/** The owner of a key as the caller. Throws 401 if the key or its owner is not in use, 403 from other networks, 429 beyond its rate. */
export const readKey = async (app: App, key: string, address: string): Promise<Session> => {
  const row = await readRow(app, hashToken(key), address)
  if (!row) throw new Fail(['接口密钥无效、已停用或已到期', 'The API key is unknown, revoked or has expired'], 401)
  const { prefix, networks, requests, wait, declarations, library, news, reports, work, ...person } = row
  if (!isInNetworks(address, networks))
    throw new Fail(['该密钥不允许从此网络地址使用', 'This key may not be used from this address'], 403)
  if (requests > keyLimits.requestsPerMinute)
    throw new Fail(
      fill(
        ['该密钥每分钟最多请求 {0} 次，请 {1} 秒后再试', 'This key allows {0} requests a minute; try again in {1} s'],
        keyLimits.requestsPerMinute,
        Math.max(wait, 1),
      ),
      429,
      { retryAfter: Math.max(wait, 1) },
    )
  const session = await sessionFor(app, person)
  const levels = { declarations, library, news, reports, work }
  return { ...session, actor: { ...session.actor, key: { prefix, levels } } }
}

const refusals: Readonly<Record<KeyRefusal, Fail['text']>> = {
  closed: ['此接口不能用接口密钥调用', 'API keys cannot make this call'],
  scope: ['该密钥的授权范围不含此接口', 'This call is outside of the scopes of the key'],
  readOnly: ['该密钥在此范围内只能读取', 'The key may only read in this scope'],
}

/** Why a key may not make a call; null if it may, or if the caller uses none. */
export const refuseKey = (
  key: ActorKey | undefined,
  { name, endpoint }: Pick<Route, 'name' | 'endpoint'>,
): Fail | null => {
  const refusal = key ? keyRefusal(key.levels, name, endpoint.method) : null
  return refusal ? new Fail(refusals[refusal], 403) : null
}
