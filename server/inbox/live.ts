import { PassThrough } from 'node:stream'
import { Fail } from '#contract/kit/fail.ts'
import { run } from '../base/database/db.ts'
import { listen } from '../base/database/listen.ts'
import { sql } from '../base/database/sql.ts'
import type { Download } from '../base/http/send-file.ts'
import { repeatEvery } from '../base/process/repeat.ts'
import { perApp } from '../engine/cache.ts'
import type { App, UserCtx } from '../engine/context.ts'
import { messageChannel, sessionChannel } from './live-channel.ts'

/** Connections of one account on one server; a browser uses one for all its windows. */
const maxPerUser = 8
const heartbeatMs = 20_000

interface Connection {
  readonly userId: string
  readonly sessionId: string
  readonly stream: PassThrough
}

/** Sessions that may still be used; a locked screen gets no news. */
const usableSessions = async (app: App, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await run<{ id: string }>(
    app.db,
    sql`select s.id::text from session s join "user" u on u.id = s.user_id
      where s.id = any(${ids}::bigint[]) and s.ended_at is null and s.access_ends > now() and s.lock_hash is null
        and u.status = 1 and u.is_deleted = 0`,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Ends connections of a session. If an administrator has ended it, the browser is told to ask: the answer has the reason. Whoever
 * logs out or changes the password is answered by that call.
 */
const endWithReason = async (app: App, sessionId: string, connections: readonly Connection[]): Promise<void> => {
  const reason = sql`select 1 from session where id = ${sessionId} and logout_reason is not null`
  const hasReason = await run(app.db, reason).then(
    (rows) => rows.length > 0,
    () => false,
  )
  for (const { stream } of connections) stream.end(hasReason ? 'event: end\ndata: \n\n' : undefined)
}

/**
 * The live connections of this server. They say only that something has changed; the client then reads it. They do not keep a
 * session alive, and end with it: at once if it is ended or locked, at the next heartbeat if it expires. All servers listen to the
 * same channels of the database.
 */
const createHub = (app: App) => {
  const connections = new Set<Connection>()
  let started: { ready: Promise<void>; stops: (() => Promise<void>)[] } | null = null
  let closed = false
  const end = (connection: Connection) => {
    connections.delete(connection)
    connection.stream.end()
  }
  const onPayload = (payload: string | null) => {
    const ids = payload === null ? null : new Set(payload.split(','))
    for (const { userId, stream } of connections)
      if (ids === null || ids.has(userId)) stream.write('event: change\ndata: \n\n')
  }
  const endUnusable = async (all: readonly Connection[]) => {
    if (all.length === 0) return
    const usable = await usableSessions(
      app,
      all.map(({ sessionId }) => sessionId),
    )
    for (const connection of all) if (!usable.has(connection.sessionId)) end(connection)
  }
  const heartbeat = async () => {
    await endUnusable([...connections])
    for (const { stream } of connections) stream.write('event: alive\ndata: \n\n')
  }
  const warn = (error: unknown) => app.log.warn({ err: error }, 'live connections were interrupted')
  const onSessionEnd = (payload: string | null) => {
    if (payload === null) return void endUnusable([...connections]).catch(warn)
    const all = [...connections].filter(({ sessionId }) => sessionId === payload)
    for (const connection of all) connections.delete(connection)
    if (all.length) endWithReason(app, payload, all).catch(warn)
  }
  const start = () => {
    const line = listen(app.db, { [messageChannel]: onPayload, [sessionChannel]: onSessionEnd }, warn)
    return { ready: line.ready, stops: [repeatEvery(heartbeatMs, () => line.probe().then(heartbeat), warn), line.stop] }
  }
  return {
    open: async (userId: string, sessionId: string): Promise<PassThrough> => {
      started ??= start()
      // what is written from now on must not be missed
      await started.ready
      if (closed)
        throw new Fail(['服务正在重启，请稍后重试', 'The service is restarting; please try again shortly'], 503)
      if ([...connections].filter((one) => one.userId === userId).length >= maxPerUser)
        throw new Fail(['实时连接过多', 'Too many live connections'], 429)
      const connection = { userId, sessionId, stream: new PassThrough() }
      connections.add(connection)
      connection.stream.on('close', () => connections.delete(connection))
      connection.stream.write('event: alive\ndata: \n\n')
      // its session may have ended before this server listened on its behalf
      await endUnusable([connection])
      return connection.stream
    },
    close: async () => {
      closed = true
      for (const connection of connections) end(connection)
      for (const stop of started?.stops ?? []) await stop()
    },
  }
}

const hubOf = perApp(createHub)

/**
 * Opens a live connection of server-sent events: `alive` at the start and every 20 seconds, `change` for news,
 * and `end` when an administrator has ended the session.
 */
export const openLiveConnection = async ({ app, actor }: UserCtx): Promise<Download> => ({
  stream: await hubOf(app).open(actor.id, actor.sessionId ?? ''),
  name: 'live',
  type: 'text/event-stream; charset=utf-8',
})

/** Ends all live connections, so that the server can close. */
export const closeLiveConnections = (app: App): Promise<void> => hubOf(app).close()
