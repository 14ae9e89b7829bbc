import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sm2 } from 'sm-crypto-v2'
import { afterAll, inject } from 'vitest'
import type { Endpoint } from '#contract/kit/call.ts'
import { createApp } from '#server/app.ts'
import { type Db, openDatabase } from '#server/base/db.ts'
import { readEnv } from '#server/base/env.ts'
import { makeLog } from '#server/base/log.ts'
import { readSecrets } from '#server/base/secrets.ts'
import type { App } from '#server/engine/context.ts'
import { administer, dropDatabase } from './administer.ts'

export interface Answer<T = unknown> {
  status: number
  code: number
  success: boolean
  data: T
  msg: string
  faults: { at: string; msg: string }[]
  headers: Headers
  /** The body as it came, for flat answers. */
  whole: T
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
export interface Served {
  /** Where the next request goes. */
  readonly at: () => string
  readonly db: Db
  readonly visitor: Caller
  readonly login: (account: string, password: string) => Promise<Caller>
  readonly admin: () => Promise<Caller>
  readonly encrypt: (plain: string) => string
}

/** One server within the test's own process. */
export interface Platform extends Served {
  readonly url: string
  readonly app: App
  readonly databaseUrl: string
  /** Ends the server in order; its database stays until the file is done. */
  readonly end: () => Promise<void>
}

const basic = `Basic ${Buffer.from('saber:').toString('base64')}`

const query = (input: object) => {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
}

/** Somebody who calls the server at this address, or at those it gives by turns. */
export const callerFor = (at: string | (() => string), token: string | null): Caller => {
  const own = { authorization: basic, ...(token ? { 'blade-auth': `bearer ${token}` } : {}) }
  const raw: Caller['raw'] = (method, path, { body, headers } = {}) =>
    fetch((typeof at === 'string' ? at : at()) + path, {
      method,
      headers: {
        ...own,
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const ask: Caller['ask'] = async (endpoint, input, headers = {}) => {
    const given = (input ?? {}) as Record<string, unknown>
    const inQuery = endpoint.method === 'GET' && Object.keys(given).length > 0
    const response = await raw(endpoint.method, endpoint.path + (inQuery ? `?${query(given)}` : ''), {
      headers,
      ...(endpoint.method === 'POST' ? { body: given } : {}),
    })
    const body = await response.json()
    return { ...body, status: response.status, headers: response.headers, faults: body.data?.faults ?? [], whole: body }
  }
  const get: Caller['get'] = async (endpoint, input, headers) => {
    const answer = await ask(endpoint, input, headers)
    if (!answer.success)
      throw new Error(`${endpoint.path}: ${answer.status} ${answer.msg} ${JSON.stringify(answer.faults)}`)
    return endpoint.gives.as === 'flat' ? answer.whole : answer.data
  }
  return { token, raw, ask, get }
}

export const loginAt = async (
  url: string | (() => string),
  encrypt: (plain: string) => string,
  account: string,
  password: string,
): Promise<Caller> => {
  const visitor = callerFor(url, null)
  const response = await visitor.raw('POST', `/api/caict-auth/oauth/token`, {
    body: {
      grant_type: 'password',
      username: account,
      password: encrypt(password),
      tenantId: '000000',
      type: 'account',
      scope: 'all',
    },
  })
  const tokens = (await response.json()) as { access_token?: string; msg?: string }
  if (!tokens.access_token) throw new Error(`${account} cannot log in: ${tokens.msg}`)
  return callerFor(url, tokens.access_token)
}

/** A database of this file's own, gone with the file; empty, unless it copies another. */
export const newDatabase = async (template = 'template1'): Promise<string> => {
  const name = `t_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  const on = (database: string) => inject('databases').replace('{database}', database)
  await administer(on('postgres'), `create database ${name} template ${template}`)
  afterAll(() => dropDatabase(on('postgres'), name))
  return on(name)
}

/** A database of this file's own, migrated and sown. */
export const cloneDatabase = (): Promise<string> => newDatabase(inject('template'))

/** A server of this file's own on a database of its own. Captcha off unless asked for. */
export const openPlatform = async (env: NodeJS.ProcessEnv = {}): Promise<Platform> => {
  const home = mkdtempSync(join(tmpdir(), 'platform-'))
  chmodSync(home, 0o755)
  const databaseUrl = await cloneDatabase()
  const settings = readEnv({
    CAPTCHA: 'off',
    SEED: 'none',
    LOG_LEVEL: 'silent',
    DATA_DIR: home,
    DATABASE_URL: databaseUrl,
    ...env,
  })
  const { db, close } = openDatabase(databaseUrl, () => {})
  const secrets = readSecrets(home, null)
  const { app, server } = await createApp({ env: settings, secrets, log: makeLog('silent'), db })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const publicKey = sm2.getPublicKeyFromPrivateKey(secrets.sm2)
  const encrypt = (plain: string) => sm2.doEncrypt(plain, publicKey, 1)
  afterAll(async () => {
    await server.close()
    await close()
    rmSync(home, { recursive: true, force: true })
  })
  const login = (account: string, password: string) => loginAt(url, encrypt, account, password)
  return {
    url,
    at: () => url,
    db,
    app,
    databaseUrl,
    end: () => server.close(),
    visitor: callerFor(url, null),
    login,
    admin: () => login('admin', inject('adminPassword')),
    encrypt,
  }
}
