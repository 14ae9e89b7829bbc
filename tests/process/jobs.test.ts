import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { backgroundJob } from '#contract/job/background-job.ts'
import { post } from '#contract/system/post.ts'
import { type Db, openDatabase } from '#server/base/database/db.ts'
import { cleanUp } from '../support/cleanup.ts'
import { cloneDatabase } from '../support/databases.ts'
import { download, jobOf, rowsOf, startExport, uploadSheet, xlsx } from '../support/jobs.ts'
import type { Caller } from '../support/platform.ts'
import { type LaunchedServer, launch, newDataDir } from '../support/process.ts'
import { until } from '../support/until.ts'

/** Two server processes on one database, and the one that does a job is killed in the middle of it. */

const { calls } = backgroundJob
const postCount = 120_000
const cutOff = '服务中断，任务未完成，请重试'
/** How long a job may take on a busy machine. */
const patience = 60_000

let databaseUrl: string
let db: Db
const dataDirs = [newDataDir(), newDataDir()] as const
const servers: LaunchedServer[] = []
const admins: Caller[] = []

const startServer = async (at: 0 | 1): Promise<void> => {
  servers[at] = launch(dataDirs[at], { DATABASE_URL: databaseUrl })
  admins[at] = await servers[at].admin()
}
const asked = (at: 0 | 1): Caller => admins[at] as Caller
const stateOf = (at: 0 | 1, id: string) => jobOf(asked(at), id)

beforeAll(async () => {
  databaseUrl = await cloneDatabase()
  const opened = openDatabase(databaseUrl, () => {})
  cleanUp(opened.close)
  db = opened.db
  await db.deleteFrom('post').execute()
  await sql`insert into post (tenant_id, category, post_code, post_name, sort)
    select '000000', 1, 'K' || n, '岗位' || n, n from generate_series(1, ${postCount}::int) n`.execute(db)
  await Promise.all([startServer(0), startServer(1)])
})

