import { expect, test } from 'vitest'
import { cleanUp } from '../../tests/support/cleanup.ts'
import { cloneDatabase } from '../../tests/support/databases.ts'
import { openDatabase } from '../base/database/db.ts'
import { seedJobServer, shippedJobServer } from './jobs.ts'

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
