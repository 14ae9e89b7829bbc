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
import type { PoolOptions } from '#server/base/database/pool.ts'
import { readEnv } from '#server/base/process/env.ts'
import { makeLog } from '#server/base/process/log.ts'
import type { App } from '#server/engine/context.ts'
import { cleanUp } from './cleanup.ts'
import { cloneDatabase } from './databases.ts'
import { requestText, type TextResponse } from './http-client.ts'

export interface Answer<T = unknown> {
  status: number
  code: number
  success: boolean
  data: T
  msg: string
  faults: { at: string; msg: string }[]
  headers: Headers
  /** The raw body, for flat answers. */
  body: T
}

/** A client of the server: a visitor, or a user with a token. */
export interface Caller {
  readonly token: string | null
  /** Calls an endpoint of the contract; does not throw on an error response. */
  readonly ask: <I, O>(endpoint: Endpoint<I, O>, input?: I, headers?: Record<string, string>) => Promise<Answer<O>>
  /** Calls an endpoint and returns its data; throws the message of an error response. */
  readonly get: <I, O>(endpoint: Endpoint<I, O>, input?: I, headers?: Record<string, string>) => Promise<O>
  /** Calls a path without the contract. */
  readonly raw: (
    method: string,
    path: string,
    init?: { body?: unknown; headers?: Record<string, string> },
  ) => Promise<Response>
  /** Like `raw`, for responses that are text; the cheapest way to send many requests. */
  readonly text: (
    method: string,
    path: string,
    init?: { body?: object | undefined; headers?: Record<string, string> },
  ) => Promise<TextResponse>
}

/** The platform as seen by clients, with one server or several. */
export interface PlatformAccess {
  /** The base URL for the next request. */
  readonly nextUrl: () => string
  readonly db: Db
  readonly visitor: Caller
  readonly login: (account: string, password: string) => Promise<Caller>
  readonly admin: () => Promise<Caller>
  readonly encrypt: (plain: string) => string
}

/** One server within the process of the test. */
export interface Platform extends PlatformAccess {
  readonly url: string
  readonly app: App
  readonly databaseUrl: string
  /** The tokens of a new session. */
  readonly tokensFor: (account: string, password: string) => Promise<Tokens>
  /** The solution of a captcha. */
  readonly captchaAnswer: (key: string) => Promise<string>
  /** Stops the server; its database stays until the test file ends. */
  readonly end: () => Promise<void>
}

const basic = `Basic ${Buffer.from('saber:').toString('base64')}`

const query = (input: object) => {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
}

/** A client of the server at this base URL, or at the result of the function for each request. */
export const callerFor = (baseUrl: string | (() => string), token: string | null): Caller => {
  const urlOf = (path: string) => (typeof baseUrl === 'string' ? baseUrl : baseUrl()) + path
  const baseHeaders = { authorization: basic, ...(token ? { 'blade-auth': `bearer ${token}` } : {}) }
  const raw: Caller['raw'] = (method, path, { body, headers } = {}) =>
    fetch(urlOf(path), {
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
  const text: Caller['text'] = (method, path, { body, headers } = {}) =>
    requestText(urlOf(path), {
      method,
      headers: { ...baseHeaders, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      body: body && JSON.stringify(body),
    })
  const ask: Caller['ask'] = async (endpoint, input, headers = {}) => {
    const params = (input ?? {}) as Record<string, unknown>
    const inQuery = endpoint.method === 'GET' && Object.keys(params).length > 0
    const response = await text(endpoint.method, endpoint.path + (inQuery ? `?${query(params)}` : ''), {
      headers,
      body: endpoint.method === 'POST' ? params : undefined,
    })
    const body = JSON.parse(response.text)
    return { ...body, status: response.status, headers: response.headers, faults: body.data?.faults ?? [], body }
  }
  const get: Caller['get'] = async (endpoint, input, headers) => {
    const answer = await ask(endpoint, input, headers)
    if (!answer.success)
      throw new Error(`${endpoint.path}: ${answer.status} ${answer.msg} ${JSON.stringify(answer.faults)}`)
    return endpoint.output.as === 'flat' ? answer.body : answer.data
  }
  return { token, raw, text, ask, get }
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

/** The key pair of all servers of this worker, because preparing a public key for fast encryption takes 100 ms. */
export const keys = sm2.generateKeyPairHex()
let preparedKey: ReturnType<typeof sm2.precomputePublicKey> | undefined
/** A password as browsers send it to these servers. */
export const encrypt = (plain: string): string => {
  preparedKey ??= sm2.precomputePublicKey(keys.publicKey)
  return sm2.doEncrypt(plain, preparedKey, 1)
}

/** Starts a server in this process on an existing database; `close` stops it and its connections. */
export const serve = async (databaseUrl: string, env: NodeJS.ProcessEnv = {}, pool: PoolOptions = {}) => {
  const home = mkdtempSync(join(tmpdir(), 'platform-'))
  chmodSync(home, 0o755)
  const defaults = {
    CAPTCHA: 'off',
    SEED: 'none',
    LOG_LEVEL: 'silent',
    JOB_PLANNER: 'off',
    JOB_GRACE_SECONDS: '0',
    DEV_TOOLS: 'on',
    DATA_DIR: home,
    DATABASE_URL: databaseUrl,
  }
  const settings = readEnv({ ...defaults, ...env })
  const { db, close: disconnect } = openDatabase(databaseUrl, () => {}, pool)
  const secrets = readSecrets(home, keys.privateKey)
  const { app, server } = await createApp({ env: settings, secrets, log: makeLog('silent'), db })
  const url = await server.listen({ port: settings.port, host: '127.0.0.1' })
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

/** A new server on a new database, closed when the test file ends. The captcha is off by default. */
export const openPlatform = async (env: NodeJS.ProcessEnv = {}): Promise<Platform> => {
  const { platform, close } = await serve(await cloneDatabase(), { PORT: '0', ...env })
  cleanUp(close)
  return platform
}
