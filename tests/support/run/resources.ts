import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Chromium, findChromium } from '../chromium.ts'

/** A database server for tests, opened by the process of databases.ts. */
export interface Databases {
  /** Connection string with {database} in place of the name. */
  readonly pattern: string
  /** Connection string of a role that may create roles; of the server under test, that of the run. */
  readonly superUrl: string
  /** A migrated and seeded database to copy. */
  readonly template: string
  /** The prefix of all database names of this run; these databases are dropped at its end. */
  readonly prefix: string
}

/** What the whole run shares, by the path of its request. Each resource is opened once, at the first request. */
export interface Resources {
  readonly '/databases': Databases
  /** The browser for the tests after building the product; null if there is none. */
  readonly '/product': Chromium | null
}

export type DatabasesAnswer = { readonly id: number } & ({ readonly databases: Databases } | { readonly fault: string })

/**
 * Databases run in a separate process: when this one ends in any way, that one notices and cleans up. It is not a member
 * of this process group, so that Ctrl-C does not end it first.
 */
const databasesProcess = () => {
  let child: ChildProcess | undefined
  let serial = 0
  const start = () => {
    const path = fileURLToPath(new URL('databases.ts', import.meta.url))
    return fork(path, { execArgv: ['--import', 'tsx'], detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  }
  const ask = (server: string | null): Promise<Databases> => {
    child ??= start()
    const id = ++serial
    const running = child
    return new Promise((resolve, reject) => {
      running.on('message', (answer: DatabasesAnswer) => {
        if (answer.id !== id) return
        if ('databases' in answer) resolve(answer.databases)
        else reject(new Error(answer.fault))
      })
      running.once('exit', () => reject(new Error('The process of the test databases has ended.')))
      running.send({ id, server })
    })
  }
  const stop = async () => {
    if (!child || child.exitCode !== null) return
    const exited = once(child, 'exit')
    child.disconnect()
    await exited
  }
  return { ask, stop }
}

const build = async (): Promise<Chromium | null> => {
  const child = spawn(process.execPath, ['tools/run.mjs', 'build'], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The product does not build; see above.')
  return findChromium()
}

const open = async () => {
  const databases = databasesProcess()
  const answersByUrl = new Map<string, Promise<unknown>>()
  const answerTo = (url: URL): Promise<unknown> => {
    const cachedAnswer = answersByUrl.get(url.href)
    if (cachedAnswer) return cachedAnswer
    const answer = url.pathname === '/product' ? build() : databases.ask(url.searchParams.get('server'))
    answersByUrl.set(url.href, answer)
    return answer
  }
  const server = createServer((request, response) => {
    answerTo(new URL(request.url ?? '/', 'http://localhost')).then(
      (answer) => response.end(JSON.stringify({ answer })),
      (error: Error) => response.end(JSON.stringify({ fault: error.message })),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await databases.stop()
  }
  return { address: `http://127.0.0.1:${port}`, close }
}

// each project of a run loads this file again, so shared state is kept in globalThis
const shared = globalThis as { testResources?: { users: number; opening: ReturnType<typeof open> } }

/** Joins the resources of this run; the last `release` closes them. */
export const openResources = async (): Promise<{ address: string; release: () => Promise<void> }> => {
  shared.testResources ??= { users: 0, opening: open() }
  const current = shared.testResources
  current.users++
  const { address, close } = await current.opening
  const release = async () => {
    if (--current.users > 0) return
    shared.testResources = undefined
    await close()
  }
  return { address, release }
}
