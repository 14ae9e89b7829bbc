import { logError } from '#contract/log/log-error.ts'
import type { Db } from '../base/db.ts'
import type { Log } from '../base/log.ts'
import type { App, Ctx, Handlers } from '../engine/context.ts'
import type { Here } from './here.ts'

/** One error of a browser; everything it says is what the browser says. */
interface Reported {
  readonly url?: string | null
  readonly time?: string | null
  readonly type?: string | null
  readonly message?: string | null
  readonly stack?: string | null
  readonly info?: string | null
}

/** More at once than a local log keeps is no report. */
const mostAtOnce = 100
const secrets = /((?:password|token|code|state|key|phone|Blade-Auth)=)[^&#\s]+/gi

/** Addresses carry what must stand in no log (security rule 25). */
const clean = (text: string | null | undefined, most: number): string =>
  (text ?? '').replace(secrets, '$1***').slice(0, most)

/** First place in a stack: its file and its line. */
const placeIn = (stack: string): { fileName: string | null; lineNumber: number | null } => {
  const found = /([\w.-]+\.(?:[cm]?[jt]sx?))[^\s:]*:(\d{1,7})/.exec(stack)
  return { fileName: found?.[1] ?? null, lineNumber: found ? Number(found[2]) : null }
}

/** Keeps what a browser reports; lines beyond a hundred are left out. */
export const keepReported = async (ctx: Ctx, list: readonly Reported[]): Promise<void> => {
  if (list.length === 0) return
  const { actor, request } = ctx
  await ctx.db
    .insertInto(logError.name)
    .values(
      list.slice(0, mostAtOnce).map(({ url, time, type, message, stack, info }) => {
        const stackTrace = clean([stack, info].filter(Boolean).join('\n'), 20_000)
        return {
          ...{ serviceId: 'browser' as const, exceptionName: clean(type, 255), message: clean(message, 2000) },
          ...{ requestUri: clean(url, 2000), stackTrace: time ? `${clean(time, 40)}\n${stackTrace}` : stackTrace },
          ...{ requestId: request.id, createBy: actor.account, remoteIp: request.address, userAgent: request.agent },
          ...{ tenantId: actor.tenantId, createUser: actor.id, ...placeIn(stackTrace) },
        }
      }),
    )
    .execute()
}

/** Keeps unforeseen errors of the server; where that fails too, the log alone has both. */
export const keepFailureOn =
  (db: Db, log: Log, here: Here): App['logServerError'] =>
  ({ error, requestId, method, path, address, agent, account }) => {
    const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
    db.insertInto(logError.name)
      .values({
        ...{
          serviceId: 'server' as const,
          exceptionName: name.slice(0, 255),
          message: clean(message, 2000),
          method,
          requestId,
        },
        ...here,
        ...{ requestUri: path.slice(0, 2000), stackTrace: clean(stack, 20_000), createBy: account },
        ...{ remoteIp: address, userAgent: agent, ...placeIn(stack) },
      })
      .execute()
      .catch((other: unknown) => log.error({ err: other, requestId }, 'an error could not be kept'))
  }

export const logErrorHandlers: Handlers<'logError'> = {
  submitList: async (ctx, { list }) => {
    await keepReported(ctx, list ?? [])
    return null
  },
}
