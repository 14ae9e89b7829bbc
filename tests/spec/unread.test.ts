import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { upload } from '#contract/storage/upload.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'

let platform: Platform
let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

/** What is answered to these bytes, until the server ends the connection. */
const answerTo = async (bytes: string) => {
  const { hostname, port } = new URL(platform.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ', 2)))
  return { status: Number(first.split(' ')[1]), headers, body: JSON.parse(body) }
}

describe('what cannot be read as a request is answered like any other refusal (security rules 23 and 28)', () => {
  test.each<[string, string, number, string]>([
    ['no HTTP at all', 'hello\r\n\r\n', 400, '请求格式有误，无法识别'],
    ['a line of a header without a name', 'GET / HTTP/1.1\r\nhost: a\r\n: x\r\n\r\n', 400, '请求格式有误，无法识别'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
      '请求格式有误，无法识别',
    ],
    ['headers of 20 kB', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431, '请求头过大'],
    ['no host', 'GET /live HTTP/1.1\r\nconnection: close\r\n\r\n', 400, '请求缺少 Host 头'],
    ['an address that is none', 'GET /api/%ff HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 400, '提交的内容有误'],
  ])('%s', async (_what, bytes, status, msg) => {
    const answer = await answerTo(bytes)
    expect(answer).toMatchObject({ status, body: { code: status, success: false, data: null, msg } })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      connection: 'close',
    })
  })
})

test('what a request expects beside 100-continue is left out of account', async () => {
  const answer = await answerTo('GET /live HTTP/1.1\r\nhost: a\r\nexpect: more\r\nconnection: close\r\n\r\n')
  expect(answer).toMatchObject({ status: 200, body: { live: true } })
})

describe('an upload', () => {
  test.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=other'])(
    'sent as %s is refused in words, and is no error of the server',
    async (type) => {
      const body = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx\r\n--b--\r\n'
      const answer = await admin.raw('POST', upload.putFileAttach.path, { body, headers: { 'content-type': type } })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ code: 400, success: false, msg: expect.stringMatching(/上传/) })
      expect(await platform.db.selectFrom('logError').selectAll().execute()).toEqual([])
    },
  )
})
