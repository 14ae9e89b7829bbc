import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartupError } from './env.ts'
import { addressFault, checkAddress } from './listen-address.ts'

const usedServer = createServer()
let usedPort: number

beforeAll(async () => {
  usedServer.listen(0, '127.0.0.1')
  await once(usedServer, 'listening')
  usedPort = (usedServer.address() as AddressInfo).port
})
afterAll(() => {
  usedServer.close()
})

describe('an address to listen on', () => {
  test('is accepted if it is free, and stays free', async () => {
    await checkAddress(0, '127.0.0.1')
    const probe = createServer()
    probe.listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as AddressInfo
    await new Promise((done) => probe.close(done))
    await checkAddress(port, '127.0.0.1')
    await expect(checkAddress(port, '127.0.0.1')).resolves.toBeUndefined()
  })

  test('is rejected with a message if it is in use', async () => {
    const message = `Port ${usedPort} on 127.0.0.1 is taken. Set PORT to a free one.`
    await expect(checkAddress(usedPort, '127.0.0.1')).rejects.toThrow(new StartupError(message))
  })

  test.each(['192.0.2.1', 'no such host'])('is rejected if it is not one of this machine: %j', async (host) => {
    const message = `HOST "${host}" is not an address of this machine.`
    await expect(checkAddress(0, host)).rejects.toThrow(new StartupError(message))
  })
})

describe('errors of listening', () => {
  const fault = (code: string) => Object.assign(new Error(code), { code })

  test.each([
    ['EADDRINUSE', 'Port 80 on h is taken. Set PORT to a free one.'],
    ['EACCES', 'Port 80 cannot be opened by this user. Set PORT to one above 1023.'],
    ['EADDRNOTAVAIL', 'HOST "h" is not an address of this machine.'],
    ['ENOTFOUND', 'HOST "h" is not an address of this machine.'],
    ['EAI_AGAIN', 'HOST "h" is not an address of this machine.'],
  ])('%s: %s', (code, message) => {
    expect(addressFault(fault(code), 80, 'h')).toEqual(new StartupError(message))
  })

  test('any other error is returned unchanged', () => {
    const other = fault('EMFILE')
    expect(addressFault(other, 80, 'h')).toBe(other)
  })
})
