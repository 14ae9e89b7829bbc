import { beforeAll, describe, expect, test } from 'vitest'
import { user } from '#contract/system/user.ts'
import { type Db, openDatabase } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { cleanUp } from '../support/cleanup.ts'
import { cloneDatabase } from '../support/databases.ts'
import { openMailServer, type ReceivedMail } from '../support/mail-server.ts'
import { builtServer, type LaunchedServer, launch, newDataDir } from '../support/process.ts'

/** Two server processes with one outbox, and a server that is killed between the event and the e-mail. */

const count = 24
let databaseUrl: string
let db: Db
let mailUrl: string
let mails: readonly ReceivedMail[]

const start = (): LaunchedServer => launch(newDataDir(), { DATABASE_URL: databaseUrl, SMTP_URL: mailUrl })
/** A process that only runs jobs. */
const startWorker = (): LaunchedServer =>
  launch(newDataDir(), { DATABASE_URL: databaseUrl, SMTP_URL: mailUrl }, [...builtServer, 'worker'])
const recipients = () => mails.flatMap(({ to }) => to).sort()
const addresses = (prefix: string) => Array.from({ length: count }, (_, i) => `${prefix}${i}@example.com`).sort()
/** The event is more than a minute ago, so its e-mails are due. */
const makeDue = () => sql`update outbox set create_time = now() - interval '2 minutes'`.execute(db)

beforeAll(async () => {
  databaseUrl = await cloneDatabase()
  const database = openDatabase(databaseUrl, () => {})
  cleanUp(database.close)
  db = database.db
  await sql`update job_info set time_expression = '200' where processor_info = 'outbox'`.execute(db)
  const mailServer = await openMailServer()
  mailUrl = mailServer.url
  mails = mailServer.mails
})

/** Disables new accounts through this server: each of them has to learn of it. */
const disableAccounts = async (server: LaunchedServer, prefix: string) => {
  const { rows } = await sql<{ id: string }>`insert into "user" (account, name, real_name, status, email)
    select ${prefix} || n, '员工', '员工', 1, ${prefix} || n || '@example.com' from generate_series(0, ${count - 1}::int) n
    returning id::text`.execute(db)
  const admin = await server.admin()
  await admin.get(user.calls.disable, { userIds: rows.map(({ id }) => id).join(), reason: '测试' })
}

describe.sequential('e-mails of the outbox', () => {
  test('are sent once by a worker after a crash between the event and the sending', async () => {
    const first = start()
    await disableAccounts(first, 'crash')
    await first.end('SIGKILL')
    expect(recipients()).toEqual([])
    await makeDue()
    const worker = startWorker()
    await expect.poll(() => recipients().length, { timeout: 60_000 }).toBe(count)
    expect(recipients()).toEqual(addresses('crash'))
    expect(await worker.end('SIGTERM')).toBe(0)
    expect(worker.output()).not.toContain('http')
  })

  test('are sent once by two servers together', async () => {
    const servers = [start(), start()]
    await Promise.all(servers.map(({ url }) => url))
    await disableAccounts(servers[0] as LaunchedServer, 'both')
    await makeDue()
    await expect.poll(() => recipients().length, { timeout: 60_000 }).toBe(2 * count)
    // a server marks an e-mail when the mail server has it
    const states = async () => (await sql`select state, count(*)::int as n from outbox group by state`.execute(db)).rows
    await expect.poll(states).toEqual([{ state: 'sent', n: 2 * count }])
    expect(recipients()).toEqual([...addresses('both'), ...addresses('crash')])
  })
})
