import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { until } from '../../../tests/support/until.ts'
import { limitSilentConnections } from './silent-connections.ts'

const max = 3

/** A server with this limit, and connections to it from addresses of this machine. */
const open = async (trustedProxies: readonly string[] = []) => {
  const server = createServer((_request, response) => response.end('here'))
  limitSilentConnections(server, { trustedProxies, max })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const dial = async (localAddress = '127.0.0.1'): Promise<Socket> => {
    const accepted = once(server, 'connection')
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    await accepted
    return socket
  }
  return { dial }
}

const ask = async (socket: Socket): Promise<string> => {
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const [answer] = await once(socket, 'data')
  return String(answer).split('\r\n', 1)[0] as string
}
const ok = 'HTTP/1.1 200 OK'

describe('connections that have sent no request', () => {
  test('are limited for each address: the oldest is closed, and a new one is answered', async () => {
    const { dial } = await open()
    const silent: Socket[] = []
    for (let n = 0; n < max; n++) silent.push(await dial())
    const neighbour = await dial('127.0.0.2')
    expect(await ask(await dial())).toBe(ok)
    expect(silent.filter(({ closed }) => closed)).toEqual([])
    silent.push(await dial())
    await until(() => silent[0]?.closed)
    expect(silent.map(({ closed }) => closed)).toEqual([true, false, false, false])
    for (const socket of [neighbour, silent.at(-1) as Socket]) expect(await ask(socket)).toBe(ok)
  })

  test('include those that began one and do not finish it', async () => {
    const { dial } = await open()
    const begun = await dial()
    begun.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc')
    await once(begun, 'data')
    for (let n = 0; n < max; n++) await dial()
    await until(() => begun.closed)
  })

  test.each([max, 4 * max])(
    'do not include %i idle ones that have sent one, nor a later request of theirs',
    async (count) => {
      const { dial } = await open()
      const idle: Socket[] = []
      for (let n = 0; n < count; n++) {
        idle.push(await dial())
        expect(await ask(idle[n] as Socket)).toBe(ok)
      }
      idle[0]?.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc')
      await once(idle[0] as Socket, 'data')
      const silent: Socket[] = []
      for (let n = 0; n <= max; n++) silent.push(await dial())
      await until(() => silent[0]?.closed)
      expect(idle.filter(({ closed }) => closed)).toEqual([])
      expect(await ask(idle[1] as Socket)).toBe(ok)
    },
  )

  test.each(['127.0.0.1', '127.0.0.0/8', 'loopback'])('are not limited for the proxy %s', async (proxy) => {
    const { dial } = await open([proxy])
    const silent: Socket[] = []
    for (let n = 0; n < 3 * max; n++) silent.push(await dial())
    for (const socket of silent) expect(await ask(socket)).toBe(ok)
  })
})
