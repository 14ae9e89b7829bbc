import { expect, test } from 'vitest'
import { cleanUp } from '../../tests/support/cleanup.ts'
import { cloneDatabase } from '../../tests/support/databases.ts'
import { openDatabase } from '../base/database/db.ts'
import { readEnv } from '../base/process/env.ts'
import { pausedJobsOf, seedJobServer, seedJobs, shippedJobServer } from './jobs.ts'

test('there is one shipped job server, whose name and remark stay as administrators have written them', async () => {
  const { db, close } = openDatabase(await cloneDatabase(), () => {})
  cleanUp(close)
  const servers = () =>
    db
      .selectFrom('jobServer')
      .select(['jobServerName', 'jobServerUrl', 'jobAppName', 'jobRemark', 'isShipped'])
      .execute()
  const { jobAppPassword: _, ...shipped } = shippedJobServer
  expect(await servers()).toEqual([shipped])
  const changes = { jobServerName: '省平台', jobRemark: null }
  await db.updateTable('jobServer').set(changes).execute()
  await seedJobServer(db)
  expect(await servers()).toEqual([{ ...shipped, ...changes }])
})

test('the backup is planned with the embedded database and where its directory is set', async () => {
  const [own, dir] = [{ DATABASE_URL: 'postgres://h/db' }, { BACKUP_DIR: '/backups' }]
  const paused = [{}, own, { ...own, ...dir }].map((env) => [...pausedJobsOf(readEnv(env))])
  expect(paused).toEqual([[], ['backup'], []])
  const { db, close } = openDatabase(await cloneDatabase(), () => {})
  cleanUp(close)
  await db.deleteFrom('jobInfo').where('processorInfo', '=', 'backup').execute()
  await seedJobs(db, new Set())
  const job = await db
    .selectFrom('jobInfo')
    .select(['enable', 'nextAt'])
    .where('processorInfo', '=', 'backup')
    .executeTakeFirstOrThrow()
  expect([job.enable, job.nextAt?.slice(11)]).toEqual([1, '02:30:00'])
})
