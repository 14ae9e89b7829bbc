import { Readable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { jobInfo } from '#contract/job/job-info.ts'
import { jobInstance } from '#contract/job/job-instance.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { newFileName } from '#server/base/files/file-store.ts'
import { type Caller, openPlatform, type Platform } from '../../tests/support/platform.ts'
import { until } from '../../tests/support/until.ts'

let platform: Platform
let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

/** Stores a file with its row; resolves to its stored name. */
const addFile = async (originalName: string) => {
  const { db, app } = platform
  const stored = await app.files.put(newFileName(), Readable.from([Buffer.from(originalName)]), 1000)
  if (!stored) throw new Error('too long')
  await db
    .insertInto('attach')
    .values({ name: stored.name, originalName, sha256: stored.sha256, attachSize: stored.size } as never)
    .execute()
  return stored.name
}
const check = async () => {
  const { records } = await admin.get(jobInfo.calls.list, { size: 100 })
  const job = records.find(({ processorInfo }) => processorInfo === 'file-check')
  const { id } = await admin.get(jobInfo.calls.run, { id: job?.id ?? '' })
  await until(async () => (await admin.get(jobInstance.calls.detail, { id })).status > runStatus.running)
  const { status, result } = await admin.get(jobInstance.calls.detail, { id })
  return [status, result]
}

test('the check of files names those that are missing or altered, whatever batch they are in', async () => {
  const names: string[] = []
  for (let n = 0; n < 450; n++) names.push(await addFile(`附件${n}.pdf`))
  expect(await check()).toEqual([runStatus.done, '已核对 450 个文件，均完好'])
  const { files } = platform.app
  await files.remove(String(names[3]))
  await files.remove(String(names[444]))
  await files.put(String(names[444]), Readable.from([Buffer.from('altered')]), 1000)
  expect(await check()).toEqual([runStatus.failed, '2 个文件缺失或已损坏：附件3.pdf, 附件444.pdf'])
})
