import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/kit/call.ts'

/** What follows from an old access token and from a refused call (specification 000, section 4). */

const call: Endpoint<object, unknown> = { method: 'POST', path: '/api/x', output: {} } as never
const item = (content: unknown, age = 0) => JSON.stringify({ dataType: '', content, datetime: Date.now() - age * 1000 })

let entries: Map<string, string>
/** The tokens of the requests in order; a refresh is named so. */
let sent: string[]
/** The access token that the server accepts. */
let valid: string
/** The answer to a refresh. */
let refreshAnswer: () => Response

const json = (status: number, body: object) =>
  Response.json({ code: status, success: status === 200, ...body }, { status })
const person = (user_id: string) => ({ tenant_id: '000000', user_id, must_change: false })
const logIn = (token: string, id = '1', age = 0) => {
  entries.set('saber-token', item(token, age))
  entries.set('saber-refreshToken', item(`refresh-${token}`))
  entries.set('saber-userInfo', item(person(id)))
}

const answer = (path: string, token: string): Response => {
  if (path.includes('/oauth/token/refresh')) {
    sent.push('refresh')
    return refreshAnswer()
  }
  sent.push(token)
  return token === valid ? json(200, { data: 'ok' }) : json(401, { msg: '请重新登录' })
}

beforeEach(() => {
  entries = new Map()
  sent = []
  valid = 'new'
  refreshAnswer = () =>
    Response.json({ access_token: 'new', refresh_token: 'next', token_type: 'bearer', expires_in: 600, ...person('1') })
  const storage = {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  }
  vi.stubGlobal('window', { addEventListener: () => {} })
  vi.stubGlobal('document', { cookie: '', documentElement: {} })
  vi.stubGlobal('location', { protocol: 'http:', search: '' })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', { ...storage, getItem: () => null, setItem: () => {} })
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) =>
    answer(path, headers['blade-auth']?.replace('bearer ', '') ?? 'none'),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const load = async () => {
  vi.resetModules()
  const [{ ask }, session] = await Promise.all([import('./caller.ts'), import('./session.ts')])
  return { ask: () => ask(call, {}), ...session }
}
const failed = expect.objectContaining({ status: 401 })

test('an old token is exchanged before the first call, once for several calls', async () => {
  logIn('old', '1', 7200)
  const page = await load()
  expect(await Promise.all([page.ask(), page.ask(), page.ask()])).toEqual(['ok', 'ok', 'ok'])
  expect(sent).toEqual(['refresh', 'new', 'new', 'new'])
  expect([page.currentToken(), page.tokenLifetime(), page.isTokenOld()]).toEqual(['new', 600, false])
})

test('refused calls are sent again with the new token, and share one refresh', async () => {
  logIn('old')
  const page = await load()
  expect(await Promise.all([page.ask(), page.ask()])).toEqual(['ok', 'ok'])
  expect(sent).toEqual(['old', 'old', 'refresh', 'new', 'new'])
})

test('a call that is refused again ends the session', async () => {
  logIn('old')
  valid = 'none of these'
  const page = await load()
  await expect(page.ask()).rejects.toEqual(failed)
  expect(sent).toEqual(['old', 'refresh', 'new'])
  expect([page.endReason(), page.currentUser()]).toEqual(['ended', null])
})

test('a refused refresh ends the session, with the reason of an administrator', async () => {
  logIn('old')
  refreshAnswer = () => json(400, { error_code: 2010, data: { logoutReason: '更换设备' } })
  const page = await load()
  await expect(page.ask()).rejects.toEqual(failed)
  expect(sent).toEqual(['old', 'refresh'])
  expect([page.endReason(), page.logoutReason()]).toEqual(['ended', '更换设备'])
})

test('a server that is busy does not end the session', async () => {
  logIn('old', '1', 7200)
  refreshAnswer = () => json(503, {})
  const page = await load()
  await expect(page.ask()).rejects.toEqual(failed)
  expect(page.currentUser()?.user_id).toBe('1')
})

test('a session without a refresh token ends with the first refusal', async () => {
  logIn('old')
  entries.delete('saber-refreshToken')
  const page = await load()
  await expect(page.ask()).rejects.toEqual(failed)
  expect([sent, page.endReason()]).toEqual([['old'], 'ended'])
})

test.each([
  ['is sent again if another window has exchanged the tokens', '1', ['old', 'new']],
  ['is not sent in the name of somebody who has logged in in another window', '2', ['old']],
])('a refused call %s', async (_, id, expected) => {
  logIn('old')
  const page = await load()
  const asking = page.ask().catch(() => 'refused')
  logIn('new', id)
  page.saveUser(person(id) as never)
  expect(await asking).toBe(id === '1' ? 'ok' : 'refused')
  expect(sent).toEqual(expected)
  expect(page.currentUser()?.user_id).toBe(id)
})

test('a visitor refreshes nothing', async () => {
  const page = await load()
  await expect(page.ask()).rejects.toEqual(failed)
  expect([sent, page.endReason()]).toEqual([['none'], null])
})
