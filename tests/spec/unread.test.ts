import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { upload } from '#contract/storage/upload.ts'
import { post } from '#contract/system/post.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createUserWithoutRights } from '../support/scenario.ts'

let platform: Platform
let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

/** Sends raw bytes; resolves to the response once the server closes the connection. */
const responseTo = async (bytes: string) => {
  const { hostname, port } = new URL(platform.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ', 2)))
  return { status: Number(first.split(' ')[1]), headers, body: JSON.parse(body) }
}

describe('a request that cannot be parsed gets a regular error response', () => {
  test.each<[string, string, number, string]>([
    ['not HTTP', 'hello\r\n\r\n', 400, '请求格式有误，无法识别'],
    ['a header line without a name', 'GET / HTTP/1.1\r\nhost: a\r\n: x\r\n\r\n', 400, '请求格式有误，无法识别'],
    [
      'two content lengths',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
      '请求格式有误，无法识别',
    ],
    ['headers of 20 kB', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431, '请求头过大'],
    ['no host', 'GET /live HTTP/1.1\r\nconnection: close\r\n\r\n', 400, '请求缺少 Host 头'],
    [
      'two hosts',
      'GET /live HTTP/1.1\r\nhost: a\r\nx: y\r\nHost: a\r\nconnection: close\r\n\r\n',
      400,
      '请求含有多个 Host 头',
    ],
    ['an invalid address', 'GET /api/%ff HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 400, '提交的内容有误'],
  ])('%s', async (_what, bytes, status, msg) => {
    const response = await responseTo(bytes)
    expect(response).toMatchObject({ status, body: { code: status, success: false, data: null, msg } })
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      connection: 'close',
    })
  })
})

test('an Expect header other than 100-continue is ignored', async () => {
  const response = await responseTo('GET /live HTTP/1.1\r\nhost: a\r\nexpect: more\r\nconnection: close\r\n\r\n')
  expect(response).toMatchObject({ status: 200, body: { live: true } })
})

test('a refusal does not wait for a body that never arrives', async () => {
  const clerk = await createUserWithoutRights(platform)
  const head = ['host: a', `blade-auth: bearer ${clerk.token}`, 'content-type: application/json', 'content-length: 99']
  const request = [`POST ${post.calls.remove.path}?ids=7 HTTP/1.1`, ...head, 'connection: close'].join('\r\n')
  const { status } = await responseTo(`${request}\r\n\r\n{"ids":`)
  expect(status).toBe(403)
  const entries = platform.db.selectFrom('audit').select('verb').where('createBy', '=', clerk.account)
  expect(await entries.where('outcome', '=', 0).execute()).toEqual([{ verb: 'remove' }])
})

describe('an upload', () => {
  test.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=other'])(
    'sent as %s is rejected with a message and causes no server error',
    async (type) => {
      const body = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx\r\n--b--\r\n'
      const response = await admin.raw('POST', upload.putFileAttach.path, { body, headers: { 'content-type': type } })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 400, success: false, msg: expect.stringMatching(/上传/) })
      expect(await platform.db.selectFrom('logError').selectAll().execute()).toEqual([])
    },
  )
})
