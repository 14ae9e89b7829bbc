import type { FastifyRequest } from 'fastify'
import type { Entities } from '#contract/index.ts'
import type { Endpoint, InOf, OutOf, UserAccess } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { denied } from '#contract/kit/fail.ts'
import type { Lang, Text } from '#contract/kit/text.ts'
import type { EventName } from '#contract/log/events.ts'
import type { PlainScreen } from '#contract/plain-screens.ts'
import type { KeyLevels } from '#contract/system/key-scopes.ts'
import type { Secrets } from '../base/crypto/secrets.ts'
import type { Db, Fragment } from '../base/database/db.ts'
import type { Documents } from '../base/documents/documents.ts'
import type { FileStore } from '../base/files/file-store.ts'
import type { Env } from '../base/process/env.ts'
import type { Log } from '../base/process/log.ts'

/**
 * One data scope: which rows of the entity with the code `resource` a role may see. `type`: 1 all, 2 own, 3 own department,
 * 4 own department and those below, 5 custom, by columns (server/engine/scope.ts). `fields` lists the visible columns, `*` all.
 */
export interface Scope {
  readonly id: string
  readonly resource: string
  readonly name: string
  readonly type: number
  readonly column: string
  readonly value: string
  readonly fields: string
}

/** What the roles of an account allow; compiled once for each version of the rights. */
export interface Rights {
  readonly administrator: boolean
  readonly aliases: readonly string[]
  readonly codes: ReadonlySet<string>
  readonly scopes: ReadonlyMap<string, readonly Scope[]>
  /** Permission codes that at least one role holds without a data scope on them. */
  readonly unbounded: ReadonlySet<string>
  /** Paths that existing API scopes guard, and those that these roles are granted (server/engine/api-scope-match.ts). */
  readonly addresses: { readonly guarded: readonly string[]; readonly granted: readonly string[] }
}

/** The key with which a program calls for its owner. */
export interface ActorKey {
  /** Its beginning, by which its owner recognises it. */
  readonly prefix: string
  readonly levels: KeyLevels
}

interface ActorData {
  readonly account: string
  readonly realName: string
  readonly tenantId: string
  readonly roleIds: readonly string[]
  readonly deptIds: readonly string[]
  readonly accountType: number | null
  readonly organizationCode: string | null
  readonly operator: number | null
  readonly region: string | null
  readonly mustChange: boolean
  /** The department and the role selected in switch mode; null where all of them apply. */
  readonly deptChoice: string | null
  readonly roleChoice: string | null
  /** Whether the lock screen is active. */
  readonly locked: boolean
  readonly rights: Rights
  /** Set if the request has a key instead of a session. */
  readonly key?: ActorKey
}

/** Somebody without a session and without rights. */
export interface Visitor extends ActorData {
  readonly id: null
  readonly sessionId: null
}

/** A signed-in user; `sessionId` is null in a job that continues after the request. */
export interface User extends ActorData {
  readonly id: string
  readonly sessionId: string | null
}

/** The caller of a request. */
export type Actor = Visitor | User

/** An unexpected error of the server, with the request that caused it. */
export interface Failure {
  readonly error: unknown
  readonly requestId: string
  readonly method: string
  /** Without the query string. */
  readonly path: string
  readonly address: string
  readonly agent: string
  readonly account: string
}

/** A state that blocks a session before its permissions are checked: an initial password still in use, an active lock screen. */
export type Restriction = 'initialPassword' | 'lockScreen'

/** One endpoint with its handler. `name` is entity.verb or group.call. */
export interface Route {
  readonly name: string
  readonly endpoint: Endpoint
  // biome-ignore lint/suspicious/noExplicitAny: a table of handlers of every input; each is typed where it is written
  readonly handle: Handler<any, unknown, UserCtx>
  /** Restrictions that do not block this call. */
  readonly allowWhile?: readonly Restriction[]
  /** Every session needs this call: no API scope may block it. */
  readonly alwaysAllowed?: boolean
}

/**
 * What the whole server shares; `app.ts` creates it once. An area that needs something of an area to its right declares it here from
 * its own file (`declare module`), beside the code that uses it.
 */
