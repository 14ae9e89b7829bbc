import type { FastifyRequest } from 'fastify'
import type { Entities } from '#contract/index.ts'
import type { Endpoint, InOf, OutOf } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { denied } from '#contract/kit/fail.ts'
import type { Lang, Text } from '#contract/kit/text.ts'
import type { EventName } from '#contract/log/events.ts'
import type { Db, Fragment } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import type { FileStore } from '../base/files.ts'
import type { Log } from '../base/log.ts'
import type { Secrets } from '../base/secrets.ts'

/**
 * One grant of rows of the entity `resource`: 1 all, 2 own, 3 own department, 4 with those below, 5 by column
 * (server/engine/scope.ts). `fields` names the columns that are seen of them, `*` all.
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

/** What the roles of an account allow, compiled once for each version of the rights. */
export interface Rights {
  readonly administrator: boolean
  readonly aliases: readonly string[]
  readonly codes: ReadonlySet<string>
  readonly scopes: ReadonlyMap<string, readonly Scope[]>
  /** Codes that some of the roles holds without any data scope on them. */
  readonly unbounded: ReadonlySet<string>
  /** Addresses that live API scopes name, and those of them these roles hold (server/engine/api-scope.ts). */
  readonly addresses: { readonly guarded: readonly string[]; readonly granted: readonly string[] }
}

/** Who is asking. A visitor is an actor too: without session and without rights. */
export interface Actor {
  readonly id: string | null
  readonly sessionId: string | null
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
  /** The one department and the one role chosen in switch mode, null where all are worked as. */
  readonly deptChoice: string | null
  readonly roleChoice: string | null
  /** Behind the lock screen. */
  readonly locked: boolean
  readonly rights: Rights
}

/** Sends a message to a phone, or throws: `text` where it stays here, `params` for the template of a provider that carries it. */
export type SmsSender = (
  ctx: Ctx,
  message: {
    readonly phone: string
    readonly purpose: 'login'
    readonly text: Text
    readonly params: Readonly<Record<string, string>>
    /** The tenant whose provider is to carry it. */
    readonly tenantId: string
  },
) => Promise<void>

/** An unforeseen error of the server, with the request it met. */
export interface Failure {
  readonly error: unknown
  readonly requestId: string
  readonly method: string
  /** Without its query. */
  readonly path: string
  readonly address: string
  readonly agent: string
  readonly account: string
}

/** What a session can be held up by before its rights are asked. */
export type Restriction = 'initialPassword' | 'lockScreen'

/** One endpoint with what answers it. `name` is entity.verb or group.call. */
export interface Address {
  readonly name: string
  readonly endpoint: Endpoint
  // biome-ignore lint/suspicious/noExplicitAny: a table of handlers of every input; each is typed where it is written
  readonly handle: Handler<any, unknown>
  /** What does not keep a session from this call: an initial password still in use, its lock screen. */
  readonly allowWhile?: readonly Restriction[]
  /** A session cannot live without it: no API scope may close it. */
  readonly alwaysAllowed?: boolean
}

/** What the whole server shares; `app.ts` makes it once. */
export interface App {
  readonly env: Env
  readonly secrets: Secrets
  readonly log: Log
  readonly db: Db
  readonly files: FileStore
  readonly sendSms: SmsSender
  /** Every entity by its name: what fields point into, and what the platform keeps to itself (server/engine/targets.ts). */
  readonly entities: Readonly<Record<string, AnyEntity>>
  readonly addresses: readonly Address[]
  /** Keeps what a browser reports of its errors, for those who look after the platform. */
  readonly saveBrowserErrors: (ctx: Ctx, list: readonly object[]) => Promise<void>
  /** Keeps an error of the server that nobody foresaw; never throws, and nobody waits for it. */
  readonly logServerError: (failure: Failure) => void
  /** Keeps what the platform itself did and an administrator wants to know; never throws, and nobody waits for it. */
  readonly logEvent: (name: EventName, data?: object) => void
  /** Notes in the audit that a change was refused, of what `input` asked for; never throws. */
  readonly auditRefusal: (of: Address, by: FastifyRequest, error: unknown, input?: object) => Promise<void>
  /** Enters the organisation of an approved account in the register of companies; resolves to its department. */
  readonly enrolCompany: (
    ctx: Ctx,
    person: {
      readonly id: string
      readonly unitName: string | null
      readonly organizationCode: string | null
      readonly accountType: number | null
      readonly operator: number | null
    },
  ) => Promise<string>
  /** Whether something a caller may see shows him an attachment; `app.ts` asks the areas to the right. */
  readonly isFileVisible: (ctx: Ctx, attachId: string) => Promise<boolean>
  /** Whether a caller may read an attachment, for whatever reason; `key` is that of its address (server/storage/attach.ts). */
  readonly mayReadFile: (ctx: Ctx, attachId: string, key?: string | null) => Promise<boolean>
}

/** A list of this entity read on and on instead of page by page, the next rows at each call (server/job/rows.ts). */
export interface CursorReader {
  readonly entity: string
  readonly next: <R>(query: Fragment, order: string) => Promise<R[]>
}

/** One request: who asks, in which language, on which connection. Inside `tx` its `db` is the transaction. */
export interface Ctx {
  readonly app: App
  readonly db: Db
  readonly actor: Actor
  readonly lang: Lang
  readonly cacheVersions: Readonly<Record<string, string>>
  readonly cursor?: CursorReader
  readonly request: {
    readonly id: string
    readonly address: string
    readonly agent: string
    readonly headers: Readonly<Record<string, string | string[] | undefined>>
  }
}

export type Handler<In, Out> = (ctx: Ctx, input: In) => Promise<Out>
export type HandlerOf<E> = Handler<NonNullable<InOf<E>>, OutOf<E>>

type Verbs<T extends AnyEntity> = T['verbs'][number]

/** The special behaviour of an entity: any of its verbs done differently, every one of its actions. */
export type Handlers<N extends keyof Entities> = {
  readonly [V in Verbs<Entities[N]> & keyof Entities[N]['calls']]?: HandlerOf<Entities[N]['calls'][V]>
} & {
  readonly [A in keyof Entities[N]['actions'] & keyof Entities[N]['calls']]: HandlerOf<Entities[N]['calls'][A]>
}

export type CallHandlers<G extends Readonly<Record<string, Endpoint>>> = { readonly [N in keyof G]: HandlerOf<G[N]> }

const inTransaction = new WeakSet<Db>()

/** Runs `work` with a ctx whose `db` is a transaction; inside one, in the same. */
export const tx = async <R>(ctx: Ctx, work: (ctx: Ctx) => Promise<R>): Promise<R> => {
  if (inTransaction.has(ctx.db)) return work(ctx)
  return ctx.db.transaction().execute((db) => {
    inTransaction.add(db)
    return work({ ...ctx, db })
  })
}

export const hasPermission = ({ actor }: Ctx, code: string): boolean =>
  actor.rights.administrator || actor.rights.codes.has(code)

export const requirePermission = (ctx: Ctx, code: string): void => {
  if (!hasPermission(ctx, code)) throw denied()
}
