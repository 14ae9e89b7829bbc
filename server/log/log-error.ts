import { logError } from '#contract/log/log-error.ts'
import { DatabaseUnavailable } from '../base/database/connection.ts'
import { type Db, isDatabaseAway } from '../base/database/db.ts'
import { limitRepeats } from '../base/process/limit-repeats.ts'
import type { Log } from '../base/process/log.ts'
import type { App, Ctx, Handlers } from '../engine/context.ts'
import type { ServerInfo } from './server-info.ts'

/** One error reported by a browser. All values are untrusted. */
interface BrowserError {
  readonly url?: string | null
  readonly time?: string | null
  readonly type?: string | null
  readonly message?: string | null
  readonly stack?: string | null
  readonly info?: string | null
}

/** Maximum number of errors saved from one report. */
const maxReports = 100
const secrets =
  /((?:password|token|code|state|key|phone|blade-auth|authori[sz]ation)=)(?:(?:bearer|basic)(?:%20|\+| ))?[^&#\s]+/gi

/** Masks secrets in addresses, which no log may contain, and cuts the text to `maxLength`. */
const scrub = (text: string | null | undefined, maxLength: number): string =>
  (text ?? '').replace(secrets, '$1***').slice(0, maxLength)

/** File and line of the first frame of a stack. */
const placeIn = (stack: string): { fileName: string | null; lineNumber: number | null } => {
  const match = /([\w.-]{1,100}\.[cm]?[jt]sx?)(?:\?[^\s:]{0,100})?:(\d{1,7})/.exec(stack)
  return { fileName: match?.[1] ?? null, lineNumber: match ? Number(match[2]) : null }
}

/** Saves errors reported by a browser, at most `maxReports`. */
export const saveBrowserErrors = async (ctx: Ctx, list: readonly BrowserError[]): Promise<void> => {
  if (list.length === 0) return
  const { actor, request } = ctx
  await ctx.db
    .insertInto(logError.name)
    .values(
      list.slice(0, maxReports).map(({ url, time, type, message, stack, info }) => {
        const stackTrace = scrub([stack, info].filter(Boolean).join('\n'), 20_000)
        return {
          serviceId: 'browser' as const,
          exceptionName: scrub(type, 255),
          message: scrub(message, 2000),
          requestUri: scrub(url, 2000),
          stackTrace: time ? `${scrub(time, 40)}\n${stackTrace}` : stackTrace,
          requestId: request.id,
          createBy: actor.account,
          remoteIp: request.address,
          userAgent: request.agent,
          tenantId: actor.tenantId,
          createUser: actor.id,
          ...placeIn(stackTrace),
        }
      }),
    )
    .execute()
}

/**
 * Saves unexpected server errors, which are in the process log already. A database that is away cannot have them: the attempt would
 * take a connection from the requests that wait for one. If saving fails for another reason, that goes to the process log.
 */
export const createServerErrorLog =
  (
    db: Db,
    log: Log,
    serverInfo: ServerInfo,
    report = limitRepeats((err) => log.error({ err }, 'errors could not be recorded')),
  ): App['logServerError'] =>
  ({ error, requestId, method, path, address, agent, account }) => {
    if (error instanceof DatabaseUnavailable || isDatabaseAway(db)) return
    const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
    db.insertInto(logError.name)
      .values({
        serviceId: 'server' as const,
        exceptionName: name.slice(0, 255),
        message: scrub(message, 2000),
        method,
        requestId,
        ...serverInfo,
        requestUri: path.slice(0, 2000),
        stackTrace: scrub(stack, 20_000),
        createBy: account,
        remoteIp: address,
        userAgent: agent,
        ...placeIn(stack),
      })
      .execute()
      .catch((other: unknown) => other instanceof DatabaseUnavailable || report(other))
  }

export const logErrorHandlers: Handlers<'logError'> = {
  submitList: async (ctx, { list }) => {
    await saveBrowserErrors(ctx, list ?? [])
    return null
  },
}
