import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { both, type Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import manifest from '../package.json' with { type: 'json' }
import { createApp, linkColumns } from './app.ts'
import { addressFault, checkAddress } from './base/address.ts'
import { checkDatabase, openDatabase } from './base/db.ts'
import { BadStart, type Env, readEnv } from './base/env.ts'
import { lockDirectory } from './base/lock.ts'
import { makeLog } from './base/log.ts'
import { migrate } from './base/migrate.ts'
import { openPostgres } from './base/postgres.ts'
import { readSecrets } from './base/secrets.ts'
import { sowBase } from './seed/base.ts'
import { sowDemo } from './seed/demo/demo.ts'
import { keepSwept } from './storage/sweep.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What has to be undone on the way out, last first; a step that hangs does not keep the others from their turn. */
const closers: (() => unknown)[] = []
const patience = 10_000
let ending: Promise<void> | undefined

const end = (code: number): Promise<void> => {
  ending ??= (async () => {
    for (const close of closers.reverse())
      await Promise.race([sleep(patience), Promise.resolve(close())]).catch((error: unknown) =>
        process.stderr.write(`${String(error)}\n`),
      )
    process.exit(code)
  })()
  return ending
}

const database = async (env: Env, secrets: ReturnType<typeof readSecrets>) => {
  if (env.databaseUrl) return env.databaseUrl
  const opening = openPostgres(env.dataDir, secrets, { say: (line) => say(`· ${line}`) })
  // known before it is open, so that a stop in the middle of the start leaves no process behind
  closers.push(() =>
    opening.then(
      (postgres) => postgres.stop(),
      () => {},
    ),
  )
  return (await opening).url()
}

const start = async () => {
  const env = readEnv()
  const { port, host } = env
  const log = makeLog(env.logLevel)
  await checkAddress(port, host)
  closers.push(lockDirectory(env.dataDir))
  const secrets = readSecrets(env.dataDir, env.sm2PrivateKey)
  const { db, close } = openDatabase(await database(env, secrets), (error) =>
    log.warn({ err: error }, 'a database connection was lost'),
  )
  closers.push(close)
  await checkDatabase(db)
  const migrated = await migrate(db)
  if (migrated.length) say(`· database migrated: ${migrated.join(', ')}`)
  const { initialPassword, sown } = await sowBase(db, env.adminPassword)
  if (initialPassword) handOver(initialPassword)
  const { app, server } = await createApp({ env, secrets, log, db })
  closers.push(keepSwept(app, linkColumns))
  closers.push(() => server.close())
  if (env.seed === 'demo') await sowDemo(app, server, (line) => say(`· ${line}`))
  const address = await server.listen({ port, host }).catch((error) => {
    throw addressFault(error, port, host)
  })
  if (migrated.length) app.noteEvent('database.migrated', { migrated })
  if (sown) app.noteEvent('seed.sown', { name: 'base' })
  app.noteEvent('server.started', { version: manifest.version, address, ...inForce(env) })
  greet(address, env)
}

/** The settings of this start, without what opens anything. */
const inForce = ({ databaseUrl, adminPassword: _, sm2PrivateKey, site, webDir: __, ...plain }: Env) => ({
  ...plain,
  ...{ database: databaseUrl ? 'external' : 'embedded', sm2: sm2PrivateKey ? 'given' : 'made' },
  site: site?.issuer ?? null,
})

const administrator: Text = ['管理员', 'administrator']
const initial: Text = ['初始密码', 'initial password']
const demoAccounts: Text = ['演示账号', 'demonstration accounts']

/** At once, not at the end: the start may still fail, and it is made only once. */
const handOver = (initialPassword: string) =>
  say(
    `\n  ${both(administrator)}: admin   ${both(initial)}: ${initialPassword}\n  (shown once; it has to be changed at the first login)\n`,
  )

const greet = (address: string, env: Env) => {
  say(`\n  ${words.product[0]}  ${address}\n\n  ${both(administrator)}: admin`)
  if (env.seed === 'demo') say(`  ${both(demoAccounts)}: ${join(env.dataDir, 'demo-accounts.txt')}`)
  say('')
}

// whatever the umask of the shell: what the platform keeps is for nobody else on the machine
process.umask(0o077)
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end(0))
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error.stack}\n`)
  void end(1)
})

start().catch((error: Error) => {
  // what a stop in the middle of the start breaks off is no fault
  if (!ending) process.stderr.write(`${error instanceof BadStart ? error.message : error.stack}\n`)
  void end(1)
})
