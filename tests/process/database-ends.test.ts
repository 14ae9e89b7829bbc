import { expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import type { Caller } from '../support/platform.ts'
import { isRunning, launch, newDataDir, postmasterOf } from '../support/process.ts'
import { until } from '../support/until.ts'

/** Adds posts one after the other until `isOver`; resolves to the acknowledged codes and all rejections. */
const keepAdding = (caller: Caller, writer: number, isOver: () => boolean) =>
  (async () => {
    const savedCodes: string[] = []
    const rejections: { status: number; retryAfter: string | null; body: unknown }[] = []
    for (let n = 0; !isOver(); n++) {
      const postCode = `w${writer}n${n}`
      const body = { category: 1, postCode, postName: '岗位', sort: 1 }
      const response = await caller.raw('POST', post.calls.submit.path, { body })
      const json = (await response.json()) as object
      if (response.status === 200) savedCodes.push(postCode)
      else rejections.push({ status: response.status, retryAfter: response.headers.get('retry-after'), body: json })
    }
    return { savedCodes, rejections }
  })()

test('an embedded database that dies is restarted; requests get 503 meanwhile, and nothing is lost (REL-09)', async () => {
  const dataDir = newDataDir()
  const server = launch(dataDir)
  const [admin, url] = [await server.admin(), await server.url]
  const firstPostmaster = postmasterOf(dataDir) as number
  let isOver = false
  const writers = [1, 2, 3].map((writer) => keepAdding(admin, writer, () => isOver))
  await until(async () => (await admin.get(post.calls.list, {})).total > 20)

  process.kill(firstPostmaster, 'SIGKILL')
  await until(async () => (await fetch(`${url}/ready`)).status === 503)
  const secondServer = launch(dataDir)
  expect(await secondServer.exitCode).toBe(1)
  expect(secondServer.output()).toContain(`is in use by process ${server.pid}`)
  await until(async () => (await fetch(`${url}/ready`)).status === 200)

  isOver = true
  const results = await Promise.all(writers)
  const rejections = results.flatMap((one) => one.rejections)
  const busy = { code: 503, success: false, data: null, msg: '服务繁忙，请稍后重试' }
  expect(rejections).not.toEqual([])
  for (const one of rejections) expect(one).toEqual({ status: 503, retryAfter: '2', body: busy })
  const existingCodes: string[] = []
  for (let current = 1, pages = 1; current <= pages; current++) {
    const page = await admin.get(post.calls.list, { current, size: 200 })
    pages = page.pages
    existingCodes.push(...page.records.map(({ postCode }) => postCode))
  }
  expect(results.flatMap(({ savedCodes }) => savedCodes).filter((code) => !existingCodes.includes(code))).toEqual([])

  const newPostmaster = postmasterOf(dataDir) as number
  expect(newPostmaster).not.toBe(firstPostmaster)
  expect(await server.end('SIGTERM')).toBe(0)
  await until(() => !isRunning(newPostmaster))
})
