import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { readSecrets } from '#server/base/crypto/secrets.ts'
import { databaseUrlOf } from '#server/base/database/database-url.ts'
import { lockDirectory } from '#server/base/database/lock.ts'
import { type Env, readEnv } from '#server/base/process/env.ts'
import { onExit, runProcess } from '#server/base/process/exit.ts'
import { greetingOf } from '#server/base/process/greeting.ts'
import { checkAddress } from '#server/base/process/listen-address.ts'
import { afterChanges } from './dev/after-changes.ts'
import { openBuiltPages } from './dev/built-pages.ts'
import { openBundler } from './dev/bundler.ts'
import { type Handler, openGateway } from './dev/gateway.ts'
import { listenNear, listenOn } from './dev/listen.ts'
import { openLivePages } from './dev/live-pages.ts'
import { startServerProcess } from './dev/server-process.ts'
import { type DevSettings, readDevSettings } from './dev/settings.ts'
import { Supervisor } from './dev/supervisor.ts'
import { watchFolders } from './dev/watch.ts'

/**
 * `npm run dev`: this process runs the database, the watchers and both ports; the server is a child process that is replaced
 * after a change. Reasons: docs/decisions/0043.
 */
const printLine = (line: string) => process.stdout.write(`${line}\n`)
const reportDuration = (what: string) => (milliseconds: number) =>
  printLine(`· ${what} in ${(milliseconds / 1000).toFixed(1)} s`)
const reportFailure = (what: string) => () => printLine(`· ${what}; the next save tries again`)

const isServerSource = (path: string) => /\.(ts|json|sql)$/.test(path) && !path.endsWith('.test.ts')
const isPageSource = (path: string) => /[^\\/.][^\\/]*\.\w+$/.test(path) && !/\.test\.tsx?$/.test(path)

/**
 * An empty folder for the bundle, inside the project so that packages resolve. One folder per data directory, which only one
 * process may use.
 */
const makeFolder = (dataDir: string): string => {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const folder = resolve('dist/dev', name)
  rmSync(folder, { recursive: true, force: true })
  // with an empty folder the server has no pages, rather than those of an earlier build
  mkdirSync(join(folder, 'web'), { recursive: true })
  return folder
}

/** The settings of the server process, with the database of this process. */
const serverEnv = (originalEnv: NodeJS.ProcessEnv, { dataDir, seed }: Env, databaseUrl: string): NodeJS.ProcessEnv => ({
  DEV_TOOLS: 'on',
  ...originalEnv,
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  SEED: seed,
  HOST: '127.0.0.1',
  PORT: '0',
})

const openSupervisor = async (folder: string, env: NodeJS.ProcessEnv): Promise<Supervisor> => {
  const bundler = await openBundler(folder)
  onExit(bundler.close)
  const supervisor = new Supervisor({
    bundler,
    start: () => startServerProcess(folder, env),
    onStart: reportDuration('server started'),
    onFailure: reportFailure('the server does not run'),
  })
  onExit(() => supervisor.stop())
  onExit(watchFolders(['server', 'contract'], isServerSource, () => supervisor.noteChange()))
  return supervisor
}

const openPages = async (folder: string, gateway: Handler, supervisor: Supervisor): Promise<Handler> => {
  const pages = openBuiltPages({
    folder,
    gateway,
    onBuild: (milliseconds, publish) => {
      reportDuration('pages built')(milliseconds)
      supervisor.restart(publish)
    },
    onFailure: reportFailure('the pages do not build'),
  })
  await pages.build()
  onExit(watchFolders(['web', 'contract'], isPageSource, afterChanges(pages.build)))
  return pages.handler
}

const addressOf = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Opens both ports and starts the server. */
const openAddresses = async (env: Env, settings: DevSettings, folder: string, supervisor: Supervisor) => {
  const gateway = openGateway(supervisor)
  const port = await listenOn(createServer(gateway), env.port, env.host)
  const listener = createServer()
  const handler = settings.isLikeProduction
    ? await openPages(folder, gateway, supervisor)
    : await openLivePages(listener, gateway)
  supervisor.noteChange()
  listener.on('request', handler)
  const pagesPort = await listenNear(listener, settings.pagesPort, 'localhost')
  return { pages: addressOf('localhost', pagesPort), server: addressOf(env.host, port) }
}

const start = (args: readonly string[]) => async () => {
  // copy the environment before Vite sets NODE_ENV in it
  const originalEnv = { ...process.env }
  const settings = readDevSettings(args, originalEnv)
  const env = readEnv()
  await checkAddress(env.port, env.host)
  onExit(lockDirectory(env.dataDir))
  const databaseUrl = await databaseUrlOf(env, readSecrets(env.dataDir, env.sm2PrivateKey), (line) =>
    printLine(`· ${line}`),
  )
  const folder = makeFolder(env.dataDir)
  const supervisor = await openSupervisor(folder, serverEnv(originalEnv, env, databaseUrl))
  const { pages, server } = await openAddresses(env, settings, folder, supervisor)
  // a server that does not start has printed the reason; the next save may repair it
  await Promise.allSettled([supervisor.server()])
  printLine(greetingOf(pages, env))
  printLine(`· the server alone: ${server}`)
}

export const develop = (args: readonly string[]): void => runProcess(start(args))
