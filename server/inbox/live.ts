import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import { Fail } from '#contract/kit/fail.ts'
import { run } from '../base/database/db.ts'
import { listen } from '../base/database/listen.ts'
import type { Download } from '../base/http/send-file.ts'
import { repeatEvery } from '../base/process/repeat.ts'
import { perApp } from '../engine/cache.ts'
import type { App, UserCtx } from '../engine/context.ts'
import { messageChannel } from './live-channel.ts'

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
 * The live connections of this server. They say only that something has changed; the client then reads it. They do not keep a
 * session alive: every heartbeat ends those whose session has ended. All servers listen to the same channel of the database.
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
  const heartbeat = async () => {
    if (connections.size === 0) return
    const usable = await usableSessions(
      app,
      [...connections].map(({ sessionId }) => sessionId),
    )
    for (const connection of connections)
      if (usable.has(connection.sessionId)) connection.stream.write('event: alive\ndata: \n\n')
      else end(connection)
  }
  const warn = (error: unknown) => app.log.warn({ err: error }, 'live connections were interrupted')
  const start = () => {
    const { ready, stop } = listen(app.db, messageChannel, onPayload, warn)
    return { ready, stops: [stop, repeatEvery(heartbeatMs, heartbeat, warn)] }
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

/** Opens a live connection of server-sent events: `alive` at the start and every 20 seconds, `change` for news. */
export const openLiveConnection = async ({ app, actor }: UserCtx): Promise<Download> => ({
  stream: await hubOf(app).open(actor.id, actor.sessionId ?? ''),
  name: 'live',
  type: 'text/event-stream; charset=utf-8',
})

/** Ends all live connections, so that the server can close. */
export const closeLiveConnections = (app: App): Promise<void> => hubOf(app).close()
