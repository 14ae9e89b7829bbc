import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { cleanUp } from './cleanup.ts'

interface ProxyOptions {
  /** Leaves out the options of the startup message, as some poolers do. */
  readonly dropsOptions?: boolean
  /** Leaves out notifications, as a pooler does that gives a session to many clients in turn. */
  readonly dropsNotifications?: boolean
}

/** A startup message: its length, the protocol, and pairs of names and values, each ended by NUL. */
const withoutOptions = (message: Buffer): Buffer => {
  const texts = message.subarray(8).toString('utf8').split('\0')
  const at = texts.indexOf('options')
  const body = Buffer.concat([
    message.subarray(4, 8),
    Buffer.from(texts.toSpliced(at, at < 0 ? 0 : 2).join('\0'), 'utf8'),
  ])
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([length, body])
}

/** Messages of the server: a letter and the length of the rest. Passes on whole messages that are no notifications. */
const notificationFilter = () => {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer): Buffer => {
    rest = Buffer.concat([rest, chunk])
    const messages: Buffer[] = []
    while (rest.length >= 5 && rest.length >= 1 + rest.readInt32BE(1)) {
      const length = 1 + rest.readInt32BE(1)
      if (rest[0] !== 'A'.charCodeAt(0)) messages.push(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
    return Buffer.concat(messages)
  }
}

/** A proxy in front of a database, to lose connections as a network does. */
export interface DatabaseProxy {
  readonly url: string
  /** Freezes the open connections for good: neither data nor the end of a connection passes. New ones work. */
  readonly freeze: () => void
  /** Freezes new connections too, until `thaw`: what a stopped database looks like. */
  readonly hold: () => void
  readonly thaw: () => void
}

export const openDatabaseProxy = async (databaseUrl: string, options: ProxyOptions = {}): Promise<DatabaseProxy> => {
  const { host, port } = new pg.Client({ connectionString: databaseUrl })
  const sockets = new Set<Socket>()
  let isHolding = false
  const server = createServer((client) => {
    const database = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const filter = options.dropsNotifications ? notificationFilter() : (chunk: Buffer) => chunk
    let isFirst = true
    client.on('data', (chunk: Buffer) => {
      database.write(isFirst && options.dropsOptions ? withoutOptions(chunk) : chunk)
      isFirst = false
    })
    database.on('data', (chunk: Buffer) => client.write(filter(chunk)))
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (isHolding) from.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const at = `@127.0.0.1:${(server.address() as AddressInfo).port}/`
  const freeze = () => {
    for (const socket of sockets) socket.pause()
  }
  return {
    url: databaseUrl.replace(/@[^/]*\//, at).replace(/\?.*$/, ''),
    freeze,
    hold: () => {
      isHolding = true
      freeze()
    },
    thaw: () => {
      isHolding = false
      for (const socket of sockets) socket.resume()
    },
  }
}
