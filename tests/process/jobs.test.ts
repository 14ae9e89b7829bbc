import { beforeAll, describe, expect, test } from 'vitest'
import { backgroundJob } from '#contract/job/background-job.ts'
import { post } from '#contract/system/post.ts'
import { type Db, openDatabase } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { cleanUp } from '../support/cleanup.ts'
import { cloneDatabase } from '../support/databases.ts'
import { download, jobOf, rowsOf, startExport, uploadSheet, xlsx } from '../support/jobs.ts'
import type { Caller } from '../support/platform.ts'
import { type LaunchedServer, launch, newDataDir } from '../support/process.ts'
import { until } from '../support/until.ts'

/** Two server processes on one database; the one that runs a job is killed in the middle of it. */

const { calls } = backgroundJob
const postCount = 120_000
const interruptedMessage = '服务中断，任务未完成，请重试'
/** Enough for a job on a busy machine. */
const timeoutMs = 180_000

let databaseUrl: string
let db: Db
const dataDirs = [newDataDir(), newDataDir()] as const
const servers: LaunchedServer[] = []
const admins: Caller[] = []

const startServer = async (index: 0 | 1): Promise<void> => {
  servers[index] = launch(dataDirs[index], { DATABASE_URL: databaseUrl })
  admins[index] = await servers[index].admin()
}
const adminOf = (index: 0 | 1): Caller => admins[index] as Caller
const stateOf = (index: 0 | 1, id: string) => jobOf(adminOf(index), id)

beforeAll(async () => {
  databaseUrl = await cloneDatabase()
  const database = openDatabase(databaseUrl, () => {})
  cleanUp(database.close)
  db = database.db
  await db.deleteFrom('post').execute()
  await sql`insert into post (tenant_id, category, post_code, post_name, sort)
    select '000000', 1, 'K' || n, '岗位' || n, n from generate_series(1, ${postCount}::int) n`.execute(db)
  await Promise.all([startServer(0), startServer(1)])
})

