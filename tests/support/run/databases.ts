import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readSecrets } from '#server/base/crypto/secrets.ts'
import { openDatabase } from '#server/base/database/db.ts'
import { migrate } from '#server/base/database/migrate.ts'
import { openPostgres } from '#server/base/database/postgres.ts'
import { seedBase } from '#server/seed/base.ts'
import { administer, dropDatabase } from '../administer.ts'
import { adminPassword } from './admin-password.ts'
import type { Databases, DatabasesAnswer } from './resources.ts'

/**
 * The process that opens database servers for a test run and cleans up when the run ends or is interrupted: as the child of the
 * run it notices the end of its parent. The names of all databases of a run start with the same prefix.
 */
const prefix = `t_${process.pid}_${Date.now().toString(36)}_`
const closers: (() => Promise<void>)[] = []

/** Test data need not survive a power failure, and no database lives long enough to need a vacuum. */
const settings = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'],
  ...['autovacuum=off', 'max_connections=200'],
]

/** A connection string of the same server for another database. */
const patternOf = (url: string) => url.replace(/\/[^/?]*(\?|$)/, '/{database}$1')

type Server = Pick<Databases, 'pattern' | 'superUrl'>

const openEmbedded = async (): Promise<Server> => {
  const home = mkdtempSync(join(tmpdir(), 'tests-'))
  chmodSync(home, 0o755)
  const postgres = await openPostgres(home, readSecrets(home, null), { settings })
  closers.push(async () => {
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  })
  return { pattern: patternOf(postgres.url('postgres')), superUrl: postgres.superUrl('postgres') }
}

const namesOf = async (url: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [prefix])
  await client.end()
  return rows.map(({ datname }) => datname)
}

const joinServer = (url: string): Server => {
  const pattern = patternOf(url)
  const admin = pattern.replace('{database}', 'postgres')
  closers.push(async () => {
    for (const name of await namesOf(admin)) await dropDatabase(admin, name)
  })
  return { pattern, superUrl: admin }
}

const open = async (server: string | null): Promise<Databases> => {
  const { pattern, superUrl } = server ? joinServer(server) : await openEmbedded()
  const template = `${prefix}template`
  await administer(pattern.replace('{database}', 'postgres'), `create database ${template}`)
  const { db, close } = openDatabase(pattern.replace('{database}', template), () => {})
  await migrate(db)
  await seedBase(db, adminPassword)
  await close()
  return { pattern, superUrl, template, prefix }
}

const openings: Promise<void>[] = []

process.on('message', ({ id, server }: { id: number; server: string | null }) => {
  const answer = (answer: DatabasesAnswer) => {
    if (process.connected) process.send?.(answer)
  }
  openings.push(
    open(server).then(
      (databases) => answer({ id, databases }),
      (error: Error) => answer({ id, fault: String(error.stack) }),
    ),
  )
})

process.on('disconnect', async () => {
  await Promise.all(openings)
  for (const close of closers.reverse()) await close().catch((error) => process.stderr.write(`${error.stack}\n`))
  process.exit()
})
