import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { readSecrets } from '#server/base/crypto/secrets.ts'
import { openDatabase } from '#server/base/database/db.ts'
import { readEnv } from '#server/base/process/env.ts'
import { makeLog } from '#server/base/process/log.ts'
import { seedDemo } from '#server/seed/demo/demo.ts'
import { cleanUp } from './cleanup.ts'
import { cloneDatabase } from './databases.ts'

/** A platform that can be seeded with demonstration data, with its own database and directory. */
export const openDemoPlatform = async () => {
  const home = mkdtempSync(join(tmpdir(), 'demo-'))
  const databaseUrl = await cloneDatabase()
  const { db, close } = openDatabase(databaseUrl, () => {})
  const env = readEnv({ DATABASE_URL: databaseUrl, DATA_DIR: home, LOG_LEVEL: 'silent' })
  const { app, server } = await createApp({ env, secrets: readSecrets(home, null), log: makeLog('silent'), db })
  // a slow machine refuses the first request, because it was busy with the rows before
  let isBusy = true
  server.addHook('onRequest', (_request, reply, next) => {
    if (!isBusy) return next()
    isBusy = false
    void reply.status(503).header('retry-after', '0').send({ success: false, msg: 'busy' })
  })
  cleanUp(async () => {
    await server.close()
    await close()
    rmSync(home, { recursive: true, force: true })
  })
  const messages: string[] = []
  const seed = () => seedDemo(app, server, (line) => messages.push(line))
  return { app, home, db, seed, messages }
}

export type DemoPlatform = Awaited<ReturnType<typeof openDemoPlatform>>