/** While the second server is paused, the first one runs all jobs; the uploads are on its disk. */
const onFirst = async <T>(act: () => Promise<T>): Promise<T> => {
  const { pid } = servers[1] as LaunchedServer
  process.kill(pid, 'SIGSTOP')
  try {
    return await act()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}
/** Starts a job on the first server; resolves to its id once it runs. */
const startOnFirst = (start: () => Promise<string>): Promise<string> =>
  onFirst(async () => {
    const id = await start()
    await until(async () => {
      const { state, done } = await stateOf(0, id)
      return state === 'running' && Number(done) > 0
    })
    return id
  })
/** Kills the first server in the middle of this job and expires the lease of the job. */
const killFirst = async (id: string) => {
  await (servers[0] as LaunchedServer).end('SIGKILL')
  await sql`update job_run set lease_ends = now() where id = ${id}`.execute(db)
  await until(async () => (await stateOf(1, id)).state === 'failed', timeoutMs)
}
const waitForEnd = (index: 0 | 1, id: string) =>
  until(async () => !['waiting', 'running'].includes((await stateOf(index, id)).state), timeoutMs)
const runningJobs = () => db.selectFrom('backgroundJob').select('id').where('state', '=', 'running').execute()
const auditRows = (entity: string, rowId: string) =>
  db.selectFrom('audit').select('verb').where('entity', '=', entity).where('rowId', '=', rowId).execute()

describe.sequential('an export whose server is killed', () => {
  let [exportId, waitingId] = ['', '']

  test('is marked as interrupted by the other server, and no running job is left', async () => {
    exportId = await startOnFirst(() => startExport(adminOf(0), post, {}, { format: 'csv' }))
    waitingId = await startExport(adminOf(0), post, { postCode_equal: 'K7' }, { format: 'xlsx' })
    expect(await stateOf(0, exportId)).toMatchObject({ state: 'running', total: postCount })
    expect(await stateOf(0, waitingId)).toMatchObject({ state: 'waiting' })
    await killFirst(exportId)
    expect(await stateOf(1, exportId)).toMatchObject({ state: 'failed', message: interruptedMessage, fileName: null })
    const response = await adminOf(1).raw('GET', `${calls.download.path}?id=${exportId}`)
    expect(response.status).toBe(404)
    expect(await auditRows('post', exportId)).toEqual([])
  })

  test('does not block waiting jobs, which the other server runs', async () => {
    await waitForEnd(1, waitingId)
    expect(await stateOf(1, waitingId)).toMatchObject({ state: 'done', message: '共导出 1 行' })
    expect(await rowsOf(await download(adminOf(1), waitingId))).toMatchObject([{ 岗位编号: 'K7' }])
    expect(await runningJobs()).toEqual([])
  })

  test('contains every row once after a retry on the other server', async () => {
    await adminOf(1).get(calls.retry, { id: exportId })
    await waitForEnd(1, exportId)
    expect(await stateOf(1, exportId)).toMatchObject({ state: 'done', done: postCount, total: postCount })
    const lines = (await download(adminOf(1), exportId)).toString('utf8').trimEnd().split('\r\n').slice(1)
    expect([lines.length, new Set(lines).size]).toEqual([postCount, postCount])
    expect(await auditRows('post', exportId)).toEqual([{ verb: 'export' }])
    const { records } = await adminOf(1).get(calls.list, { size: 200 })
    expect(records.filter(({ id }) => id === exportId)).toHaveLength(1)
    expect(await runningJobs()).toEqual([])
  })

  test('does not change when the killed server restarts', async () => {
    const before = await stateOf(1, exportId)
    await startServer(0)
    await waitForEnd(0, await startExport(adminOf(0), post, { postCode_equal: 'K8' }))
    expect(await stateOf(1, exportId)).toEqual(before)
  })
})

describe.sequential('an import whose server is killed', () => {
  // each row needs a password hash, so the job is slow enough to be interrupted on any machine
  const count = 200
  let importId = ''
  const countImported = async () =>
    (await db.selectFrom('user').select('id').where('account', 'like', 'killed.%').execute()).length

  test('has written no row and is marked as interrupted', async () => {
    const rows = Array.from({ length: count }, (_, n) => [`killed.${n}`, `员工${n}`, `员工${n}号`])
    const bytes = await xlsx(['登录账号*', '用户昵称*', '用户姓名*'], ...rows)
    const checkId = await onFirst(async () => {
      const { id } = (await uploadSheet(adminOf(0), 'user', bytes)).data
      await waitForEnd(0, id)
      return id
    })
    expect(await adminOf(0).get(calls.checkResult, { id: checkId })).toMatchObject({ right: count, wrong: 0 })
    importId = await startOnFirst(async () => String((await adminOf(0).get(calls.confirmImport, { id: checkId })).id))
    await killFirst(importId)
    expect(await stateOf(1, importId)).toMatchObject({ state: 'failed', message: interruptedMessage })
    expect([await countImported(), await runningJobs(), await auditRows('user', importId)]).toEqual([0, [], []])
  })

  test('writes all rows once after a retry on the server with its file, and reveals the passwords once', async () => {
    await startServer(0)
    importId = await startOnFirst(async () => {
      await adminOf(0).get(calls.retry, { id: importId })
      return importId
    })
    await waitForEnd(0, importId)
    expect(await stateOf(0, importId)).toMatchObject({ state: 'done', message: `新增 ${count} 行，更新 0 行` })
    expect(await countImported()).toBe(count)
    expect(await auditRows('user', importId)).toEqual([{ verb: 'import' }])
    expect(await adminOf(0).get(calls.passwords, { id: importId })).toHaveLength(count)
    expect((await adminOf(0).ask(calls.passwords, { id: importId })).success).toBe(false)
  })
})

describe.sequential('a server that is stopped', () => {
  test('marks its job as interrupted before it ends, and the other server runs it after a retry', async () => {
    const id = await startOnFirst(() => startExport(adminOf(0), post, { ascs: 'post_code' }, { format: 'csv' }))
    expect(await (servers[0] as LaunchedServer).end('SIGTERM')).toBe(0)
    expect(await stateOf(1, id)).toMatchObject({ state: 'failed', message: '服务正在重启，任务已中断，请重试' })
    await adminOf(1).get(calls.retry, { id })
    await waitForEnd(1, id)
    expect(await stateOf(1, id)).toMatchObject({ state: 'done', total: postCount })
    expect(await runningJobs()).toEqual([])
  })
})
