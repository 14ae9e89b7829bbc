import { createHash, randomBytes } from 'node:crypto'
import { noSession } from '#contract/kit/fail.ts'
import { type Db, run } from '../base/db.ts'
import type { Actor, App, Rights, Scope } from './context.ts'

/** A token is 256 random bits; the database keeps its SHA-256 only. */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const none: Rights = { administrator: false, aliases: [], codes: new Set(), scopes: new Map() }

/** Who asks without a session. */
export const visitor: Actor = {
  ...{
    id: null,
    sessionId: null,
    account: '',
    realName: '',
    tenantId: '000000',
    roleIds: [],
    deptIds: [],
    accountType: null,
  },
  ...{ organizationCode: null, operator: null, region: null, mustChange: false, locked: false, rights: none },
  ...{ deptChoice: null, roleChoice: null },
}

interface SessionRow extends Omit<Actor, 'rights' | 'id'> {
  id: string
  hash: string
  epochs: Record<string, string>
}

const sessionQuery = `
  select encode(s.access_hash, 'base64') as hash, u.id::text, s.id::text as "sessionId", s.must_change as "mustChange", s.lock_hash is not null as locked, u.account, u.real_name as "realName",
    u.tenant_id as "tenantId",
    case when s.role_choice = any(u.role_id) then array[s.role_choice] else u.role_id end as "roleIds",
    case when s.dept_choice = any(u.dept_id) then array[s.dept_choice] else u.dept_id end as "deptIds",
    s.dept_choice::text as "deptChoice", s.role_choice::text as "roleChoice", u.account_type as "accountType",
    u.organization_code as "organizationCode", u.operator, u.region,
    (select jsonb_object_agg(name, version::text) from epoch) as epochs
  from session s join "user" u on u.id = s.user_id
  where s.access_hash = any(?) and s.ended_at is null and s.access_ends > now() and u.status = 1 and u.is_deleted = 0`

interface Gathering {
  readonly hashes: Buffer[]
  readonly rows: Promise<ReadonlyMap<string, SessionRow>>
}
const gatherings = new WeakMap<App, Gathering>()

const gather = (app: App): Gathering => {
  const hashes: Buffer[] = []
  const read = async () => {
    gatherings.delete(app)
    const rows = await run<SessionRow>(app.db, { text: sessionQuery, values: [hashes] })
    return new Map(rows.map((row) => [row.hash, row]))
  }
  const made = { hashes, rows: new Promise((turn) => setImmediate(turn)).then(read) }
  gatherings.set(app, made)
  return made
}

/** Requests that arrive in one turn of the event loop are looked up together: under load one statement serves many. */
const sessionRow = async (app: App, hash: Buffer): Promise<SessionRow | undefined> => {
  const { hashes, rows } = gatherings.get(app) ?? gather(app)
  hashes.push(hash)
  return (await rows).get(hash.toString('base64'))
}

const rightsKept = new WeakMap<App, { version: string | undefined; byRoles: Map<string, Promise<Rights>> }>()

/** What these roles allow; compiled once for each version of the rights, so that a change binds at the next request. */
const rightsOf = (app: App, version: string | undefined, roleIds: readonly string[]): Promise<Rights> => {
  const known = rightsKept.get(app)
  const held = known && known.version === version ? known : { version, byRoles: new Map<string, Promise<Rights>>() }
  if (held !== known) rightsKept.set(app, held)
  const key = roleIds.join()
  const rights = held.byRoles.get(key) ?? loadRights(app.db, roleIds)
  held.byRoles.set(key, rights)
  rights.catch(() => held.byRoles.delete(key))
  return rights
}

const loadRights = async (db: Db, roleIds: readonly string[]): Promise<Rights> => {
  if (roleIds.length === 0) return none
  const [roles, codes, scopes] = await Promise.all([
    db.selectFrom('role').select('roleAlias').where('id', 'in', roleIds).where('isDeleted', '=', 0).execute(),
    db
      .selectFrom('roleMenu')
      .innerJoin('menu', 'menu.id', 'roleMenu.menuId')
      .innerJoin('role', 'role.id', 'roleMenu.roleId')
      .select('menu.code')
      .where('roleMenu.roleId', 'in', roleIds)
      .where('menu.isDeleted', '=', 0)
      .where('role.isDeleted', '=', 0)
      .execute(),
    db
      .selectFrom('roleScope')
      .innerJoin('dataScope', 'dataScope.id', 'roleScope.scopeId')
      .innerJoin('role', 'role.id', 'roleScope.roleId')
      .select(['dataScope.resourceCode', 'dataScope.scopeType', 'dataScope.scopeColumn', 'dataScope.scopeValue'])
      .where('roleScope.roleId', 'in', roleIds)
      .where('roleScope.scopeCategory', '=', 1)
      .where('dataScope.isDeleted', '=', 0)
      .where('role.isDeleted', '=', 0)
      .execute(),
  ])
  const aliases = roles.map(({ roleAlias }) => roleAlias)
  const byResource = new Map<string, Scope[]>()
  for (const { resourceCode, scopeType, scopeColumn, scopeValue } of scopes) {
    const list = byResource.get(resourceCode) ?? []
    list.push({ type: scopeType, column: scopeColumn ?? '', value: scopeValue ?? '' })
    byResource.set(resourceCode, list)
  }
  return {
    administrator: aliases.includes('administrator'),
    aliases,
    codes: new Set(codes.map(({ code }) => code)),
    scopes: byResource,
  }
}

export interface Session {
  readonly actor: Actor
  readonly epochs: Record<string, string>
}

/** `Blade-Auth: bearer <token>`; the scheme in any case, or the bare token. */
export const tokenOf = (header: unknown): string | null => {
  if (typeof header !== 'string' || !header) return null
  const token = header.replace(/^bearer\s+/i, '').trim()
  return /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null
}

/** The session a token opens, read on every request with the account as it stands now. Throws 401 when there is none. */
export const readSession = async (app: App, token: string): Promise<Session> => {
  const row = await sessionRow(app, hashToken(token))
  if (!row) throw noSession()
  const { epochs, hash: _, ...person } = row
  const roleIds = person.roleIds ?? []
  return {
    actor: { ...person, roleIds, deptIds: person.deptIds ?? [], rights: await rightsOf(app, epochs.rights, roleIds) },
    epochs,
  }
}
