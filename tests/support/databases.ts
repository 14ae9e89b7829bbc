import { administer, dropDatabase } from './administer.ts'
import { cleanUp } from './cleanup.ts'
import { askDatabases } from './run/ask.ts'

/** The connection string of a database on the server of this project. */
const urlOf = (pattern: string, name: string) => pattern.replace('{database}', name)

/** A new database, empty or a copy of a template, that is dropped when the test file ends. */
export const newDatabase = async (template = 'template1'): Promise<string> => {
  const { pattern, prefix } = await askDatabases()
  const name = prefix + Math.random().toString(36).slice(2, 10)
  await administer(
    urlOf(pattern, 'postgres'),
    `create database ${name} template ${template}`,
    // a server that is not ours waits for the disk; test data need not survive a power failure
    `alter database ${name} set synchronous_commit = off`,
  )
  cleanUp(() => dropDatabase(urlOf(pattern, 'postgres'), name))
  return urlOf(pattern, name)
}

/** A new migrated and seeded database. */
export const cloneDatabase = async (): Promise<string> => newDatabase((await askDatabases()).template)
