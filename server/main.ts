import { setFlagsFromString } from 'node:v8'
import { bilingual, type Text } from '#contract/kit/text.ts'
import manifest from '../package.json' with { type: 'json' }
import { createApp } from './app.ts'
import { readSecrets } from './base/crypto/secrets.ts'
import { checkDatabase } from './base/database/check-database.ts'
import { databaseUrlOf } from './base/database/database-url.ts'
import { openDatabase } from './base/database/db.ts'
import { foldIndexes } from './base/database/folded-indexes.ts'
import { lockDirectory } from './base/database/lock.ts'
import { migrate } from './base/database/migrate.ts'
import { requireServerKey } from './base/database/server-key.ts'
import { type Env, readEnv, StartupError } from './base/process/env.ts'
import { exit, onExit, runProcess } from './base/process/exit.ts'
import { administrator, greetingOf } from './base/process/greeting.ts'
import { addressFault, checkAddress } from './base/process/listen-address.ts'
import { makeLog } from './base/process/log.ts'
import { newerShipped } from './flow/shipped-processes.ts'
import { startReplay } from './project/review/replay-reviews.ts'
import { seedBase } from './seed/base.ts'
import { seedDemo } from './seed/demo/demo.ts'
import { pausedJobsOf } from './seed/jobs.ts'

// otherwise V8 lets the heap grow to several times what is in use before it collects the rest (docs/decisions/0140)
setFlagsFromString('--heap-growing-percent=50')

const printLine = (line: string) => process.stdout.write(`${line}\n`)

/** True when `npm run dev` (tools/dev) started this process: the parent locks the data directory and provides the database. */
const isSupervised = process.argv.includes('--supervised')

/** Whether this process only runs jobs (`node dist/main.js worker`), beside the servers of its database. */
const isWorker = process.argv[2] === 'worker'

const checkWorker = ({ databaseUrl, jobWorker }: Env) => {
  if (!databaseUrl)
    throw new StartupError('A worker needs DATABASE_URL: the embedded database belongs to the server that starts it.')
  if (!jobWorker) throw new StartupError('JOB_WORKER is "off", but a worker has nothing else to do.')
}

const start = async () => {
  const env = readEnv()
  const { port, host } = env
  const log = makeLog(env.logLevel)
  if (isWorker) checkWorker(env)
  else await checkAddress(port, host)
  if (!isSupervised) onExit(lockDirectory(env.dataDir))
  const secrets = readSecrets(env.dataDir, env.sm2PrivateKey)
  const databaseUrl = await databaseUrlOf(env, secrets, (line) => printLine(`· ${line}`))
  const { db, close } = openDatabase(
    databaseUrl,
    (error) => log.warn({ err: error }, 'a database connection was lost'),
    {
      directUrl: env.databaseDirectUrl,
      preparesStatements: env.preparedStatements,
    },
  )
  onExit(close)
  await checkDatabase(db)
  const migrated = await migrate(db)
  if (migrated.length) printLine(`· database migrated: ${migrated.join(', ')}`)
  const doubles = await foldIndexes(db)
  const isKeyReplaced = await requireServerKey(db, secrets, env)
  if (isKeyReplaced)
    printLine('· the SM2 key was replaced: enter the stored credentials again (storages, SMS, data sources, clients)')
  const { initialPassword, hasSeeded } = await seedBase(db, env.adminPassword, pausedJobsOf(env))
  if (initialPassword) printInitialPassword(initialPassword)
  const { app, server } = await createApp({ env, secrets, log, db })
  onExit(() => server.close(), env.jobGraceSeconds * 1000)
  if (env.seed === 'demo') await seedDemo(app, server, (line) => printLine(`· ${line}`))
  const address = isWorker
    ? null
    : await server.listen({ port, host }).catch((error) => {
        throw addressFault(error, port, host)
      })
  onExit(startReplay(app))
  if (migrated.length) app.logEvent('database.migrated', { migrated })
  for (const { table, tenantId, ids } of doubles) app.logEvent('texts.doubled', { table, tenantId, ids })
  if (isKeyReplaced) app.logEvent('key.replaced', { replaced: env.sm2KeyReplaces })
  if (hasSeeded) app.logEvent('seed.sown', { name: 'base' })
  for (const { key, fileName } of await newerShipped(app)) app.logEvent('process.newer', { key, fileName })
  app.logEvent('server.started', { version: manifest.version, address, ...effectiveSettings(env) })
  if (isSupervised) process.send?.({ address })
  else printLine(address ? greetingOf(address, env) : '· worker started')
}

/** The settings of this start, without secrets. */
const effectiveSettings = ({
  databaseUrl,
  databaseDirectUrl,
  adminPassword: _,
  sm2PrivateKey,
  sm2KeyReplaces: __,
  site,
  webDir: ___,
  smtpUrl,
  backup,
  ...plain
}: Env) => ({
  ...plain,
  backupDir: backup.directory,
  backupBucket: backup.bucket?.bucket ?? null,
  database: databaseDirectUrl ? 'pooled' : databaseUrl ? 'external' : 'embedded',
  sm2: sm2PrivateKey ? 'given' : 'made',
  site: site?.issuer ?? null,
  smtp: smtpUrl ? new URL(smtpUrl).host : null,
})

const initial: Text = ['初始密码', 'initial password']

/** Prints at once: the start may still fail, and the password is generated only once. */
const printInitialPassword = (initialPassword: string) =>
  printLine(
    `\n  ${bilingual(administrator)}: admin   ${bilingual(initial)}: ${initialPassword}\n  (shown once; it has to be changed at the first login)\n`,
  )

if (isSupervised) {
  process.on('disconnect', () => void exit(0))
  if (!process.connected) void exit(0)
}
runProcess(start)
