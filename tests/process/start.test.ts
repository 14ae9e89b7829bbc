import { existsSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { logUsual } from '#contract/log/log-usual.ts'
import { cleanUp } from '../support/cleanup.ts'
import { cloneDatabase, newDatabase } from '../support/databases.ts'
import { launch, newDataDir } from '../support/process.ts'
import { until } from '../support/until.ts'

/** A start that must fail: what it said, once it has ended with a failure. */
const refusal = async (env: NodeJS.ProcessEnv, dataDir = newDataDir()) => {
  const server = launch(dataDir, env)
  expect(await server.url.catch(() => server.exitCode)).toBe(1)
  return server.output().trim()
}

describe.concurrent('a wrong setting stops the start with one sentence that names it (decisions 23)', () => {
  test.each([
    ['PORT', 'abc', 'PORT must be 0 to 65535; it is "abc".'],
    ['PORT', '70000', 'PORT must be 0 to 65535; it is "70000".'],
    ['HOST', '203.0.113.9', 'HOST "203.0.113.9" is not an address of this machine.'],
    ['CAPTCHA', 'maybe', 'CAPTCHA must be one of on, off; it is "maybe".'],
    ['SEED', 'some', 'SEED must be one of demo, none; it is "some".'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent; it is "loud".'],
    ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must start with postgres:// or postgresql://.'],
    ['SM2_PRIVATE_KEY', '12', 'SM2_PRIVATE_KEY must be 64 hexadecimal digits.'],
  ])('%s=%s', async (name, value, sentence) => {
    const dataDir = newDataDir()
    expect(await refusal({ [name]: value }, dataDir)).toBe(sentence)
    expect(existsSync(dataDir)).toBe(false)
  })

  test('a weak ADMIN_PASSWORD', async () => {
    const dataDir = newDataDir()
    expect(await refusal({ ADMIN_PASSWORD: '12345678' }, dataDir)).toMatch(/^ADMIN_PASSWORD does not follow/)
    expect(existsSync(dataDir)).toBe(false)
  })

  test('a database that cannot be reached', async () => {
    const said = await refusal({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    expect(said).toMatch(/^The database cannot be reached \(.*ECONNREFUSED.*\)\. Check DATABASE_URL\.$/)
  })

  test('a port that is taken, before anything is set up', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    cleanUp(() => holder.close())
    await new Promise((done) => holder.once('listening', done))
    const { port } = holder.address() as { port: number }
    const dataDir = newDataDir()
    const said = await refusal({ PORT: String(port) }, dataDir)
    expect(said).toBe(`Port ${port} on 127.0.0.1 is taken. Set PORT to a free one.`)
    expect(existsSync(dataDir)).toBe(false)
  })
})

describe('the first start', () => {
  const dataDir = newDataDir()

  test('takes ADMIN_PASSWORD for the first administrator and does not print it; starts and ends are events, without a secret', async () => {
    const server = launch(dataDir)
    expect((await server.admin()).token).toMatch(/^\S{43}$/)
    expect(server.output()).not.toContain(inject('adminPassword'))
    await server.end('SIGTERM')
    const again = launch(dataDir)
    const { records } = await (await again.admin()).get(logUsual.calls.list, {})
    expect(records.map(({ logId }) => logId)).toEqual(expect.arrayContaining(['server.started', 'server.stopped']))
    const settings = JSON.parse(String(records.find(({ logId }) => logId === 'server.started')?.logData))
    expect(settings).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      database: 'embedded',
      captcha: false,
    })
    expect(Object.keys(settings).filter((name) => /password|key|secret/i.test(name))).toEqual([])
    await again.end('SIGTERM')
  })

  test('keeps its data and its secrets from the other users of the machine', () => {
    const others = (path: string) => statSync(path).mode & 0o077
    // root's directory lets the database's own user through, and shows nothing
    expect(others(dataDir) & 0o066).toBe(0)
    for (const name of readdirSync(dataDir)) expect([name, others(join(dataDir, name))]).toEqual([name, 0])
  })

  test('makes the first administrator a password, says it once, and says where to go', async () => {
    const env = { ADMIN_PASSWORD: '', DATABASE_URL: await newDatabase() }
    const server = launch(newDataDir(), env)
    const url = await server.url
    expect(server.output()).toMatch(/admin {3}初始密码 \/ initial password: \S{12,}/)
    expect((await fetch(`${url}/live`)).status).toBe(200)
    await server.end('SIGTERM')
    const again = launch(newDataDir(), env)
    await again.url
    expect(again.output()).not.toContain('initial password')
    await again.end('SIGTERM')
  })

  test('refuses a DATA_DIR whose path is too long for a socket, in a sentence', async () => {
    expect(await refusal({}, join(newDataDir(), 'a'.repeat(100)))).toMatch(/too long for a Unix socket.*shorter one\.$/)
  })
})

describe('SEED=demo (domain.md C.6)', () => {
  const counts = async (databaseUrl: string) => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query(`select
      (select count(*)::int from library where is_deleted = 0) as listed,
      (select count(*)::int from declaration where is_deleted = 0 and declare_status <> 60) as work`)
    await client.end()
    return rows[0]
  }

  test('sows 1,260 listed projects and 180 in work, once', async () => {
    const dataDir = newDataDir()
    const DATABASE_URL = await cloneDatabase()
    const first = launch(dataDir, { DATABASE_URL, SEED: 'demo' })
    await first.url
    await until(() => first.output().includes('demo-accounts.txt'))
    const sown = await counts(DATABASE_URL)
    expect(sown).toEqual({ listed: 1260, work: 180 })
    await first.end('SIGTERM')
    const second = launch(dataDir, { DATABASE_URL, SEED: 'demo' })
    await second.url
    expect(second.output()).not.toContain('sowing')
    expect(await counts(DATABASE_URL)).toEqual(sown)
    await second.end('SIGTERM')
  })
})
