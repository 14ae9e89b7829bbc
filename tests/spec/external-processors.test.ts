import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { jobContainer } from '#contract/job/job-container.ts'
import { jobInfo } from '#contract/job/job-info.ts'
import { jobInstance } from '#contract/job/job-instance.ts'
import { jobServer } from '#contract/job/job-server.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { timing } from '#contract/job/timing.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { cleanUp } from '../support/cleanup.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk } from '../support/roles.ts'
import { addJobInfo } from '../support/scheduled-jobs.ts'
import { until } from '../support/until.ts'

/** Modules that administrators upload, and jobs that run what they export; server/job/external has hostile ones. */

const { calls } = jobContainer

const directory = mkdtempSync(join(tmpdir(), 'job-containers-'))
cleanUp(() => rmSync(directory, { recursive: true }))

let platform: Platform
let admin: Caller
let hereId: string

const counting = `// 统计
export const count = ({ jobParams, log }) => { log.info('counting'); return String(jobParams.split(',').length) }
`
const doubling = "export const count = ({ jobParams }) => String(2 * jobParams.split(',').length)"
const hashOf = (source: string) => createHash('sha256').update(source).digest('hex')
const base64Of = (source: string | Buffer) => Buffer.from(source).toString('base64')

let serial = 0
const createContainer = async () => {
  await admin.get(calls.submit, { containerName: `统计${++serial}` })
  const { records } = await admin.get(calls.list, { containerName_equal: `统计${serial}` })
  return records[0]?.id ?? ''
}
const upload = (id: string, source: string | Buffer, by = admin) =>
  by.ask(calls.upload, { id, content: base64Of(source) })
const activeContainer = async (source = counting) => {
  const id = await createContainer()
  await upload(id, source)
  await admin.get(calls.activate, { id, hash: hashOf(source) })
  return id
}
const jobWith = (processorInfo: string, more: object = {}) => ({
  ...{
    jobServerId: hereId,
    jobName: '外部统计',
    timeExpressionType: timing.api,
    processorType: 4 as const,
    processorInfo,
  },
  ...{ jobParams: '甲,乙,丙', ...more },
})
const runOnce = async (job: string) => {
  const { id } = await admin.get(jobInfo.calls.run, { id: job })
  await until(async () => (await admin.get(jobInstance.calls.detail, { id })).status > runStatus.running)
  return admin.get(jobInstance.calls.detail, { id })
}
const created = async (processorInfo: string, more: object = {}) =>
  (await admin.get(jobInfo.calls.submit, jobWith(processorInfo, more))).id

beforeAll(async () => {
  platform = await openPlatform({ JOB_EXTERNAL: 'on', JOB_CONTAINER_DIR: directory })
  admin = await platform.admin()
  const { records } = await admin.get(jobServer.calls.list, {})
  hereId = records.find(({ isShipped }) => isShipped === 1)?.id ?? ''
})

