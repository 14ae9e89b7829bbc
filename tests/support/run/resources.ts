import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Chromium, findChromium } from '../chromium.ts'

/** A database server for tests: what the process of databases.ts answers. */
export interface Databases {
  /** Connection string with {database} in place of the name. */
  readonly pattern: string
  /** A migrated and seeded database to copy. */
  readonly template: string
  /** What the names of databases of this run begin with; they are dropped at its end. */
  readonly prefix: string
}

/** What the whole run shares, by the path it is asked for at. Each is opened when it is first needed, and once. */
export interface Resources {
  readonly '/databases': Databases
  /** The product is built and current; the browser to drive it with, null where none can be had. */
  readonly '/product': Chromium | null
}

export type DatabasesAnswer = { readonly id: number } & ({ readonly databases: Databases } | { readonly fault: string })

/**
 * Databases live in a process of their own: when this one ends, however it ends, that one sees it and cleans up. It is no member
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

// each project of a run loads this file anew: what they share stands outside of modules
const shared = globalThis as { testResources?: { users: number; opening: ReturnType<typeof open> } }

/** Joins the resources of this run; whoever releases them last closes them. */
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
