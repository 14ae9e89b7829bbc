import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sm2 } from 'sm-crypto-v2'
import { inject } from 'vitest'
import { auth } from '#contract/auth.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import { createApp } from '#server/app.ts'
import { readSecrets } from '#server/base/crypto/secrets.ts'
import { type Db, openDatabase } from '#server/base/database/db.ts'
import { readEnv } from '#server/base/process/env.ts'
import { makeLog } from '#server/base/process/log.ts'
import type { App } from '#server/engine/context.ts'
import { cleanUp } from './cleanup.ts'
import { cloneDatabase } from './databases.ts'

export interface Answer<T = unknown> {
  status: number
  code: number
  success: boolean
  data: T
  msg: string
  faults: { at: string; msg: string }[]
  headers: Headers
  /** The body as it came, for flat answers. */
  body: T
}

/** Somebody who calls the server: a visitor, or a person with a token. */
export interface Caller {
  readonly token: string | null
  /** Calls an endpoint of the contract; never throws on a refusal. */
  readonly ask: <I, O>(endpoint: Endpoint<I, O>, input?: I, headers?: Record<string, string>) => Promise<Answer<O>>
  /** The same, but a refusal fails the test with its sentence. */
  readonly get: <I, O>(endpoint: Endpoint<I, O>, input?: I, headers?: Record<string, string>) => Promise<O>
  /** Calls an address as it stands, for the wire itself. */
  readonly raw: (
    method: string,
    path: string,
    init?: { body?: unknown; headers?: Record<string, string> },
  ) => Promise<Response>
}

/** The platform as it is reached from outside, by one server or several. */
export interface PlatformAccess {
  /** Where the next request goes. */
  readonly nextUrl: () => string
  readonly db: Db
  readonly visitor: Caller
  readonly login: (account: string, password: string) => Promise<Caller>
  readonly admin: () => Promise<Caller>
  readonly encrypt: (plain: string) => string
}

/** One server within the test's own process. */
export interface Platform extends PlatformAccess {
  readonly url: string
  readonly app: App
  readonly databaseUrl: string
  /** The tokens of a new session. */
  readonly tokensFor: (account: string, password: string) => Promise<Tokens>
  /** What the picture of a captcha says. */
  readonly captchaAnswer: (key: string) => Promise<string>
  /** Ends the server in order; its database stays until the file is done. */
  readonly end: () => Promise<void>
}

const basic = `Basic ${Buffer.from('saber:').toString('base64')}`

const query = (input: object) => {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
}

/** Somebody who calls the server at this address, or at those it gives by turns. */
export const callerFor = (baseUrl: string | (() => string), token: string | null): Caller => {
  const baseHeaders = { authorization: basic, ...(token ? { 'blade-auth': `bearer ${token}` } : {}) }
  const raw: Caller['raw'] = (method, path, { body, headers } = {}) =>
    fetch((typeof baseUrl === 'string' ? baseUrl : baseUrl()) + path, {
      method,
      headers: {
        ...baseHeaders,
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const ask: Caller['ask'] = async (endpoint, input, headers = {}) => {
    const params = (input ?? {}) as Record<string, unknown>
    const inQuery = endpoint.method === 'GET' && Object.keys(params).length > 0
    const response = await raw(endpoint.method, endpoint.path + (inQuery ? `?${query(params)}` : ''), {
      headers,
      ...(endpoint.method === 'POST' ? { body: params } : {}),
    })
    const body = await response.json()
    return { ...body, status: response.status, headers: response.headers, faults: body.data?.faults ?? [], body }
  }
  const get: Caller['get'] = async (endpoint, input, headers) => {
    const answer = await ask(endpoint, input, headers)
    if (!answer.success)
      throw new Error(`${endpoint.path}: ${answer.status} ${answer.msg} ${JSON.stringify(answer.faults)}`)
    return endpoint.output.as === 'flat' ? answer.body : answer.data
  }
  return { token, raw, ask, get }
}

type Tokens = Record<string, unknown>

const obtainTokens = async (
  url: string | (() => string),
  encrypt: (plain: string) => string,
  account: string,
  password: string,
  headers: Record<string, string> = {},
): Promise<Tokens> => {
  const visitor = callerFor(url, null)
  const response = await visitor.raw('POST', `/api/caict-auth/oauth/token`, {
    headers,
    body: {
      grant_type: 'password',
      username: account,
      password: encrypt(password),
      tenantId: '000000',
      type: 'account',
      scope: 'all',
    },
  })
  const tokens = (await response.json()) as Tokens
  if (!tokens.access_token) throw new Error(`${account} cannot log in: ${tokens.msg}`)
  return tokens
}

export const loginAt = async (...login: Parameters<typeof obtainTokens>): Promise<Caller> =>
  callerFor(login[0], String((await obtainTokens(...login)).access_token))

/** A server in this process on a database that is there; `close` ends it and its connections. */
export const serve = async (databaseUrl: string, env: NodeJS.ProcessEnv = {}) => {
  const home = mkdtempSync(join(tmpdir(), 'platform-'))
  chmodSync(home, 0o755)
  const defaults = { CAPTCHA: 'off', SEED: 'none', LOG_LEVEL: 'silent', DATA_DIR: home, DATABASE_URL: databaseUrl }
  const settings = readEnv({ ...defaults, ...env })
  const { db, close: disconnect } = openDatabase(databaseUrl, () => {})
  const secrets = readSecrets(home, null)
  const { app, server } = await createApp({ env: settings, secrets, log: makeLog('silent'), db })
  const url = await server.listen({ port: settings.port, host: '127.0.0.1' })
  const publicKey = sm2.getPublicKeyFromPrivateKey(secrets.sm2)
  const encrypt = (plain: string) => sm2.doEncrypt(plain, publicKey, 1)
  const visitor = callerFor(url, null)
  const captchaAnswer = async (key: string) => {
    const row = await db.selectFrom('captcha').select('answer').where('key', '=', key).executeTakeFirstOrThrow()
    return row.answer
  }
  const captchaHeaders = async () => {
    const { key } = await visitor.get(auth.captcha)
    return { 'captcha-key': key, 'captcha-code': await captchaAnswer(key) }
  }
  const tokensFor = async (account: string, password: string) =>
    obtainTokens(url, encrypt, account, password, settings.captcha ? await captchaHeaders() : {})
  const login = async (account: string, password: string) =>
    callerFor(url, String((await tokensFor(account, password)).access_token))
  const platform: Platform = {
    url,
    tokensFor,
    captchaAnswer,
    nextUrl: () => url,
    db,
    app,
    databaseUrl,
    end: () => server.close(),
    visitor,
    login,
    admin: () => login('admin', inject('adminPassword')),
    encrypt,
  }
  const close = async () => {
    await server.close()
    await disconnect()
    rmSync(home, { recursive: true, force: true })
  }
  return { platform, server, close }
}

/** A server of this file's own on a database of its own. Captcha off unless asked for. */
export const openPlatform = async (env: NodeJS.ProcessEnv = {}): Promise<Platform> => {
  const { platform, close } = await serve(await cloneDatabase(), { PORT: '0', ...env })
  cleanUp(close)
  return platform
}
