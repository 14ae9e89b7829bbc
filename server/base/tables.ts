import type { ColumnType, Generated } from 'kysely'
import type { Entities } from '#contract/index.ts'
import type { Choice, Field, Fields, Values } from '#contract/kit/field.ts'

/** How values lie in the database where that differs from the wire: several as arrays, groups as jsonb text on the way in. */
interface StoredValues extends Omit<Values, 'dicts' | 'refs' | 'codes' | 'files' | 'one' | 'many'> {
  one: ColumnType<object, string, string>
  many: ColumnType<readonly object[], string, string>
  dicts: number[]
  refs: string[]
  codes: string[]
  files: string[]
}

type Column<F extends Field> = F extends { readonly choices: infer C extends readonly Choice[] }
  ? C[number][0]
  : StoredValues[F['kind']]

type Columns<F extends Fields> = {
  [N in keyof F]: F[N] extends { readonly when: object }
    ? Column<F[N]> | null
    : F[N] extends { readonly required: true }
      ? Column<F[N]>
      : Column<F[N]> | null
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

type EntityTables = {
  [N in keyof Entities]: Omit<Base, keyof Entities[N]['fields']> & WithStatus<Entities[N]['fields']>
}

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
  /** What a platform (user_type) keeps of an account, as its client sent it. */
  userPlatform: { userId: string; userType: number; userExt: string | null }
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
  /** Files on their way into a store, by the name they get there: one that is here long after was cut off. */
  arrivingFile: { name: string; storageId: string | null; since: Generated<string> }
  smsCode: { id: string; phone: string; hash: Buffer; tries: Generated<number>; endsAt: string }
  /** How people like the platform to look (contract/preferences.ts). */
  preference: { userId: string; name: string; value: unknown; roleIds: string[]; updateTime: Generated<string> }
  roleMenu: { roleId: string; menuId: string }
  topMenuSetting: { topMenuId: string; menuId: string }
  roleScope: { roleId: string; scopeId: string; scopeCategory: number }
  /** Counters that say when what is kept in memory is out of date. */
  epoch: { name: string; version: string }
  /** One row for each key a client sent with a write; repeats get the first answer. */
  requestKey: { userId: string; key: string; hash: Buffer; answer: unknown; createTime: Generated<string> }
  /** The chain over the audit: `hash` is that of the line and of the link before it. */
  auditSeal: { no: string; auditId: string; hash: Buffer; sealedAt: Generated<string> }
  noticeRead: { userId: string; noticeId: string; readAt: Generated<string> }
  /** How a background job is run, and what only the server knows of it (server/job). */
  jobWork: {
    jobId: string
    lang: 'zh' | 'en'
    deptChoice: string | null
    roleChoice: string | null
    remoteIp: string | null
    input: unknown
    inputHash: Buffer
    requestKey: string | null
    node: string | null
    attempt: Generated<number>
    leaseEnds: string | null
    cancelAsked: Generated<boolean>
    /** Its file, and the one it works on: their names and their storages. */
    storedName: string | null
    storedIn: string | null
    uploadName: string | null
    uploadIn: string | null
    result: unknown
    /** Initial passwords under the key of what is kept, until they are given out. */
    sealed: string | null
  }
  industry: { code: string; name: string; nameEn: string | null; parentCode: string | null; level: number }
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
    internal: string | null
    met: Generated<unknown>
    createTime: Generated<string>
  }
  declarationNumber: { tenantId: Generated<string>; prefix: string; last: number }
}

export interface Tables extends EntityTables, OtherTables {}
