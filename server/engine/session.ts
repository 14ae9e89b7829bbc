import { hash, randomBytes } from 'node:crypto'
import { noSession } from '#contract/kit/fail.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { type ActiveSession, logoutReasonFor, recordActivity } from '../base/database/session-facts.ts'
import { sql } from '../base/database/sql.ts'
import { type CacheCtx, cachedUntilChanged, perApp } from './cache.ts'
import type { Actor, App, Ctx, Rights, User, Visitor } from './context.ts'
import { guardedAddresses, loadRoleGrants, rightsFrom } from './rights.ts'
import { platformTenant } from './scope.ts'

/** A token is 256 random bits; the database stores only its SHA-256. */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** The actor of a request without a session. */
export const visitor: Visitor = {
  id: null,
  sessionId: null,
  account: '',
  realName: '',
  tenantId: platformTenant,
  roleIds: [],
  deptIds: [],
  accountType: null,
  organizationCode: null,
  operator: null,
  region: null,
  mustChange: false,
  locked: false,
  rights: rightsFrom([], []),
  deptChoice: null,
  roleChoice: null,
}

export type PersonRow = Omit<User, 'rights'> & { epochs: Record<string, string> }

type SessionRow = PersonRow & ActiveSession & { hash: string }

/** All attributes of an account that rights depend on; `s` holds the role and department selected in switch mode. */
export const personColumns = sql`u.id::text, u.account, u.real_name as "realName", u.tenant_id as "tenantId",
    case when s.role_choice = any(u.role_id) then array[s.role_choice] else u.role_id end as "roleIds",
    case when s.dept_choice = any(u.dept_id) then array[s.dept_choice] else u.dept_id end as "deptIds",
    s.dept_choice::text as "deptChoice", s.role_choice::text as "roleChoice", u.account_type as "accountType",
    u.organization_code as "organizationCode", u.operator, u.region,
    (select jsonb_object_agg(name, version::text) from epoch) as epochs`

const sessionQuery = (hashes: readonly Buffer[]) => sql`
  select encode(s.access_hash, 'base64') as hash, s.id::text as "sessionId", s.must_change as "mustChange",
    s.lock_hash is not null as locked, s.active_at < now() - interval '1 minute' as "isIdle", ${personColumns}
  from session s join "user" u on u.id = s.user_id
  where s.access_hash = any(${hashes}) and s.ended_at is null and s.access_ends > now() and u.status = 1 and u.is_deleted = 0`

interface SessionBatch {
  readonly hashes: Buffer[]
  readonly rows: Promise<ReadonlyMap<string, SessionRow>>
}
const nextBatch = perApp(() => ({ current: null as SessionBatch | null }))

const startBatch = (app: App): SessionBatch => {
  const hashes: Buffer[] = []
  const read = async () => {
    nextBatch(app).current = null
    const rows = await run<SessionRow>(app.db, sessionQuery(hashes))
    recordActivity(app.db, app.log, rows)
    return new Map(rows.map((row) => [row.hash, row]))
  }
  const batch = { hashes, rows: new Promise((resolve) => setImmediate(resolve)).then(read) }
  nextBatch(app).current = batch
  return batch
}

/** Looks up all requests of one turn of the event loop together: under load one statement serves many. */
const sessionRow = async (app: App, hash: Buffer): Promise<SessionRow | undefined> => {
  const { hashes, rows } = nextBatch(app).current ?? startBatch(app)
  hashes.push(hash)
  return (await rows).get(hash.toString('base64'))
}

/** Roles of an account; only those of its own tenant count. */
type RoleAssignment = Pick<Actor, 'tenantId' | 'roleIds'>

const rightsByRoles = cachedUntilChanged(['rights'], async () => new Map<string, Promise<Rights>>())

