import { beforeAll, expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import { newDatabase } from '../support/databases.ts'
import { startExport, waitForJob } from '../support/jobs.ts'
import { openPgBouncer } from '../support/pgbouncer.ts'
import { launch, newDataDir } from '../support/process.ts'

/** The whole server behind PgBouncer in transaction mode, from an empty database on. */

let [direct, pooled] = ['', '']
beforeAll(async () => {
  direct = await newDatabase('template0')
  pooled = await openPgBouncer(direct, { lines: ['default_pool_size = 5'] })
})

test('migrates, serves and runs jobs with fewer connections to the database than it has requests', async () => {
  const server = launch(newDataDir(), { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct })
  const admin = await server.admin()
  const submit = (n: number) =>
    admin.get(post.calls.submit, { category: 1, postCode: `G${n}`, postName: `岗位${n}`, sort: n })
  await Promise.all(Array.from({ length: 20 }, (_, n) => submit(n)))
  const { total } = await admin.get(post.calls.list, { postName: '岗位' })
  expect(total).toBe(20)
  // the export starts with a notification, and reads with a cursor
  const id = await startExport(admin, post)
  expect(await waitForJob(admin, id)).toMatchObject({ state: 'done' })
  expect(await server.end('SIGTERM')).toBe(0)
})
