import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { upload } from '#contract/storage/upload.ts'
import { openPlatform } from '../support/platform.ts'
import { uploadFile } from '../support/scenario.ts'

test('a download under way when the server is told to end arrives whole, and holds up the end no longer than that', async () => {
  const platform = await openPlatform()
  const admin = await platform.admin()
  const size = 15 * 1024 * 1024
  const kept = (await (await uploadFile(admin, '大附件.txt', Buffer.alloc(size, 'x'))).json()) as {
    data: { attachId: string }
  }
  const answer = await admin.raw('GET', `${upload.download.path}?id=${kept.data.attachId}`)
  const end = platform.end()
  expect((await answer.arrayBuffer()).byteLength).toBe(size)
  await end
  await expect(platform.visitor.raw('GET', '/live')).rejects.toThrow()
})

/** A connection of its own, below what a client of HTTP would do with it. */
const connectTo = async ({ url }: { url: string }) => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

test('a connection over which nothing was ever asked does not hold up the end', async () => {
  const platform = await openPlatform()
  const spare = await connectTo(platform)
  await platform.visitor.raw('GET', '/live')
  const gone = once(spare, 'close')
  await platform.end()
  await gone
})

test('an upload that was refused while it was still being sent holds up the end no longer than it is sent', async () => {
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
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1.1 400 /)
  const end = platform.end()
  socket.write(rest)
  await end
})

test('a request that arrives while the server ends is refused in the envelope and asked to come again', async () => {
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