describe('a version of a module', () => {
  test('is what was uploaded, by its hash, and is used once it is active', async () => {
    const id = await createContainer()
    expect((await upload(id, counting)).data).toEqual({ hash: hashOf(counting), exports: ['count'] })
    await upload(id, counting)
    const version = { hash: hashOf(counting), bytes: Buffer.byteLength(counting), exports: ['count'] }
    expect(await admin.get(calls.versions, { id })).toMatchObject([{ ...version, isActive: false }])
    const refused = await admin.ask(jobInfo.calls.submit, jobWith(`${id}#count`))
    const msg = `没有启用的外部处理器“${id}#count”，请从列表中选择`
    expect(refused).toMatchObject({ faults: [{ at: 'processorInfo', msg }] })
    await admin.get(calls.activate, { id, hash: hashOf(counting) })
    expect(await admin.get(calls.versions, { id })).toMatchObject([{ ...version, isActive: true }])
    expect(await admin.get(calls.detail, { id })).toMatchObject({ activeHash: hashOf(counting), exportNames: 'count' })
    const { isAllowed, options } = await admin.get(jobInfo.calls.externalProcessors, {})
    expect([isAllowed, options.find(({ name }) => name === `${id}#count`)?.label]).toEqual([true, `统计${serial}`])
    const audits = await run<{ verb: string }>(
      platform.db,
      sql`select verb from audit where entity = 'jobContainer' and row_id = ${id} order by id`,
    )
    expect(audits.map(({ verb }) => verb)).toEqual(['insert', 'upload', 'activate'])
  })

  test('is refused at its field if it is no module, imports something, exports nothing or is too large', async () => {
    const id = await createContainer()
    const faultOf = async (source: string | Buffer) => (await upload(id, source)).faults[0]
    expect(await faultOf('export const a = ;')).toMatchObject({
      at: 'content',
      msg: expect.stringContaining('SyntaxError'),
    })
    expect((await faultOf("import 'node:fs'"))?.msg).toContain('import')
    expect((await faultOf('1'))?.msg).toBe('模块没有导出函数')
    expect((await faultOf(Buffer.from([0xff, 0xfe, 0x31])))?.msg).toBe('模块应为 UTF-8 编码的文本文件')
    expect((await faultOf(`export const a = 1//${'x'.repeat(262_144)}`))?.msg).toMatch(/262144|256 KB|过长|350000/)
    expect(await admin.get(calls.versions, { id })).toEqual([])
    expect((await admin.ask(calls.activate, { id, hash: hashOf('x') })).status).toBe(404)
  })

  test('keeps every byte of its file, also a byte order mark and the ends of its lines', async () => {
    const id = await createContainer()
    const source = '\uFEFFexport const first = () => "é\u0301"\r\n\r\nexport const second = 1  \n\n'
    expect((await upload(id, source)).data).toEqual({ hash: hashOf(source), exports: ['first', 'second'] })
    expect(await admin.get(calls.versions, { id })).toMatchObject([{ bytes: Buffer.byteLength(source) }])
    await admin.get(calls.activate, { id, hash: hashOf(source) })
    const job = await created(`${id}#first`)
    expect((await runOnce(job)).result).toBe('é\u0301')
  })

  test('is uploaded and activated by those who have the permission for it', async () => {
    const id = await activeContainer()
    const clerk = await createClerk(platform, 'planner', {
      codes: ['jobinfo', 'jobinfo_add', 'jobinfo_run', 'job_external'],
    })
    expect((await upload(id, doubling, clerk)).status).toBe(403)
    expect((await clerk.ask(calls.activate, { id, hash: hashOf(counting) })).status).toBe(403)
    expect(await clerk.get(calls.versions, { id })).toHaveLength(1)
  })
})

describe('a job with an external processor', () => {
  test('runs the active version from a file whose hash is right', async () => {
    const id = await activeContainer()
    const job = await created(`${id}#count`)
    const first = await runOnce(job)
    expect([first.status, first.result]).toEqual([runStatus.done, '3'])
    const { lines } = await admin.get(jobInstance.calls.log, { id: first.id })
    expect(lines.map(({ content }) => content)).toEqual([`SHA-256 ${hashOf(counting)}`, 'counting', '3'])
    const path = join(directory, id, `${hashOf(counting)}.mjs`)
    expect(readFileSync(path, 'utf8')).toBe(counting)
    writeFileSync(path, doubling)
    expect((await runOnce(job)).result).toBe('3')
    expect(readFileSync(path, 'utf8')).toBe(counting)
    await upload(id, doubling)
    expect((await runOnce(job)).result).toBe('3')
    await admin.get(calls.activate, { id, hash: hashOf(doubling) })
    expect((await runOnce(job)).result).toBe('6')
  })

  test('is not run if the database has another text than was uploaded', async () => {
    const id = await activeContainer()
    const job = await created(`${id}#count`)
    await sql`update job_container_version set source = ${doubling} where container_id = ${id}`.execute(platform.db)
    expect(await runOnce(job)).toMatchObject({
      ...{ status: runStatus.failed, result: `外部处理器 ${id} 的内容与其 SHA-256 不符，未执行` },
    })
  })

  test('can be broadcast, but divides no work; its processor stays while it is used', async () => {
    const id = await activeContainer()
    const job = await created(`${id}#count`, { executeType: 2 })
    expect(await runOnce(job)).toMatchObject({ status: runStatus.done, result: '已在 1 个执行进程中执行' })
    const divided = await admin.ask(jobInfo.calls.submit, jobWith(`${id}#count`, { executeType: 3 }))
    expect(divided).toMatchObject({ faults: [{ at: 'executeType' }] })
    expect((await admin.ask(calls.remove, { ids: id })).msg).toContain('任务“外部统计”正在使用外部处理器')
    await admin.get(jobInfo.calls.remove, { ids: job })
    expect((await admin.ask(calls.remove, { ids: id })).success).toBe(true)
  })

  test('names its processor by number and export', async () => {
    for (const processorInfo of ['count', '1#', '#count', '1#a.b', `${'9'.repeat(20)}#count`])
      expect((await admin.ask(jobInfo.calls.submit, jobWith(processorInfo))).faults[0]?.msg).toContain('编号#导出函数')
    const gone = await addJobInfo(platform.db, { processorType: 4, processorInfo: '5#count' })
    expect((await runOnce(gone.id)).result).toBe('外部处理器 5 不存在，或没有启用的版本')
  })
})
