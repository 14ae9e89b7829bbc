import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { requestTimeoutMs } from '#contract/request-timeout.ts'
import { cleanUp } from '../../../tests/support/cleanup.ts'
import { openPowerJobServer } from '../../../tests/support/powerjob-server.ts'
import { openRecordingServer } from '../../../tests/support/recording-server.ts'
import { connectPowerJob, requestLimitMs, timeForEach, timeWithin } from './powerjob-client.ts'

const trusted = ['127.0.0.1']
const connect = (url: string, password: string, timeLeft = timeForEach) =>
  connectPowerJob({ url, name: 'province', password }, trusted, timeLeft)

describe.each([4, 5] as const)('a job server of version %i', (version) => {
  let server: Awaited<ReturnType<typeof openPowerJobServer>>
  beforeAll(async () => {
    server = await openPowerJobServer(version, [{ id: '888457356049383681', jobName: '汇总', status: 1 }])
  })
  const formOf = (path: string) => {
    const call = server.calls.filter((one) => one.path === `/openApi/${path}`).at(-1)
    return Object.fromEntries(new URLSearchParams(String(call?.body)))
  }

  test('gets ids with all their digits, as forms, and gives them back', async () => {
    const remote = await connect(`${server.endpoint}/`, server.password)
    const [jobId, appId] = ['888457356049383681', version === 5 ? '1234567890123456789' : '7']
    const instanceId = await remote.runJob(jobId, '{"day":1}')
    expect(instanceId).toMatch(/^\d{18}$/)
    expect(formOf('runJob')).toEqual({ jobId, instanceParams: '{"day":1}', appId })
    await remote.runJob(jobId, null)
    expect(formOf('runJob')).toEqual({ jobId, appId })
    expect(await remote.fetchInstance(instanceId)).toMatchObject({ instanceId, jobId, status: 1 })
    await remote.cancelInstance(instanceId)
    await remote.retryInstance(instanceId)
    await remote.stopInstance(instanceId)
    expect(formOf('stopInstance')).toEqual({ instanceId, appId })
    await remote.disableJob(jobId)
    await remote.enableJob(jobId)
    await remote.deleteJob(jobId)
    expect(formOf('deleteJob')).toEqual({ jobId, appId })
    expect(await remote.fetchJobs()).toMatchObject([{ id: jobId, status: 99 }])
  })

  test('gets the name of the application with its password', async () => {
    await connect(server.endpoint, server.password)
    const login = server.calls.filter(({ path }) => /authApp|assert/.test(path)).at(-1)
    const text = String(login?.body)
    const fields = version === 5 ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
    expect(fields).toMatchObject({ appName: 'province' })
  })

  test('that refuses is an error with its sentence', async () => {
    const remote = await connect(server.endpoint, server.password)
    await expect(remote.enableJob('5')).rejects.toMatchObject({
      text: [
        expect.stringMatching(/^任务应用返回错误：can't find job/),
        expect.stringMatching(/^The job server returned/),
      ],
    })
    await expect(connect(server.endpoint, 'wrong')).rejects.toThrow(/does not accept the application/)
  })
})

test('a token that has expired is renewed once, whatever is called', async () => {
  const server = await openPowerJobServer(5)
  const remote = await connect(server.endpoint, server.password)
  server.state.expired.add('token-1')
  expect(await remote.fetchJobs()).toEqual([])
  expect(server.state.tokens.size).toBe(2)
  server.state.expired.add('token-2').add('token-3')
  await expect(remote.fetchJobs()).rejects.toThrow('INVALID_TOKEN')
})

test.each<[unknown, string]>([
  ['<html>', 'not one of the PowerJob interface'],
  [{ success: true, data: { appId: 'x', token: 't' } }, 'not one of the PowerJob interface'],
  [{ success: false, message: 'unknown application, password Secret-99' }, 'unknown application, password \\*\\*\\*$'],
  [[], 'does not accept the application'],
])('an address that answers %j is refused with a sentence', async (json, message) => {
  const server = await openRecordingServer(({ path }) => ({ status: path.endsWith('assert') ? 404 : 200, json }))
  const attempt = connect(server.endpoint, 'Secret-99')
  await expect(attempt).rejects.toThrow(typeof json === 'string' ? 'does not accept' : new RegExp(message))
})

test('a server that is not there, or that must not be called, is an error with a sentence', async () => {
  const server = await openRecordingServer(() => ({ json: {} }))
  await server.stop()
  await expect(connect(server.endpoint, 'x')).rejects.toThrow()
  await expect(connectPowerJob({ url: 'http://10.0.0.1', name: 'a', password: 'x' }, [], timeForEach)).rejects.toThrow(
    /OUTGOING_HOSTS/,
  )
})

test('one that never answers is an error with a sentence before the page gives up', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  cleanUp(() => silent.close())
  await once(silent, 'listening')
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const timeLeft = timeWithin(50)
  for (let n = 0; n < 2; n++)
    await expect(connect(url, 'x', timeLeft)).rejects.toThrow('The service did not answer in time')
  expect(timeLeft()).toBe(1)
  expect(requestLimitMs).toBeLessThan(requestTimeoutMs)
})