/** What these roles allow; compiled once for each version of the rights, so a change applies from the next request. */
const rightsOf = async (ctx: CacheCtx, assignment: RoleAssignment): Promise<Rights> => {
  const byRoles = await rightsByRoles(ctx)
  const key = `${assignment.tenantId}:${assignment.roleIds.join()}`
  const rights = byRoles.get(key) ?? loadRights(ctx.app, assignment)
  byRoles.set(key, rights)
  rights.catch(() => byRoles.delete(key))
  return rights
}

const loadRights = async (app: App, { tenantId, roleIds }: RoleAssignment): Promise<Rights> => {
  const [roleGrants, guarded] = await Promise.all([
    loadRoleGrants({ app, db: app.db }, roleIds),
    guardedAddresses(app.db),
  ])
  const tenantGrants = roleGrants.filter((role) => role.tenantId === tenantId)
  return rightsFrom(tenantGrants, guarded)
}

/** Without tenant mode, the server serves only the platform tenant. */
export const isServed = ({ env }: Pick<App, 'env'>, tenantId: string): boolean =>
  env.tenantMode || tenantId === platformTenant

export interface Session {
  readonly actor: User
  readonly cacheVersions: Record<string, string>
}

/** The token in `Blade-Auth: bearer <token>` (scheme in any case) or in a bare token; null if it is not one. */
export const tokenOf = (header: unknown): string | null => {
  if (typeof header !== 'string' || !header) return null
  const token = header.replace(/^bearer\s+/i, '').trim()
  return /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null
}

/** The session of a token. Every request reads it with the current account. Throws 401 when there is none. */
export const readSession = async (app: App, token: string, headers: object = {}): Promise<Session> => {
  const row = await sessionRow(app, hashToken(token))
  if (!row || !isServed(app, row.tenantId)) throw noSession(await logoutReasonFor(app.db, headers, hashToken(token)))
  const { hash: _, isIdle: __, ...person } = row
  return sessionFor(app, person)
}

/** What a request needs of the account that makes it. */
export const sessionFor = async (app: App, { epochs, ...person }: PersonRow): Promise<Session> => {
  const roleIds = person.roleIds ?? []
  return {
    actor: {
      ...person,
      roleIds,
      deptIds: person.deptIds ?? [],
      rights: await rightsOf({ app, cacheVersions: epochs }, { tenantId: person.tenantId, roleIds }),
    },
    cacheVersions: epochs,
  }
}

/** Active accounts `u` that fulfil a condition. `selection` is a department and a role that an account has selected. */
const personQuery = (condition: Fragment, selection?: Pick<Actor, 'deptChoice' | 'roleChoice'>) =>
  sql`select null as "sessionId", false as "mustChange", false as locked, ${personColumns}
    from "user" u, (select ${selection?.deptChoice ?? null}::bigint as dept_choice, ${selection?.roleChoice ?? null}::bigint as role_choice) s
    where u.status = 1 and u.is_deleted = 0 and ${condition}`

/** Active accounts `u` that fulfil a condition, with all their roles: to find out who may do something. One statement. */
export const readPeople = async ({ app, db }: Pick<Ctx, 'app' | 'db'>, condition: Fragment): Promise<User[]> =>
  Promise.all((await run<PersonRow>(db, personQuery(condition))).map(async (row) => (await sessionFor(app, row)).actor))

/**
 * The current account without a session, for work that continues after the request. `selection` is the department and role
 * selected when the work began. Null if the account may no longer log in.
 */
export const readPerson = async (
  app: App,
  userId: string,
  selection: Pick<Actor, 'deptChoice' | 'roleChoice'>,
): Promise<Session | null> => {
  const condition = sql`u.id = ${userId} and not exists (select 1 from tenant t
    where t.tenant_id = u.tenant_id and t.tenant_id <> ${sql.lit(platformTenant)} and t.expire_time <= now())`
  const [row] = await run<PersonRow>(app.db, personQuery(condition, selection))
  return row && isServed(app, row.tenantId) ? sessionFor(app, row) : null
}
