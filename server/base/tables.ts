import type { ColumnType, Generated } from 'kysely'
import type { Entities } from '#contract/index.ts'
import type { Choice, Field, Fields, Values } from '#contract/kit/field.ts'

/** How values lie in the database where that differs from the wire: several as arrays, groups as jsonb text on the way in. */
interface Stored extends Omit<Values, 'dicts' | 'refs' | 'codes' | 'files' | 'one' | 'many'> {
  one: ColumnType<object, string, string>
  many: ColumnType<readonly object[], string, string>
  dicts: number[]
  refs: string[]
  codes: string[]
  files: string[]
}

type Column<F extends Field> = F extends { readonly choices: infer C extends readonly Choice[] }
  ? C[number][0]
  : Stored[F['kind']]

type Columns<F extends Fields> = {
  [N in keyof F]: F[N] extends { readonly required: true } ? Column<F[N]> : Column<F[N]> | null
}

interface Base {
  id: Generated<string>
  tenantId: Generated<string>
  createUser: string | null
  createDept: string | null
  createTime: Generated<string>
  updateUser: string | null
  updateTime: Generated<string>
  isDeleted: Generated<number>
}

type WithStatus<F extends Fields> = 'status' extends keyof F ? Columns<F> : Columns<F> & { status: Generated<number> }

type EntityTables = { [N in keyof Entities]: Base & WithStatus<Entities[N]['fields']> }

/** Tables that are no entity: nobody lists or edits them as such. */
interface OtherTables {
  /** Who is logged in. Tokens are kept as SHA-256 only. */
  session: {
    id: Generated<string>
    userId: string
    clientId: string
    accessHash: Buffer
    refreshHash: Buffer
    refreshedAt: Generated<string>
    accessEnds: string
    refreshEnds: string
    mustChange: boolean
    startedAt: Generated<string>
    endedAt: string | null
    /** argon2id of the lock password while the session is behind its lock screen. */
    lockHash: string | null
    lockTries: Generated<number>
    deptChoice: string | null
    roleChoice: string | null
    address: string
    agent: string
    /** Of a session that came from the outside site. */
    idToken: string | null
  }
  authorizationCode: {
    codeHash: Buffer
    clientId: string
    redirectUri: string
    challenge: string | null
    userId: string
    endsAt: string
    usedAt: string | null
    sessionId: string | null
  }
  /** Logins under way at the outside site, or, without issuer, at this server itself. */
  signOn: {
    stateHash: Buffer
    browserHash: Buffer
    issuer: string | null
    nonce: string
    verifier: string
    endsAt: string
  }
  /** Who is who at an outside site; `pendingHash` lets its holder register for it. */
  identity: {
    id: Generated<string>
    issuer: string
    subject: string
    name: string | null
    userId: string | null
    pendingHash: Buffer | null
    pendingEnds: string | null
    createTime: Generated<string>
  }
  seedMark: { name: string; hash: string; at: Generated<string> }
  credential: { userId: string; hash: string; isInitial: boolean; changedAt: Generated<string> }
  captcha: { key: string; answer: string; endsAt: string }
  /** Logins and tries with a wrong password, by account; lines are only added. `outcome` 1 came in, 0 did not. */
  login: {
    id: Generated<string>
    userId: string
    at: Generated<string>
    way: string
    outcome: number
    address: string
    agent: string
  }
  loginFailure: { account: string; address: string; failures: number; lastAt: string }
  allowance: { key: string; used: number; endsAt: string }
  smsCode: { id: string; phone: string; hash: Buffer; tries: Generated<number>; endsAt: string }
  roleMenu: { roleId: string; menuId: string }
  roleScope: { roleId: string; scopeId: string; scopeCategory: number }
  /** Counters that say when what is kept in memory is out of date. */
  epoch: { name: string; version: string }
  /** One row for each key a client sent with a write; repeats get the first answer. */
  requestKey: { userId: string; key: string; hash: Buffer; answer: unknown; createTime: Generated<string> }
  /** Who did what to which row, before and after; in the transaction of the change. */
  audit: {
    id: Generated<string>
    at: Generated<string>
    userId: string | null
    requestId: string
    entity: string
    rowId: string
    verb: string
    before: unknown
    after: unknown
  }
  industry: { code: string; name: string; parentCode: string | null; level: number }
  declarationPart: {
    pid: string
    part: string
    body: unknown
    version: number
    savedBy: string | null
    savedAt: Generated<string>
  }
  declarationFile: { pid: string; attachId: string }
  declarationVersion: {
    pid: string
    loop: number
    snapshot: unknown
    hash: string
    frozenBy: string | null
    frozenAt: Generated<string>
  }
  declarationMove: {
    id: Generated<string>
    pid: string
    move: string
    fromStage: number
    toStage: number
    loop: number
    userId: string | null
    office: string | null
    comment: string | null
    remarks: unknown
    score: number | null
    conflict: Generated<boolean>
    createTime: Generated<string>
  }
  declarationNumber: { prefix: string; last: number }
}

export interface Tables extends EntityTables, OtherTables {}
