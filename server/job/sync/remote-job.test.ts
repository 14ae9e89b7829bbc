import { describe, expect, test } from 'vitest'
import type { Job } from '../run/job-plan.ts'
import { differencesOf, differenceText, hashOf, readRemoteJob, writeRemoteJob } from './remote-job.ts'

/** A job as fetchAllJob answers it. */
const answer = (more: object = {}) => ({
  id: '488457356049383680',
  jobName: '汇总',
  timeExpressionType: 2,
  timeExpression: '0 0 8 * * ?',
  executeType: 1,
  processorType: 1,
  processorInfo: 'a.B',
  dispatchStrategy: 1,
  concurrency: 5,
  status: 1,
  ...more,
})

/** The same job as it is stored here, with its initial values. */
const stored = (more: object = {}) =>
  ({
    ...{ jobName: '汇总', jobDescription: null, timeExpressionType: 2, timeExpression: '0 0 8 * * ?', executeType: 1 },
    ...{ processorType: 1, processorInfo: 'a.B', jobParams: null, enable: 1, lifecycle: '', dispatchStrategy: 1 },
    ...{ maxInstanceNum: 0, concurrency: 5, instanceTimeLimit: 0, instanceRetryNum: 0, taskRetryNum: 0 },
    ...{ minCpuCores: 0, minMemorySpace: 0, minDiskSpace: 0, designatedWorkers: '', maxWorkerCount: 0 },
    ...{ alertThreshold: 0, statisticWindowLen: 0, silenceWindowLen: 0, logType: 1, logLevel: 2, extra: null },
    ...more,
  }) as Job

const read = (more: object = {}) => {
  const job = readRemoteJob(answer(more))
  if (!job) throw new Error('no job')
  return job
}
const labelsOf = (here: object, there: object) => differencesOf(stored(here), read(there)).map(([chinese]) => chinese)

describe('a job of another scheduler', () => {
  test.each([
    [1, 1, false],
    [2, 0, false],
    [99, 0, true],
  ])('with the status %i is enabled: %i, deleted: %s', (status, enable, isDeleted) => {
    expect(read({ status })).toMatchObject({ isDeleted, values: { enable } })
  })

  test.each([
    [null, null],
    ['', null],
    ['not json', null],
    ['{"start":null,"end":null}', null],
    ['{"start":1767196800000,"end":null}', '2026-01-01 00:00:00,'],
    [{ start: null, end: 1_767_196_800_000 }, ',2026-01-01 00:00:00'],
  ])('has the active period %j as %j', (lifecycle, expected) => {
    expect(read({ lifecycle }).values.lifecycle ?? null).toBe(expected)
  })

  test.each([null, 'x', 7, {}, { id: 'x' }, []])('is not what has no id: %j', (value) => {
    expect(readRemoteJob(value)).toBeNull()
  })

  test('keeps all digits of its id, and the settings of its log and alerts', () => {
    const [logConfig, alarmConfig] = [{ type: 3, level: 4 }, '{"alertThreshold":2,"statisticWindowLen":60}']
    expect(read({ logConfig, alarmConfig })).toMatchObject({
      id: '488457356049383680',
      values: { logType: 3, logLevel: 4, alertThreshold: 2, statisticWindowLen: 60 },
    })
  })
})

describe('the differences', () => {
  test.each<[object, object, string[]]>([
    [{}, {}, []],
    [{}, { jobParams: '', maxInstanceNum: null, minCpuCores: 0.0, extra: null }, []],
    [{ enable: 0 }, {}, ['是否开启']],
    [{ jobParams: 'x' }, { concurrency: 4 }, ['任务参数', '单机并发数']],
    [{ alertThreshold: 3, logLevel: 4 }, {}, []],
    [{ alertThreshold: 3 }, { alarmConfig: { alertThreshold: 2 } }, ['失败次数阈值']],
    [{ notifyUserIds: '1' }, { notifyUserIds: '2' }, []],
  ])('of %j and %j are %j', (here, there, labels) => {
    expect(labelsOf(here, there)).toEqual(labels)
  })
})

test('a job is sent with the names of its choices, and is read back without a difference', () => {
  const job = stored({ executeType: 3, dispatchStrategy: 2, enable: 0, lifecycle: '2026-01-01 00:00:00,' })
  const sent = writeRemoteJob(job, '7')
  expect(sent).toMatchObject({
    ...{ id: '7', timeExpressionType: 'CRON', executeType: 'MAP_REDUCE', processorType: 'BUILT_IN' },
    ...{ dispatchStrategy: 'RANDOM', enable: false, lifeCycle: { start: 1_767_196_800_000, end: null } },
  })
  expect(writeRemoteJob(job, null)).not.toHaveProperty('id')
  const numbers = { timeExpressionType: 2, executeType: 3, processorType: 1, dispatchStrategy: 2 }
  const back = readRemoteJob({ ...sent, ...numbers, status: 2, lifecycle: JSON.stringify(sent.lifeCycle) })
  expect(back && differencesOf(job, back)).toEqual([])
})

test.each<[string, object, object, string]>([
  ['nobody knows who', { syncHash: null, jobParams: 'x' }, {}, '与远端不同：任务参数'],
  ['the job server', {}, { jobParams: 'x', concurrency: 4 }, '远端已修改：任务参数、单机并发数'],
  ['this platform', { jobParams: 'x' }, {}, '本平台已修改：任务参数'],
  ['both', { jobParams: 'x' }, { concurrency: 4 }, '两边均已修改：任务参数、单机并发数'],
])('what differs says who has changed it since the last synchronisation: %s', (_, here, there, sentence) => {
  const syncHash = hashOf(stored())
  expect(differenceText(stored({ syncHash, ...here }), read(there))?.[0]).toBe(sentence)
  expect(differenceText(stored({ syncHash }), read())).toBeNull()
})

test('the hash names the values that both sides have', () => {
  expect(hashOf(stored())).toBe(hashOf(stored({ notifyUserIds: '1', jobParams: '' })))
  expect(hashOf(stored())).not.toBe(hashOf(stored({ jobParams: 'x' })))
})
