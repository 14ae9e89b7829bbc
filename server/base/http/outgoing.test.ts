import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import {
  assertOutgoingAllowed,
  connectionOptionsFor,
  fetchExternal,
  isLoopback,
  isPrivateAddress,
  stripBrackets,
  Unreachable,
} from './outgoing.ts'

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const fetchTrusted = fetchExternal(['127.0.0.1'])
const fetchStrict = fetchExternal([])

describe('an outgoing call (https to a public address, or a trusted host)', () => {
  test('sends the request and returns the response', async () => {
    const url = await serve((request, response) => {
      request.setEncoding('utf8').on('data', (body) => response.end(`${request.method} ${request.headers.x} ${body}`))
    })
    const answer = await fetchTrusted(url, {
      method: 'POST',
      headers: { x: 'y' },
      body: new URLSearchParams({ a: '1' }),
    })
    expect([answer.status, await answer.text()]).toEqual([200, 'POST y a=1'])
  })

  test('does not follow redirects', async () => {
    const url = await serve((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end())
    const answer = await fetchTrusted(url)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://127.0.0.1:1/'])
  })

  test('accepts a response without a body', async () => {
    const url = await serve((_, response) => response.writeHead(204).end())
    expect((await fetchTrusted(url)).status).toBe(204)
  })

  test('accepts at most one megabyte', async () => {
    const url = await serve((request, response) => response.end('x'.repeat(Number(request.url?.slice(1)))))
    expect((await (await fetchTrusted(`${url}/1048576`)).text()).length).toBe(1_048_576)
    await expect(fetchTrusted(`${url}/1048577`)).rejects.toThrow(Unreachable)
  })

  test('fails with the address and the reason', async () => {
    await expect(fetchTrusted('http://127.0.0.1:1/')).rejects.toThrow(/^http:\/\/127\.0\.0\.1:1: .*ECONNREFUSED/)
  })

  test.each<[string, RequestListener]>([
    ['no response', () => {}],
    ['half of one', (_, response) => response.writeHead(200, { 'content-length': '10' }).write('12345')],
  ])('times out when it gets %s', async (_, listener) => {
    const url = await serve(listener)
    await expect(fetchExternal(['127.0.0.1'], 200)(url)).rejects.toThrow(Unreachable)
  })

  test('fails if the connection is closed in the middle', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('12345', () => response.destroy())
    })
    await expect(fetchTrusted(url)).rejects.toThrow(Unreachable)
  })

  test.each([
    'http://sso.example.com/',
    'ftp://127.0.0.1/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.1.2.3/',
    'https://172.20.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://0.0.0.0/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::127.0.0.1]/',
    'https://[::7f00:1]/',
    'https://[::]/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:ffff:127.0.0.1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[2001::7f00:1]/',
    'https://[2001:0:4136:e378:8000:63bf:80ff:fffe]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://[100::1]/',
    'https://192.88.99.1/',
    // a name is checked by the address it resolves to
    'https://localhost/',
  ])('never goes to %s unless the settings allow its host', async (address) => {
    await expect(fetchStrict(address)).rejects.toThrow(/is not https|is in the private network/)
  })
})

test('public addresses are not private; a link-local address with a zone is', () => {
  for (const address of ['8.8.8.8', '223.5.5.5', '2001:4860:4860::8888', '2400:3200::1', '2606:4700::1111'])
    expect([address, isPrivateAddress(address)]).toEqual([address, false])
  expect(isPrivateAddress('fe80::1%eth0')).toBe(true)
})

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['[::1]', true],
  ['127.evil.test', false],
  ['sso.test', false],
  ['10.0.0.1', false],
])('%s is this machine: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

test('the brackets of an IPv6 address in a URL are removed', () => {
  expect(['[::1]', '::1', 'sso.test'].map(stripBrackets)).toEqual(['::1', '::1', 'sso.test'])
})

describe('connection options for libraries that connect themselves', () => {
  const whyOf = (address: string, trusted: string[] = []) => {
    try {
      return Object.keys(connectionOptionsFor(new URL(address), trusted))
    } catch (error) {
      return (error as Unreachable).why
    }
  }

  test.each([
    ['https://files.example.com', ['lookup']],
    ['http://files.example.com', 'plain'],
    ['https://10.1.2.3', 'inward'],
    ['https://[fd00::1]:9000', 'inward'],
    ['https://169.254.169.254', 'inward'],
    ['https://8.8.8.8', ['lookup']],
  ])('%s: %j', (address, expected) => {
    expect(whyOf(address)).toEqual(expected)
  })

  test('an allowed host may be private and without TLS, and has no special lookup', () => {
    expect(whyOf('http://10.1.2.3:9000', ['10.1.2.3'])).toEqual([])
    expect(whyOf('http://MINIO.internal', ['minio.internal'])).toEqual([])
  })

  test('a name that resolves to a private address is rejected before it is used', async () => {
    await expect(assertOutgoingAllowed(new URL('https://localhost'), [])).rejects.toMatchObject({ why: 'inward' })
    await assertOutgoingAllowed(new URL('http://localhost'), ['localhost'])
    await assertOutgoingAllowed(new URL('https://8.8.8.8'), [])
  })
})
