import { expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import type { Caller } from '../support/platform.ts'
import { isRunning, launch, newDataDir, postmasterOf } from '../support/process.ts'
import { until } from '../support/until.ts'

/** Adds posts one after the other until told to stop; resolves to the codes of those that were acknowledged, and every refusal. */
const keepAdding = (person: Caller, writer: number, isOver: () => boolean) =>
  (async () => {
    const kept: string[] = []
    const refused: { status: number; retryAfter: string | null; body: unknown }[] = []
    for (let n = 0; !isOver(); n++) {
      const postCode = `w${writer}n${n}`
      const body = { category: 1, postCode, postName: '岗位', sort: 1 }
      const answer = await person.raw('POST', post.calls.submit.path, { body })
      const told = (await answer.json()) as object
      if (answer.status === 200) kept.push(postCode)
      else refused.push({ status: answer.status, retryAfter: answer.headers.get('retry-after'), body: told })
    }
    return { kept, refused }
  })()

test('an embedded database that ends while it serves is started again; meanwhile 503, and nothing is lost (REL-09)', async () => {
  const dataDir = newDataDir()
  const server = launch(dataDir)
  const [admin, url] = [await server.admin(), await server.url]
  const first = postmasterOf(dataDir) as number
  let isOver = false
  const writing = [1, 2, 3].map((writer) => keepAdding(admin, writer, () => isOver))
  await until(async () => (await admin.get(post.calls.list, {})).total > 20)

  process.kill(first, 'SIGKILL')
  await until(async () => (await fetch(`${url}/ready`)).status === 503)
  const second = launch(dataDir)
  expect(await second.exitCode).toBe(1)
  expect(second.output()).toContain(`is in use by process ${server.pid}`)
  await until(async () => (await fetch(`${url}/ready`)).status === 200)

  isOver = true
  const told = await Promise.all(writing)
  const refused = told.flatMap((one) => one.refused)
  const busy = { code: 503, success: false, data: null, msg: '服务繁忙，请稍后重试' }
  expect(refused).not.toEqual([])
  for (const one of refused) expect(one).toEqual({ status: 503, retryAfter: '2', body: busy })
  const there: string[] = []
  for (let current = 1, pages = 1; current <= pages; current++) {
    const page = await admin.get(post.calls.list, { current, size: 200 })
    pages = page.pages
    there.push(...page.records.map(({ postCode }) => postCode))
  }
  expect(told.flatMap(({ kept }) => kept).filter((code) => !there.includes(code))).toEqual([])

  const now = postmasterOf(dataDir) as number
  expect(now).not.toBe(first)
  expect(await server.end('SIGTERM')).toBe(0)
  await until(() => !isRunning(now))
})
