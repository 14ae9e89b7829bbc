import type { ColumnType, Generated } from 'kysely'
import type { MessageKind } from '#contract/inbox/message-kinds.ts'
import type { Entities } from '#contract/index.ts'
import type { Choice, Field, Fields, Values } from '#contract/kit/field.ts'
import type { JobTables } from './job-tables.ts'

/** Value types in the database that differ from the wire: multiple values are arrays, groups are written as jsonb text. */
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

/** Tables without an entity: no standard call lists or edits them. */
interface OtherTables {
  /** Login sessions. Tokens are stored as SHA-256 only. */
  session: {
    id: Generated<string>
    userId: string
    clientId: string
    accessHash: Buffer
    refreshHash: Buffer
    refreshedAt: Generated<string>
    accessEnds: string
    refreshEnds: string
    /** How often the tokens were exchanged. */
    refreshes: Generated<number>
    mustChange: boolean
    startedAt: Generated<string>
    endedAt: string | null
    /** argon2id hash of the lock password while the session is locked. */
    lockHash: string | null
    lockTries: Generated<number>
    deptChoice: string | null
    roleChoice: string | null
    address: string
    agent: string
    /** Set for a session that was opened by the external OpenID Connect provider. */
    idToken: string | null
    /** The last request, exact to a minute. */
    activeAt: Generated<string>
    /** Why an administrator ended the session. */
    logoutReason: string | null
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
  /** Logins in progress at the external provider or, if `issuer` is null, at this server itself. */
  signOn: {
    stateHash: Buffer
    browserHash: Buffer
    issuer: string | null
    nonce: string
    verifier: string
    endsAt: string
  }
  /** Links accounts of an external provider to users; whoever has the token behind `pendingHash` may register a user for one. */
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
  /** Accounts that their owners registered; `keyHash` belongs to the key with which one is corrected before the first approval. */
  registration: {
    userId: string
    /** When it was handed in last. */
    submitTime: Generated<string>
    approvedAt: string | null
    keyHash: Buffer | null
    keyEnds: string | null
    /** How the officer who approved has checked who the applicant is. */
    checkNote: string | null
    checkedBy: string | null
    checkedAt: string | null
  }
  /** Files that prove that an applicant may act for the organisation (server/storage/proof-upload.ts). */
  registrationProof: {
    attachId: string
    userId: string
    kind: number
    createTime: Generated<string>
    replacedAt: string | null
  }
  /** Who has agreed to which version of a statement of the site. */
  consent: { userId: string; code: string; version: number; createTime: Generated<string> }
  /** What accounts of the same organisation say about a registration. */
  registrationAnswer: {
    userId: string
    clerkId: string
    agrees: boolean
    reason: string | null
    createTime: Generated<string>
  }
  /** Data of an account for one platform (`userType`), as its client sent it. */
  userPlatform: { userId: string; userType: number; userExt: string | null }
  captcha: { key: string; answer: string; endsAt: string }
  /**
   * Logins and failed attempts; append-only. `outcome` is 1 for success, 0 for failure with a `reason`; null stands for a wrong
   * password. Without `userId` the name was unknown, and `account` has its first letters.
   */
  login: {
    id: Generated<string>
    userId: string | null
    account: string | null
    reason: string | null
    at: Generated<string>
    way: string
    outcome: number
    address: string
    agent: string
  }
  loginFailure: { account: string; address: string; failures: number; lastAt: string; rejectedAt: string | null }
  allowance: { key: string; used: number; endsAt: string }
  /** Uploads in progress, by the name in their storage; an old row is an interrupted upload. */
  arrivingFile: { name: string; storageId: string | null; since: Generated<string> }
  /** Codes by SMS as hashes; `network` is where the code was requested. */
  smsCode: { id: string; phone: string; network: string; hash: Buffer; tries: Generated<number>; endsAt: string }
  /** Display preferences of people (contract/preferences.ts). */
  preference: { userId: string; name: string; value: unknown; roleIds: string[]; updateTime: Generated<string> }
  roleMenu: { roleId: string; menuId: string }
  topMenuSetting: { topMenuId: string; menuId: string }
  roleScope: { roleId: string; scopeId: string; scopeCategory: number }
  /** Versions that show when cached data is out of date. */
  epoch: { name: string; version: string }
  /** One row per key that a client sent with a write; a repeated request gets the first response. */
  requestKey: { userId: string; key: string; hash: Buffer; answer: unknown; createTime: Generated<string> }
  /** The hash chain of the audit log: `hash` covers the row and the previous hash. */
  auditSeal: { no: string; auditId: string; hash: Buffer; sealedAt: Generated<string> }
  /** Messages to people (server/inbox/notify.ts). */
  message: {
    id: Generated<string>
    tenantId: string
    toUser: string
    kind: MessageKind
    isRequired: boolean
    title: string
    titleEn: string
    text: string
    textEn: string
    link: string
    businessTable: string | null
    businessId: string | null
    /** The act of many rows that has sent it. */
    actId: Generated<string | null>
    createTime: Generated<string>
    readAt: string | null
    doneAt: string | null
  }
  messagePreference: { userId: string; kind: string; channel: string; isOn: boolean }
  /** Days on which the officers have got their digest. */
  digestDay: { day: string; sentAt: Generated<string> }
  noticeRead: { userId: string; noticeId: string; readAt: Generated<string> }
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
    /** Titles of the stages if they are further reviews. */
    fromName: string | null
    toName: string | null
    fromNameEn: string | null
    toNameEn: string | null
    loop: number
    userId: string | null
    /** For whom the user made it as a deputy. */
    principalId: string | null
    office: string | null
    comment: string | null
    remarks: unknown
    score: number | null
    items: Generated<unknown>
    conflict: Generated<boolean>
    /** Whether it was one of many by the same act. */
    isBulk: Generated<boolean>
    /** That act, and whether nobody in the office had opened the declaration by then. */
    actId: Generated<string | null>
    isUnopened: Generated<boolean>
    internal: string | null
    met: Generated<unknown>
    createTime: Generated<string>
  }
  /** When each officer last opened a declaration. */
  declarationOpening: { declarationId: string; userId: string; openedAt: Generated<string> }
  scoreCorrection: {
    id: Generated<string>
    moveId: string
    score: number
    items: Generated<unknown>
    reason: string
    createTime: Generated<string>
  }
  declarationNumber: { tenantId: Generated<string>; prefix: string; last: number }
}

export interface Tables extends EntityTables, OtherTables, JobTables {}
