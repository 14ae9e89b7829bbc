import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { compressAnswers } from './compress-answers.ts'

const rows = Array.from({ length: 500 }, (_, id) => ({ id, name: `菜单 ${id}` }))
const server = fastify()
compressAnswers(server)
server.get('/long', async (_, reply) => reply.header('vary', 'blade-language').send({ data: rows }))
server.get('/short', async () => ({ data: rows.slice(0, 3) }))
server.get('/text', async (_, reply) => reply.type('text/csv').send('1,2,3\n'.repeat(5000)))
afterAll(() => server.close())
const get = (url: string, accepted?: string) =>
  server.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

describe('a JSON answer', () => {
  test('that is long is compressed for a client that accepts it, and the same for the others', async () => {
    const { headers, rawPayload } = await get('/long', 'br, gzip, deflate')
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'blade-language, accept-encoding' })
    expect(headers['content-length']).toBe(String(rawPayload.length))
    const plain = await get('/long', 'gzip;q=0')
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(plain.headers.vary).toBe('blade-language, accept-encoding')
    expect(gunzipSync(rawPayload).toString()).toBe(plain.payload)
    expect(rawPayload.length).toBeLessThan(plain.payload.length / 4)
    expect((await get('/long')).json()).toEqual({ data: rows })
  })

  test('that is short stays as it is, like a file', async () => {
    for (const url of ['/short', '/text']) {
      const { headers } = await get(url, 'gzip')
      expect([url, headers['content-encoding'], headers.vary]).toEqual([url, undefined, undefined])
    }
  })
})
