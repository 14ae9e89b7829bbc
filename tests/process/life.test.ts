import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import { cleanUp } from '../support/cleanup.ts'
import { cloneDatabase } from '../support/databases.ts'
import { databaseIn, isRunning, type LaunchedServer, launch, newDataDir, postmasterOf } from '../support/process.ts'
import { until } from '../support/until.ts'

const newPost = { category: 1, postCode: 'kept', postName: '断电前保存', sort: 1 }
const savedNames = async ({ admin }: LaunchedServer) =>
  (await (await admin()).get(post.calls.list, {})).records.map(({ postName }) => postName)

/** Locks the table so that requests wait; `waitForRequest` resolves when one does, `release` unlocks it. */
const lockTable = async (databaseUrl: string) => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin; lock table post in access exclusive mode')
  const queue = () =>
    client
      .query('select 1 from pg_locks where not granted and database is not null')
      .then(({ rowCount }) => Number(rowCount) > 0)
  return {
    waitForRequest: () => until(queue),
    release: async () => {
      await client.query('commit')
      await client.end()
    },
  }
}

const dataDir = newDataDir()
let current: LaunchedServer | undefined
/** The server that the previous test left running on the directory, or a new one. */
const running = (): LaunchedServer => {
  if (!current || !isRunning(current.pid)) current = launch(dataDir)
  return current
}
/** Starts a new server on the directory. */
const start = (): LaunchedServer => {
  current = launch(dataDir)
  return current
}

describe.sequential('a data directory in use', () => {
  test('makes a second server name the first and exit, while the first keeps answering', async () => {
    const first = running()
    const url = await first.url
    const second = launch(dataDir)
    expect(await second.exitCode).toBe(1)
    expect(second.output()).toMatch(new RegExp(`is in use by process ${first.pid}\\. Stop that server`))
    expect((await fetch(`${url}/ready`)).status).toBe(200)
    expect(await first.end('SIGTERM')).toBe(0)
  })

  test('lets one of two servers win that start at the same moment', async () => {
    const both = [launch(dataDir), launch(dataDir)]
    const listening = await Promise.all(both.map((one) => one.url.then(() => [one]).catch(() => [])))
    expect(listening.flat()).toHaveLength(1)
    current = listening.flat()[0]
  })
})

describe.sequential('a crash loses no acknowledged write', () => {
  test('after kill -9 of the server; the next start recovers by itself', async () => {
    const first = running()
    await (await first.admin()).get(post.calls.submit, newPost)
    await first.end('SIGKILL')
    const orphan = postmasterOf(dataDir)
    expect(orphan).not.toBeNull()
    expect(await savedNames(start())).toContain(newPost.postName)
    expect(isRunning(orphan as number)).toBe(false)
  })

  test('after kill -9 of the server and its database', async () => {
    const first = running()
    const admin = await first.admin()
    const before = (await admin.get(post.calls.list, {})).records.map(({ postName }) => postName)
    await admin.get(post.calls.submit, { ...newPost, postCode: 'kept2', postName: '双双断电' })
    const postmaster = postmasterOf(dataDir) as number
    await first.end('SIGKILL')
    process.kill(postmaster, 'SIGKILL')
    expect((await savedNames(start())).sort()).toEqual([...before, '双双断电'].sort())
  })

  test('even if another program has the process id of the dead database, and that program is left alone', async () => {
    const before = await savedNames(running())
    await running().end('SIGTERM')
    const stranger: ChildProcess = spawn('sleep', ['600'])
    cleanUp(() => stranger.kill())
    const file = join(dataDir, 'postgres', 'data', 'postmaster.pid')
    writeFileSync(file, `${stranger.pid}\n${join(dataDir, 'postgres', 'data')}\n`)
    expect(await savedNames(start())).toEqual(before)
    expect(isRunning(stranger.pid as number)).toBe(true)
    expect(readFileSync(file, 'utf8')).not.toMatch(new RegExp(`^${stranger.pid}\n`))
  })
})

describe.sequential('a shutdown by signal is orderly', () => {
  test.each([
    ['SIGTERM', 'nobody', null],
    ['SIGINT', 'an ended process', { pid: 4_000_000, started: '1' }],
    ['SIGHUP', 'another program with the process id of an ended one', { pid: process.pid, started: '1' }],
  ] as const)('%s leaves no process behind; the start is not blocked by a lock of %s', async (signal, _, owner) => {
    if (owner) writeFileSync(join(dataDir, 'owner.lock'), JSON.stringify(owner))
    const { pid, url, end } = running()
    await url
    const postmaster = postmasterOf(dataDir) as number
    expect(await end(signal)).toBe(0)
    expect([isRunning(pid), isRunning(postmaster)]).toEqual([false, false])
  })

  test('SIGTERM to npm start reaches the server behind it', async () => {
    const npm = launch(dataDir, {}, ['npm', 'start'])
    const url = await npm.url
    const postmaster = postmasterOf(dataDir) as number
    await npm.end('SIGTERM')
    expect(isRunning(postmaster)).toBe(false)
    await expect(fetch(`${url}/live`)).rejects.toThrow()
  })

  test('SIGTERM during the first start leaves no process behind, and the next start completes it', async () => {
    const fresh = newDataDir()
    const server = launch(fresh)
    await until(() => server.output().includes('setting up'))
    expect(await server.end('SIGTERM')).toBe(0)
    expect(server.output()).not.toMatch(/error|\bat /i)
    expect(postmasterOf(fresh)).toBeNull()
    const next = launch(fresh)
    expect(await savedNames(next)).not.toContain(newPost.postName)
    await next.end('SIGTERM')
  })

  test('a request in flight is completed before the end', async () => {
    const last = running()
    const admin = await last.admin()
    const table = await lockTable(databaseIn(dataDir))
    const response = admin.ask(post.calls.submit, { ...newPost, postCode: 'kept3' })
    await table.waitForRequest()
    const end = last.end('SIGTERM')
    const url = await last.url
    await until(() =>
      fetch(`${url}/live`).then(
        ({ status }) => status === 503,
        () => true,
      ),
    )
    await table.release()
    expect(await response).toMatchObject({ status: 200, msg: '操作成功' })
    expect(await end).toBe(0)
    expect(postmasterOf(dataDir)).toBeNull()
  })
})

describe('an external database', () => {
  test('given by DATABASE_URL is used, and no embedded one is started', async () => {
    const dataDir = newDataDir()
    const DATABASE_URL = await cloneDatabase()
    const server = launch(dataDir, { DATABASE_URL })
    await (await server.admin()).get(post.calls.submit, newPost)
    const client = new pg.Client({ connectionString: DATABASE_URL })
    await client.connect()
    const { rows } = await client.query('select post_name from post where post_code = $1', [newPost.postCode])
    await client.end()
    expect(rows).toEqual([{ post_name: newPost.postName }])
    expect(await server.end('SIGTERM')).toBe(0)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  })
})
