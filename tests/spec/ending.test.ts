import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { upload } from '#contract/storage/upload.ts'
import { openPlatform } from '../support/platform.ts'
import { uploadFile } from '../support/scenario.ts'

test('a download in progress completes when the server shuts down, and the shutdown waits only for it', async () => {
  const platform = await openPlatform()
  const admin = await platform.admin()
  const size = 15 * 1024 * 1024
  const uploaded = (await (await uploadFile(admin, '大附件.txt', Buffer.alloc(size, 'x'))).json()) as {
    data: { attachId: string }
  }
  const response = await admin.raw('GET', `${upload.download.path}?id=${uploaded.data.attachId}`)
  const end = platform.end()
  expect((await response.arrayBuffer()).byteLength).toBe(size)
  await end
  await expect(platform.visitor.raw('GET', '/live')).rejects.toThrow()
})

/** A raw connection, without an HTTP client. */
const connectTo = async ({ url }: { url: string }) => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

test('a connection without requests does not delay the shutdown', async () => {
  const platform = await openPlatform()
  const unusedConnection = await connectTo(platform)
  await platform.visitor.raw('GET', '/live')
  const closed = once(unusedConnection, 'close')
  await platform.end()
  await closed
})

test('an upload that is rejected while it is being sent delays the shutdown only until it has been sent', async () => {
  const platform = await openPlatform()
  const admin = await platform.admin()
  const socket = await connectTo(platform)
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="page.html"\r\n\r\n'.padEnd(100_000, 'x')
  const rest = '<p>rest</p>\r\n--b--\r\n'
  socket.write(
    [
      `POST ${upload.putFileAttach.path} HTTP/1.1`,
      'host: platform',
      `blade-auth: bearer ${admin.token}`,
      'content-type: multipart/form-data; boundary=b',
      `content-length: ${head.length + rest.length}`,
      `\r\n${head}`,
    ].join('\r\n'),
  )
  const [response] = (await once(socket, 'data')) as [Buffer]
  expect(String(response)).toMatch(/^HTTP\/1.1 400 /)
  const end = platform.end()
  socket.write(rest)
  await end
})

test('a request during the shutdown is rejected in the envelope with a retry-after header', async () => {
  const platform = await openPlatform()
  const socket = await connectTo(platform)
  socket.write('GET /api/caict-auth/oauth/public-key HTTP/1.1\r\nhost: platform\r\n')
  await platform.visitor.raw('GET', '/live')
  const end = platform.end()
  await expect.poll(() => platform.visitor.raw('GET', '/live').catch(() => null)).toBeNull()
  socket.write('\r\n')
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1.1 503 (.|\s)*retry-after: 2/i)
  expect(JSON.parse(body)).toEqual({ code: 503, success: false, data: null, msg: '服务正在重启，请稍后重试' })
  await end
})
