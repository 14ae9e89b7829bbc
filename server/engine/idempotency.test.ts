import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, nothing, row } from '#contract/kit/call.ts'
import { Fail } from '#contract/kit/fail.ts'
import { text } from '#contract/kit/field.ts'
import { post } from '#contract/system/post.ts'
import { type Caller, openPlatform, type Platform } from '../../tests/support/platform.ts'
import { uploadFile } from '../../tests/support/scenario.ts'
import { pdfOf } from '../seed/demo/samples.ts'
import type { Ctx, Route } from './context.ts'
import { insertRow } from './crud.ts'
import { makeServer } from './http.ts'

let platform: Platform
/** A server with only the routes below. */
let server: ReturnType<typeof makeServer>
let admin: Caller

let serial = 0
/** Whether `t.half` fails after its first write. */
let isHalfBroken = true
const label = ['测试', 'Test'] as const
const input = { name: text('名', 'Name') }
const addPost = (ctx: Ctx, { name }: { name: string }) =>
  insertRow(ctx, post, { category: 1, postCode: `H${++serial}`, postName: name, sort: 1 })

const routes: Route[] = [
  {
    name: 't.write',
    endpoint: call('POST', 't/write', label, { access: 'login', input, output: row({ id: { kind: 'ref', label } }) }),
    handle: addPost,
  },
  {
    name: 't.half',
    endpoint: call('POST', 't/half', label, { access: 'login', input, output: nothing }),
    handle: async (ctx, values) => {
      await addPost(ctx, values)
      if (values.name === '半途' && isHalfBroken) throw new Fail(['中断', 'Broken off'])
      return null
    },
  },
]

afterAll(() => server.close())
beforeAll(async () => {
  platform = await openPlatform()
  server = makeServer(
    platform.app,
    routes,
    () => {},
    () => {},
  )
  admin = await platform.admin()
})

const postsNamed = async (name: string) =>
  (await platform.db.selectFrom('post').select('id').where('postName', '=', name).execute()).length

describe('a write with an Idempotency-Key', () => {
  const write = (name: string, key: string, path = 't/write') =>
    server.inject({
      method: 'POST',
      url: `/api/${path}`,
      payload: { name },
      headers: { 'blade-auth': `bearer ${admin.token}`, 'idempotency-key': key },
    })

  test('happens once, and every repetition gets the first response', async () => {
    const first = (await write('一次', 'key-00000001')).json()
    const repetitions = await Promise.all(Array.from({ length: 5 }, () => write('一次', 'key-00000001')))
    for (const response of repetitions) expect(response.json()).toEqual(first)
    expect(await postsNamed('一次')).toBe(1)
  })

  test('happens once even if it is sent twice at the same moment', async () => {
    const responses = await Promise.all([write('同时', 'key-00000002'), write('同时', 'key-00000002')])
    expect(responses[0]?.json()).toEqual(responses[1]?.json())
    expect(await postsNamed('同时')).toBe(1)
  })

  test('is rejected with other content, and is a different write for another call', async () => {
    await write('甲', 'key-00000003')
    expect((await write('乙', 'key-00000003')).json()).toMatchObject({ code: 409, msg: '该请求标识已用于其他内容' })
    expect((await write('甲', 'key-00000003', 't/half')).statusCode).toBe(200)
    expect([await postsNamed('甲'), await postsNamed('乙')]).toEqual([2, 0])
  })

  test('has no effect if it fails, and can be repeated with the same key', async () => {
    expect((await write('半途', 'key-00000004', 't/half')).json()).toMatchObject({ code: 400, msg: '中断' })
    expect(await postsNamed('半途')).toBe(0)
    isHalfBroken = false
    expect((await write('半途', 'key-00000004', 't/half')).statusCode).toBe(200)
    expect(await postsNamed('半途')).toBe(1)
  })

  test('is not protected by an invalid key', async () => {
    for (const key of ['short', 'has spaces in it', 'x'.repeat(65)]) await write('无键', key)
    for (const key of ['short', 'has spaces in it', 'x'.repeat(65)]) await write('无键', key)
    expect(await postsNamed('无键')).toBe(6)
  })

  test('is not protected if it is an upload, whose content cannot be compared: each file is stored', async () => {
    const withKey: Caller = {
      ...admin,
      raw: (method, to, init = {}) => admin.raw(method, to, { ...init, headers: { 'idempotency-key': 'upload-0001' } }),
    }
    const upload = async (text: string) => {
      const response = await uploadFile(withKey, '报告.pdf', pdfOf(text))
      return ((await response.json()) as { data: { attachId: string } }).data.attachId
    }
    const ids = [await upload('x'), await upload('y')]
    expect(ids).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)])
    expect(ids[0]).not.toBe(ids[1])
  })
})
