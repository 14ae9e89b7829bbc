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

/** The output of a start that must fail. */
const failureOutput = async (env: NodeJS.ProcessEnv, dataDir = newDataDir()) => {
  const server = launch(dataDir, env)
  expect(await server.url.catch(() => server.exitCode)).toBe(1)
  return server.output().trim()
}

describe.concurrent('a wrong setting stops the start with one sentence about it', () => {
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
    expect(await failureOutput({ [name]: value }, dataDir)).toBe(sentence)
    expect(existsSync(dataDir)).toBe(false)
  })

  test('a weak ADMIN_PASSWORD', async () => {
    const dataDir = newDataDir()
    expect(await failureOutput({ ADMIN_PASSWORD: '12345678' }, dataDir)).toMatch(/^ADMIN_PASSWORD does not follow/)
    expect(existsSync(dataDir)).toBe(false)
  })

  test('a database that cannot be reached', async () => {
    const output = await failureOutput({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    expect(output).toMatch(/^The database cannot be reached \(.*ECONNREFUSED.*\)\. Check DATABASE_URL\.$/)
  })

  test('a port in use, before anything is set up', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    cleanUp(() => holder.close())
    await new Promise((done) => holder.once('listening', done))
    const { port } = holder.address() as { port: number }
    const dataDir = newDataDir()
    const output = await failureOutput({ PORT: String(port) }, dataDir)
    expect(output).toBe(`Port ${port} on 127.0.0.1 is taken. Set PORT to a free one.`)
    expect(existsSync(dataDir)).toBe(false)
  })
})

describe('the first start', () => {
  const dataDir = newDataDir()

  test('uses ADMIN_PASSWORD for the first administrator without printing it; starts and stops are logged without secrets', async () => {
    const server = launch(dataDir)
    expect((await server.admin()).token).toMatch(/^\S{43}$/)
    expect(server.output()).not.toContain(inject('adminPassword'))
    await server.end('SIGTERM')
    const nextServer = launch(dataDir)
    const { records } = await (await nextServer.admin()).get(logUsual.calls.list, {})
    expect(records.map(({ logId }) => logId)).toEqual(expect.arrayContaining(['server.started', 'server.stopped']))
    const settings = JSON.parse(String(records.find(({ logId }) => logId === 'server.started')?.logData))
    expect(settings).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      database: 'embedded',
      captcha: false,
    })
    expect(Object.keys(settings).filter((name) => /password|key|secret/i.test(name))).toEqual([])
    await nextServer.end('SIGTERM')
  })

  test('protects its data and its secrets from other users of the machine', () => {
    const others = (path: string) => statSync(path).mode & 0o077
    // as root, the directory must be traversable for the database user, but not readable
    expect(others(dataDir) & 0o066).toBe(0)
    for (const name of readdirSync(dataDir)) expect([name, others(join(dataDir, name))]).toEqual([name, 0])
  })

  test('generates a password for the first administrator and prints it once; the key of its server is that of the database', async () => {
    const env = { ADMIN_PASSWORD: '', DATABASE_URL: await newDatabase() }
    const server = launch(newDataDir(), env)
    const url = await server.url
    expect(server.output()).toMatch(/admin {3}初始密码 \/ initial password: \S{12,}/)
    expect((await fetch(`${url}/live`)).status).toBe(200)
    await server.end('SIGTERM')
    const nextServer = launch(newDataDir(), env)
    await nextServer.url
    expect(nextServer.output()).not.toContain('initial password')
    await nextServer.end('SIGTERM')
    // a server that could not read the passwords sent to the others
    expect(await failureOutput({ ...env, SM2_PRIVATE_KEY: 'ab'.repeat(32) })).toMatch(
      /^The servers of this database have another SM2 key: .*SM2_KEY_REPLACES=\w{16}; credentials stored under it/,
    )
  })

  test('rejects a DATA_DIR whose path is too long for a socket', async () => {
    expect(await failureOutput({}, join(newDataDir(), 'a'.repeat(100)))).toMatch(
      /too long for a Unix socket.*shorter one\.$/,
    )
  })
})

describe('SEED=demo', () => {
  const counts = async (databaseUrl: string) => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query(`select
      (select count(*)::int from library where is_deleted = 0) as listed,
      (select count(*)::int from declaration where is_deleted = 0 and declare_status <> 60) as work`)
    await client.end()
    return rows[0]
  }

  test('seeds 1,260 listed projects and 180 in progress, once', async () => {
    const dataDir = newDataDir()
    const DATABASE_URL = await cloneDatabase()
    const first = launch(dataDir, { DATABASE_URL, SEED: 'demo' })
    await first.url
    await until(() => first.output().includes('demo-accounts.txt'))
    const seedCounts = await counts(DATABASE_URL)
    expect(seedCounts).toEqual({ listed: 1260, work: 180 })
    await first.end('SIGTERM')
    const second = launch(dataDir, { DATABASE_URL, SEED: 'demo' })
    await second.url
    expect(second.output()).not.toContain('seeding')
    expect(await counts(DATABASE_URL)).toEqual(seedCounts)
    await second.end('SIGTERM')
  })
})
