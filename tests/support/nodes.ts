import { inject } from 'vitest'
import { openDatabase } from '#server/base/database/db.ts'
import { cleanUp } from './cleanup.ts'
import { cloneDatabase } from './databases.ts'
import { callerFor, encrypt, loginAt, type PlatformAccess } from './platform.ts'
import { launch, newDataDir } from './process.ts'

/** Several server processes on one database, as in a deployment: one key for all; requests go to them alternately. */
export const openNodes = async (count: number): Promise<PlatformAccess> => {
  const databaseUrl = await cloneDatabase()
  const env = { DATABASE_URL: databaseUrl }
  const urls = await Promise.all(Array.from({ length: count }, () => launch(newDataDir(), env).url))
  const { db, close } = openDatabase(databaseUrl, () => {})
  cleanUp(close)
  let requestCount = 0
  const nextUrl = () => urls[requestCount++ % count] as string
  const login = (account: string, password: string) => loginAt(nextUrl, encrypt, account, password)
  return {
    nextUrl,
    db,
    encrypt,
    login,
    visitor: callerFor(nextUrl, null),
    admin: () => login('admin', inject('adminPassword')),
  }
}
