import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { messages } from '#contract/inbox/message.ts'
import { onlineUser } from '#contract/log/online-user.ts'
import type { UserCtx } from '#server/engine/context.ts'
import { notify } from '#server/inbox/notify.ts'
import { cleanUp } from '../support/cleanup.ts'
import { contextFor, person } from '../support/context.ts'
import { type Caller, openPlatform, type Platform, serve } from '../support/platform.ts'
import { createUserWithoutRights, password } from '../support/scenario.ts'

let platform: Platform
/** Another server on the same database. */
let second: Platform
let reader: Caller & { account: string; id: string }
let ctx: UserCtx

beforeAll(async () => {
  platform = await openPlatform()
  const other = await serve(platform.databaseUrl, { PORT: '0' })
  cleanUp(other.close)
  second = other.platform
  reader = await createUserWithoutRights(platform)
  ctx = await contextFor(platform.app, person({ id: '1' }))
})

let serial = 0
const send = (to: readonly string[], inside = ctx) => {
  const title = `消息${++serial}`
  return notify(inside, { to, kind: 'result', about: null, title: [title, title], link: '/wel/index' })
}

/** A live connection: the names of the events so far, and whether the server has ended it. */
const connect = async (caller: Caller, url = platform.url) => {
  const abort = new AbortController()
  const state = { events: [] as string[], hasEnded: false }
  const headers = { 'blade-auth': `bearer ${caller.token}` }
  const response = await fetch(url + messages.live.path, { headers, signal: abort.signal })
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      state.events.push(...[...decoder.decode(chunk).matchAll(/event: (\w+)/g)].map(([, name]) => String(name)))
    state.hasEnded = true
  }
  const reading = read().catch(() => {})
  return { response, state, close: () => abort.abort(), reading }
}
const changesOf = ({ state }: { state: { events: readonly string[] } }) =>
  state.events.filter((name) => name === 'change').length

describe('a live connection', () => {
  test('reports a new message to its recipient, and to nobody else', async () => {
    const other = await createUserWithoutRights(platform)
    const [mine, theirs] = [await connect(reader), await connect(other)]
    expect(mine.response.headers.get('content-type')).toContain('text/event-stream')
    await expect.poll(() => mine.state.events).toContain('alive')
    await send([reader.id])
    await expect.poll(() => changesOf(mine)).toBe(1)
    await send([other.id])
    await expect.poll(() => changesOf(theirs)).toBe(1)
    expect(changesOf(mine)).toBe(1)
  })

  test('reports what another server has written, and what was read in another window', async () => {
    const live = await connect(reader)
    await expect.poll(() => live.state.events).toContain('alive')
    await send([reader.id], await contextFor(second.app, person({ id: '1' })))
    await expect.poll(() => changesOf(live)).toBe(1)
    await reader.get(messages.read, {})
    await expect.poll(() => changesOf(live)).toBe(2)
  })

  test('needs a session; is not buffered by a proxy', async () => {
    expect((await platform.visitor.raw('GET', messages.live.path)).status).toBe(401)
    const { response } = await connect(reader)
    expect(response.headers.get('x-accel-buffering')).toBe('no')
  })

  test.each<[string, (caller: Caller) => Promise<unknown>, ends: string[]]>([
    [
      'an administrator ends it',
      async () => {
        const admin = await platform.admin()
        const { records } = await admin.get(onlineUser.calls.list, { account_equal: reader.account, descs: 'id' })
        await admin.get(onlineUser.calls.forceLogout, { ids: records[0]?.id ?? '', logoutReason: '设备遗失' })
      },
      // the browser asks, and shows the reason
      ['end'],
    ],
    ['its user logs out', (caller) => caller.get(auth.logoutPost), []],
    ['its screen is locked', (caller) => caller.get(auth.lock, { password: platform.encrypt('Lock-pw-9') }), []],
  ])(
    'ends with its session at once on every server, when %s: no later message reaches it',
    async (_, endSession, ends) => {
      const caller = await platform.login(reader.account, password)
      const [live, witness] = [await connect(caller, second.url), await connect(reader, second.url)]
      for (const { state } of [live, witness]) await expect.poll(() => state.events).toContain('alive')
      await endSession(caller)
      await send([reader.id])
      await expect.poll(() => changesOf(witness)).toBeGreaterThan(0)
      await expect.poll(() => live.state.hasEnded).toBe(true)
      expect(live.state.events.filter((name) => name !== 'alive')).toEqual(ends)
    },
  )

  test('does not count as activity of the session', async () => {
    const caller = await platform.login(reader.account, password)
    const live = await connect(caller)
    await expect.poll(() => live.state.events).toContain('alive')
    const latest = () =>
      platform.db
        .selectFrom('session')
        .select(['id', 'activeAt'])
        .where('userId', '=', reader.id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    const { id } = await latest()
    await platform.db.updateTable('session').set({ activeAt: '2026-01-01 00:00:00' }).where('id', '=', id).execute()
    const heartbeats = () => live.state.events.filter((name) => name === 'alive').length
    const before = heartbeats()
    await expect.poll(heartbeats, { timeout: 30_000 }).toBeGreaterThan(before)
    expect((await latest()).activeAt).toBe('2026-01-01 00:00:00')
  })

  test('is limited to eight for each account on a server', async () => {
    const caller = await createUserWithoutRights(platform)
    const open = await Promise.all(Array.from({ length: 8 }, () => connect(caller)))
    expect(open.map(({ response }) => response.status)).toEqual(Array(8).fill(200))
    expect((await caller.raw('GET', messages.live.path)).status).toBe(429)
    open[0]?.close()
    await expect.poll(async () => (await connect(caller)).response.status).toBe(200)
  })

  test('ends when the server closes, without delaying it', async () => {
    const { platform: second, close } = await serve(platform.databaseUrl, { PORT: '0' })
    const live = await connect(await second.login(reader.account, password), second.url)
    await expect.poll(() => live.state.events).toContain('alive')
    await close()
    await expect.poll(() => live.state.hasEnded).toBe(true)
  })
})
