import { administer, dropDatabase } from './administer.ts'
import { cleanUp } from './cleanup.ts'
import { askDatabases } from './run/ask.ts'

/** A connection string of a database on this project's server. */
const at = (pattern: string, name: string) => pattern.replace('{database}', name)

/** A database of this file's own, gone with the file; empty, unless it copies another. */
export const newDatabase = async (template = 'template1'): Promise<string> => {
  const { pattern, prefix } = await askDatabases()
  const name = prefix + Math.random().toString(36).slice(2, 10)
  await administer(at(pattern, 'postgres'), `create database ${name} template ${template}`)
  cleanUp(() => dropDatabase(at(pattern, 'postgres'), name))
  return at(pattern, name)
}

/** A database of this file's own, migrated and seeded. */
export const cloneDatabase = async (): Promise<string> => newDatabase((await askDatabases()).template)
