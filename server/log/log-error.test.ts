import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { readEnv } from '../base/process/env.ts'
import { createServerErrorLog } from './log-error.ts'
import { serverInfoOf } from './server-info.ts'

test('while the database is away an error is not written to it, and has no second line in the process log', async () => {
  const { db, close } = openDatabase('postgres://nobody@127.0.0.1:1/none', () => {}, { size: 1 })
  onTestFinished(close)
  const lines = new PassThrough()
  const record = createServerErrorLog(db, pino(lines), serverInfoOf(readEnv({})))
  const failure = { requestId: 'r1', method: 'GET', path: '/', address: '', agent: '', account: '' }
  // not known to be away: it is tried
  record({ ...failure, error: new Error('before') })
  const error: unknown = await run(db, sql`select 1`).catch((reason: unknown) => reason)
  record({ ...failure, error })
  record({ ...failure, error: new Error('after') })
  // behind all attempts, as there is one connection
  await expect(run(db, sql`select 1`)).rejects.toThrow()
  await new Promise(setImmediate)
  expect(lines.read()).toBeNull()
})
