import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Migration, Migrator } from 'kysely'
import { StartupError } from '../process/env.ts'
import type { Db } from './db.ts'
import { inOwnSession } from './own-session.ts'
import { migrationSession } from './session-settings.ts'
import { sql } from './sql.ts'

/** Numbered SQL files, in the source tree or next to the built server. */
const isSource = import.meta.filename.endsWith('.ts')
const directory = join(import.meta.dirname, isSource ? '../../migrations' : 'migrations')

const migrationsIn = (directory: string): Record<string, Migration> =>
  Object.fromEntries(
    readdirSync(directory)
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map((name) => [
        name.slice(0, -4),
        { up: async (db) => void (await sql.raw(readFileSync(join(directory, name), 'utf8')).execute(db)) },
      ]),
  )

/** The names of all migrations of this code, in their order. */
export const migrationNames = (): string[] => Object.keys(migrationsIn(directory))

export interface MigrateOptions {
  readonly from?: string
  /** The last migration to apply; without it, all of them. */
  readonly to?: string
}

/**
 * Updates the schema, all or nothing, under an advisory lock: if several servers start at once, one migrates and the
 * others wait. It has a connection of its own, on which a statement may take as long as it needs. Throws StartupError if the
 * schema is newer than this code. Returns the names of the applied migrations.
 */
export const migrate = (db: Db, { from = directory, to }: MigrateOptions = {}): Promise<string[]> =>
  inOwnSession(db, migrationSession, (own) => applyMigrations(own, migrationsIn(from), to))

const applyMigrations = async (db: Db, migrations: Record<string, Migration>, to?: string): Promise<string[]> => {
  const migrator = new Migrator({ db: db.withoutPlugins(), provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await (to ? migrator.migrateTo(to) : migrator.migrateToLatest())
  if (error) {
    if (String(error).includes('missing'))
      throw new StartupError(
        'The database was created by a newer version of this server. Start that version, or restore a backup.',
      )
    const failed = results.find(({ status }) => status === 'Error')?.migrationName
    throw failed ? new Error(`The migration ${failed} fails: ${(error as Error).message}`, { cause: error }) : error
  }
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName)
}
