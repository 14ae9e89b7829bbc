import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cleanUp } from '../../tests/support/cleanup.ts'
import { cloneDatabase } from '../../tests/support/databases.ts'
import { openDatabase } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { readEnv } from '../base/process/env.ts'
import { processors } from '../processors.ts'
import { pausedJobsOf, seedJobServer, seedJobs, shippedJobServer } from './jobs.ts'

test('there is one shipped job server, whose name and remark stay as administrators have written them', async () => {
  const { db, close } = openDatabase(await cloneDatabase(), () => {})
  cleanUp(close)
  const servers = () =>
    db
      .selectFrom('jobServer')
      .select(['jobServerName', 'jobServerNameEn', 'jobServerUrl', 'jobAppName', 'jobRemark', 'isShipped'])
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

test('the hourly anchor of the audit chain has a name without a rhythm; one that administrators have given it stays', async () => {
  const { db, close } = openDatabase(await cloneDatabase(), () => {})
  cleanUp(close)
  const jobs = db.updateTable('jobInfo').where('processorInfo', '=', 'audit-anchor')
  const migration = readFileSync('server/migrations/0182-name-of-the-anchor-job.sql', 'utf8')
  const renamed = async (jobName: string, jobNameEn: string) => {
    await jobs.set({ jobName, jobNameEn }).execute()
    await sql.raw(migration).execute(db)
    return jobs.set({ enable: 1 }).returning(['jobName', 'jobNameEn']).executeTakeFirst()
  }
  const [jobName, jobNameEn] = processors['audit-anchor']?.label ?? []
  expect(jobName).toBe('审计链存证')
  expect(await renamed('审计链每日存证', 'Daily anchor of the audit chain')).toEqual({ jobName, jobNameEn })
  expect(await renamed('存证', 'Anchor')).toEqual({ jobName: '存证', jobNameEn: 'Anchor' })
})
