import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/db.ts'
import { sql } from '../database/sql.ts'

const timeoutMs = 1000

/** `/live`: the process runs. `/ready`: the database answers a query within a second. */
export const serveHealth = (db: Db, server: FastifyInstance): void => {
  let closing = false
  server.addHook('preClose', async () => {
    closing = true
  })
  server.get('/live', async () => ({ live: true }))
  server.get('/ready', async (_request, reply) => {
    const databaseCheck = sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    const timeout = new Promise<boolean>((done) => setTimeout(done, timeoutMs, false).unref())
    const ready = !closing && (await Promise.race([databaseCheck, timeout]))
    if (!ready) reply.header('retry-after', '2')
    return reply.status(ready ? 200 : 503).send({ ready })
  })
}
