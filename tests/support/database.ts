import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/base/db.ts'
import { migrate } from '#server/base/migrate.ts'
import { openPostgres, type Postgres } from '#server/base/postgres.ts'
import { readSecrets } from '#server/base/secrets.ts'
import { sowBase } from '#server/seed/base.ts'
import { administer, dropDatabase } from './administer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string with {database} where the name goes; every test file clones `template` for itself. */
    databases: string
    template: string
    adminPassword: string
  }
}

export const adminPassword = 'Tq-wmzkd-582Hx'

/** A connection string of the same server for another database. */
const patternOf = (url: string) => url.replace(/\/[^/?]*(\?|$)/, '/{database}$1')

/**
 * One PostgreSQL for the whole run: the one DATABASE_URL names, or an embedded one of our own. A template database is
 * migrated and sown once.
 */
export default async (project: TestProject) => {
  const home = mkdtempSync(join(tmpdir(), 'tests-'))
  chmodSync(home, 0o755)
  const given = process.env.DATABASE_URL
  const postgres: Postgres | null = given
    ? null
    : await openPostgres(home, readSecrets(home, null), {
        settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
      })
  const pattern = patternOf(given ?? (postgres as Postgres).url('postgres'))
  const template = `template_${process.pid}_${Date.now().toString(36)}`
  const admin = pattern.replace('{database}', 'postgres')
  await administer(admin, `create database ${template}`)
  const { db, close } = openDatabase(pattern.replace('{database}', template), () => {})
  await migrate(db)
  await sowBase(db, adminPassword)
  await close()
  project.provide('databases', pattern)
  project.provide('template', template)
  project.provide('adminPassword', adminPassword)
  return async () => {
    if (postgres) await postgres.stop()
    else await dropDatabase(admin, template)
    rmSync(home, { recursive: true, force: true })
  }
}
