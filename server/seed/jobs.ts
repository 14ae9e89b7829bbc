import { localServerUrl } from '#contract/job/job-server.ts'
import type { Db } from '../base/database/db.ts'

/** The job server that this platform is. It has no password, because nobody calls it by its address. */
export const shippedJobServer = {
  jobServerName: '本平台',
  jobServerUrl: localServerUrl,
  jobAppName: 'platform',
  jobAppPassword: '',
  jobRemark: '平台自带，由本平台调度和执行任务',
  isShipped: 1,
}

/** Adds the shipped job server where there is none; its name and its remark stay as administrators have written them. */
export const seedJobServer = async (db: Db): Promise<void> => {
  if (await db.selectFrom('jobServer').select('id').where('isShipped', '=', 1).executeTakeFirst()) return
  await db.insertInto('jobServer').values(shippedJobServer).execute()
}