export interface App {
  readonly env: Env
  readonly secrets: Secrets
  readonly log: Log
  readonly db: Db
  readonly files: FileStore
  readonly documents: Documents
  /** Every entity by its name: the targets of fields, and the platform-only entities (server/engine/targets.ts). */
  readonly entities: Readonly<Record<string, AnyEntity>>
  /** Screens without an entity. */
  readonly screens: readonly PlainScreen[]
  readonly routes: readonly Route[]
  /** State that the server keeps between requests; use `perApp` (server/engine/cache.ts). */
  readonly cache: Map<symbol, unknown>
  /** Stores an unexpected error of the server, without delaying the caller. Never throws. */
  readonly logServerError: (failure: Failure) => void
  /** Stores an event of the platform for its administrators, without delaying the caller. Never throws. */
  readonly logEvent: (name: EventName, data?: object) => void
  /** Writes an audit entry for a rejected change, whose input was `input`. Never throws. */
  readonly auditRefusal: (route: Route, request: FastifyRequest, error: unknown, input?: object) => Promise<void>
  /** Whether the caller may read an attachment, for any reason; `key` comes from its address (server/storage/attach.ts). */
  readonly mayReadFile: (ctx: Ctx, attachId: string, key?: string | null) => Promise<boolean>
}

/** Reads a list of this entity in sequence instead of by page: each call returns the next rows (server/job/row-stream.ts). */
export interface CursorReader {
  readonly entity: string
  readonly next: <R>(query: Fragment, order: Fragment) => Promise<R[]>
}

/** One request: its caller, language and connection. Inside `tx`, `db` is the transaction. */
export interface Ctx<A extends Actor = Actor> {
  readonly app: App
  readonly db: Db
  readonly actor: A
  readonly lang: Lang
  readonly cacheVersions: Readonly<Record<string, string>>
  readonly cursor?: CursorReader
  /** The act of many rows of which this is one. */
  readonly act?: { readonly id: string; readonly isInBackground: boolean }
  /** Verb of the audit entries of ordinary updates, if the request is not an ordinary edit. */
  readonly updateVerb?: string
  readonly request: {
    readonly id: string
    readonly address: string
    readonly agent: string
    readonly headers: Readonly<Record<string, string | string[] | undefined>>
    /** The tenant that the client names in a call without a field for it; null if it names none. */
    readonly tenantId?: string | null
    /** What a successful response says; 操作成功 by default. */
    readonly answer?: { text?: Text }
    /** Calls `act` if the client goes away before it has its answer; returns what forgets it. */
    readonly onLeave?: (act: () => void) => () => void
  }
}

/** Sets what the response says if the request succeeds, where the specification prescribes a text. */
export const answerWith = ({ request }: Ctx, text: Text): void => {
  if (request.answer) request.answer.text = text
}

/** A request of a signed-in user. */
export type UserCtx = Ctx<User>

/** The request that the handler of an endpoint gets: of a signed-in user, unless visitors may call it. */
type CtxFor<E> = E extends { readonly access: infer A } ? ([A] extends [UserAccess] ? UserCtx : Ctx) : Ctx

export type Handler<In, Out, C extends Ctx = Ctx> = (ctx: C, input: In) => Promise<Out>
export type HandlerOf<E> = Handler<NonNullable<InOf<E>>, OutOf<E>, CtxFor<E>>

type Verbs<T extends AnyEntity> = T['verbs'][number]

/** The special handlers of an entity: any of its verbs can be replaced, and every action needs one. */
export type Handlers<N extends keyof Entities> = {
  readonly [V in Verbs<Entities[N]> & keyof Entities[N]['calls']]?: HandlerOf<Entities[N]['calls'][V]>
} & {
  readonly [A in keyof Entities[N]['actions'] & keyof Entities[N]['calls']]: HandlerOf<Entities[N]['calls'][A]>
}

export type CallHandlers<G extends Readonly<Record<string, Endpoint>>> = { readonly [N in keyof G]: HandlerOf<G[N]> }

const inTransaction = new WeakSet<Db>()

/** Runs `work` with a ctx whose `db` is a transaction; reuses the current transaction if there is one. */
export const tx = async <R, C extends Ctx>(ctx: C, work: (ctx: C) => Promise<R>): Promise<R> => {
  if (inTransaction.has(ctx.db)) return work(ctx)
  return ctx.db.transaction().execute((db) => {
    inTransaction.add(db)
    return work({ ...ctx, db })
  })
}

/** Whether the caller is a signed-in user rather than a visitor. */
export const isSignedIn = (ctx: Ctx): ctx is UserCtx => ctx.actor.id !== null

export const hasPermission = ({ actor }: Ctx, code: string): boolean =>
  actor.rights.administrator || actor.rights.codes.has(code)

export const requirePermission = (ctx: Ctx, code: string): void => {
  if (!hasPermission(ctx, code)) throw denied()
}
