import type pg from 'pg'
import { calls } from '#contract/calls.ts'
import { entities } from '#contract/index.ts'
import type { Server } from '../servers.ts'
import { login } from '../servers.ts'
import { adminPassword, connect } from './databases.ts'
import { allRequests, type Read, type Request, type Sender } from './requests.ts'

export interface Measured {
  readonly status: number
  /** Buffers of 8 kB that PostgreSQL touched for the statements of the request. */
  readonly pages: number
  readonly ms: number
}

/** Statements that no request of the bench causes by itself: the log of calls is written a second later. */
const others = /^\s*(insert into "?(log_api|log_error|log_usual|audit_seal)|select pg_stat|select query|listen|set )/i

const pagesRead = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ query: string; pages: string }>(
    `select query, shared_blks_hit + shared_blks_read as pages from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database())`,
  )
  return rows.reduce((sum, { query, pages }) => sum + (others.test(query) ? 0 : Number(pages)), 0)
}

const headersOf = (token: string | undefined) => ({
  authorization: `Basic ${btoa('saber:')}`,
  'content-type': 'application/json',
  ...(token ? { 'blade-auth': `bearer ${token}` } : {}),
})

/** Requests of the senders to a server. */
const openSenders = (url: string, password: string) => {
  const tokens = new Map<Sender, Promise<string>>()
  const tokenOf = (sender: Sender) => {
    if (sender === 'visitor') return undefined
    if (!tokens.has(sender)) tokens.set(sender, login(url, sender, sender === 'admin' ? adminPassword : password))
    return tokens.get(sender)
  }
  return async (sender: Sender, path: string, body?: object) =>
    fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: headersOf(await tokenOf(sender)),
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
}

/** A request of the bench that took longer, in milliseconds, is not repeated. */
const longMs = 2000

export interface MeasureOptions {
  /** Only requests whose name contains one of these. */
  readonly words?: readonly string[]
  /** Lists of all entities, or of those that grow. */
  readonly lists?: 'all' | 'growing'
  /**
   * How many pages a request may touch: one that touched more is sent again up to four times, since the server also works by itself
   * meanwhile. By default every request that did not take long is sent twice.
   */
  readonly limitOf?: (name: string) => number
}

export const measureAll = async (
  server: Server,
  superUrl: string,
  password: string,
  { words = [''], lists = 'all', limitOf }: MeasureOptions = {},
): Promise<ReadonlyMap<string, Measured>> => {
  const client = await connect(superUrl)
  const send = openSenders(server.url, password)
  const read: Read = async (sender, path) => ((await (await send(sender, path)).json()) as { data: unknown }).data
  /** A call that fails at once: counts in the memory of the server are forgotten as after each POST. */
  const forget = async () => (await send('admin', calls.messages.read.path, { kind: 'none' })).arrayBuffer()
  const { records } = (await read('admin', `${entities.library.calls.page.path}?size=1`)) as {
    records: { id: string }[]
  }
  let terminals = 0
  const write = () =>
    send('admin', entities.library.calls.submit.path, { id: records[0]?.id, terminals: ++terminals }).then((answer) =>
      answer.arrayBuffer(),
    )
  const once = async ({ sender, path, isAfterWrite }: Request): Promise<Measured> => {
    await (isAfterWrite ? write() : forget())
    await client.query('select pg_stat_statements_reset()')
    const startTime = performance.now()
    const response = await send(sender, path)
    await response.arrayBuffer()
    const ms = performance.now() - startTime
    return { status: response.status, ms, pages: await pagesRead(client) }
  }
  const results = new Map<string, Measured>()
  const isChosen = ({ name }: Request) => words.some((word) => name.includes(word))
  for (const request of (await allRequests(read, lists)).filter(isChosen)) {
    const first = await once(request)
    // not every role may make every call
    if (first.status === 403) continue
    // what the server keeps in memory from then on is not counted
    const isEnough = (measured: Measured, times: number) =>
      limitOf ? measured.pages <= limitOf(request.name) || times > 4 : times > 1 || measured.ms > longMs
    let best = first
    for (let times = 1; !isEnough(best, times); times++) {
      const next = await once(request)
      best = { ...next, pages: Math.min(best.pages, next.pages) }
    }
    results.set(request.name, best)
  }
  await client.end()
  return results
}