/** Has the first server begin a job while the other one stands still, so that it is known who does it; resolves to its id. */
const begunByFirst = async (begin: () => Promise<string>): Promise<string> => {
  const { pid } = servers[1] as LaunchedServer
  process.kill(pid, 'SIGSTOP')
  try {
    const id = await begin()
    await until(async () => {
      const { state, done } = await stateOf(0, id)
      return state === 'running' && Number(done) > 0
    })
    return id
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}
/** Kills the first server in the middle of this job; the job's lease, which nobody renews now, has run out. */
const cutOffFirst = async (id: string) => {
  await (servers[0] as LaunchedServer).end('SIGKILL')
  await sql`update job_work set lease_ends = now() where job_id = ${id}`.execute(db)
  await until(async () => (await stateOf(1, id)).state === 'failed', patience)
}
const over = (at: 0 | 1, id: string) =>
  until(async () => !['waiting', 'running'].includes((await stateOf(at, id)).state), patience)
const running = () => db.selectFrom('backgroundJob').select('id').where('state', '=', 'running').execute()
const auditLines = (entity: string, rowId: string) =>
  db.selectFrom('audit').select('verb').where('entity', '=', entity).where('rowId', '=', rowId).execute()

describe.sequential('an export whose server is killed', () => {
  let [cut, waited] = ['', '']

  test('is said to have been cut off by the other server, in words, and nothing of it is left running', async () => {
    cut = await begunByFirst(() => startExport(asked(0), post, {}, { format: 'csv' }))
    waited = await startExport(asked(0), post, { postCode_equal: 'K7' }, { format: 'xlsx' })
    expect(await stateOf(0, cut)).toMatchObject({ state: 'running', total: postCount })
    expect(await stateOf(0, waited)).toMatchObject({ state: 'waiting' })
    await cutOffFirst(cut)
    expect(await stateOf(1, cut)).toMatchObject({ state: 'failed', message: cutOff, fileName: null })
    const answer = await asked(1).raw('GET', `${calls.download.path}?id=${cut}`)
    expect(answer.status).toBe(404)
    expect(await auditLines('post', cut)).toEqual([])
  })

  test('and what waited behind it is done by the other', async () => {
    await over(1, waited)
    expect(await stateOf(1, waited)).toMatchObject({ state: 'done', message: '共导出 1 行' })
    expect(await rowsOf(await download(asked(1), waited))).toMatchObject([{ 岗位编号: 'K7' }])
    expect(await running()).toEqual([])
  })

  test('tried again it is whole, every row once, on whichever server is there', async () => {
    await asked(1).get(calls.retry, { id: cut })
    await over(1, cut)
    expect(await stateOf(1, cut)).toMatchObject({ state: 'done', done: postCount, total: postCount })
    const lines = (await download(asked(1), cut)).toString('utf8').trimEnd().split('\r\n').slice(1)
    expect([lines.length, new Set(lines).size]).toEqual([postCount, postCount])
    expect(await auditLines('post', cut)).toEqual([{ verb: 'export' }])
    const { records } = await asked(1).get(calls.list, { size: 200 })
    expect(records.filter(({ id }) => id === cut)).toHaveLength(1)
    expect(await running()).toEqual([])
  })

  test('and what the dead server comes back with changes nothing of it', async () => {
    const before = await stateOf(1, cut)
    await startServer(0)
    await over(0, await startExport(asked(0), post, { postCode_equal: 'K8' }))
    expect(await stateOf(1, cut)).toEqual(before)
  })
})

describe.sequential('an import whose server is killed', () => {
  // each has a password to be made: long enough to be met in the middle on any machine
  const count = 200
  let imported = ''
  const there = async () =>
    (await db.selectFrom('user').select('id').where('account', 'like', 'killed.%').execute()).length

  test('has written nothing at all, not one row, and says so', async () => {
    const rows = Array.from({ length: count }, (_, n) => [`killed.${n}`, `员工${n}`, `员工${n}号`])
    const bytes = await xlsx(['登录账号*', '用户昵称*', '用户姓名*'], ...rows)
    const check = (await uploadSheet(asked(0), 'user', bytes)).data.id
    await over(0, check)
    expect(await asked(0).get(calls.checkResult, { id: check })).toMatchObject({ right: count, wrong: 0 })
    imported = await begunByFirst(async () => String((await asked(0).get(calls.confirmImport, { id: check })).id))
    await cutOffFirst(imported)
    expect(await stateOf(1, imported)).toMatchObject({ state: 'failed', message: cutOff })
    expect([await there(), await running(), await auditLines('user', imported)]).toEqual([0, [], []])
  })

  test('tried again where its file lies, it writes all of them once, and gives their passwords out once', async () => {
    await startServer(0)
    imported = await begunByFirst(async () => {
      await asked(0).get(calls.retry, { id: imported })
      return imported
    })
    await over(0, imported)
    expect(await stateOf(0, imported)).toMatchObject({ state: 'done', message: `新增 ${count} 行，更新 0 行` })
    expect(await there()).toBe(count)
    expect(await auditLines('user', imported)).toEqual([{ verb: 'import' }])
    expect(await asked(0).get(calls.passwords, { id: imported })).toHaveLength(count)
    expect((await asked(0).ask(calls.passwords, { id: imported })).success).toBe(false)
  })
})

describe.sequential('a server that is told to end', () => {
  test('gives its job up in words before it goes, and the other one does it when asked again', async () => {
    const id = await begunByFirst(() => startExport(asked(0), post, { ascs: 'post_code' }, { format: 'csv' }))
    expect(await (servers[0] as LaunchedServer).end('SIGTERM')).toBe(0)
    expect(await stateOf(1, id)).toMatchObject({ state: 'failed', message: '服务正在重启，任务已中断，请重试' })
    await asked(1).get(calls.retry, { id })
    await over(1, id)
    expect(await stateOf(1, id)).toMatchObject({ state: 'done', total: postCount })
    expect(await running()).toEqual([])
  })
})
