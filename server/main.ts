import { join } from 'node:path'
import { createApp } from './app.ts'
import { openDatabase } from './base/db.ts'
import { BadStart, type Env, readEnv } from './base/env.ts'
import { lockDirectory } from './base/lock.ts'
import { makeLog } from './base/log.ts'
import { migrate } from './base/migrate.ts'
import { openPostgres } from './base/postgres.ts'
import { readSecrets } from './base/secrets.ts'
import { sowBase } from './seed/base.ts'
import { sowDemo } from './seed/demo/demo.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What has to be undone on the way out, last first. */
const closers: (() => unknown)[] = []
let ending: Promise<void> | undefined

const end = (code: number): Promise<void> => {
  ending ??= (async () => {
    setTimeout(() => process.exit(1), 15_000).unref()
    for (const close of closers.reverse())
      await Promise.resolve(close()).catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
    process.exit(code)
  })()
  return ending
}

const database = async (env: Env, secrets: ReturnType<typeof readSecrets>) => {
  if (env.databaseUrl) return env.databaseUrl
  const postgres = await openPostgres(env.dataDir, secrets, { say: (line) => say(`· ${line}`) })
  closers.push(postgres.stop)
  return postgres.url()
}

const start = async () => {
  const env = readEnv()
  const log = makeLog(env.logLevel)
  closers.push(lockDirectory(env.dataDir))
  const secrets = readSecrets(env.dataDir, env.sm2PrivateKey)
  const { db, close } = openDatabase(await database(env, secrets), (error) =>
    log.warn({ err: error }, 'a database connection was lost'),
  )
  closers.push(close)
  const migrated = await migrate(db)
  if (migrated.length) say(`· database migrated: ${migrated.join(', ')}`)
  const { initialPassword } = await sowBase(db, env.adminPassword)
  const { app, server } = await createApp({ env, secrets, log, db })
  closers.push(() => server.close())
  if (env.seed === 'demo') await sowDemo(app, server, (line) => say(`· ${line}`))
  greet(await server.listen({ port: env.port, host: env.host }), env, initialPassword)
}

const greet = (address: string, env: Env, initialPassword: string | null) => {
  say(`\n  5G+工业互联网公共服务平台  ${address}\n`)
  if (initialPassword)
    say(
      `  管理员 / administrator: admin   初始密码 / initial password: ${initialPassword}\n  (shown once; it has to be changed at the first login)\n`,
    )
  else say('  管理员 / administrator: admin\n')
  if (env.seed === 'demo') say(`  演示账号 / demonstration accounts: ${join(env.dataDir, 'demo-accounts.txt')}\n`)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0))
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error.stack}\n`)
  void end(1)
})

start().catch((error: NodeJS.ErrnoException) => {
  const plain =
    error instanceof BadStart
      ? error.message
      : error.code === 'EADDRINUSE'
        ? 'The port is taken. Set PORT to another one.'
        : error.stack
  process.stderr.write(`${plain}\n`)
  void end(1)
})
