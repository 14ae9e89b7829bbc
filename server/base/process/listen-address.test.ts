import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartupError } from './env.ts'
import { addressFault, checkAddress } from './listen-address.ts'

const holder = createServer()
let taken: number

beforeAll(async () => {
  holder.listen(0, '127.0.0.1')
  await once(holder, 'listening')
  taken = (holder.address() as AddressInfo).port
})
afterAll(() => {
  holder.close()
})

describe('an address to listen on', () => {
  test('that is free is accepted, and is free afterwards', async () => {
    await checkAddress(0, '127.0.0.1')
    const probe = createServer()
    probe.listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as AddressInfo
    await new Promise((done) => probe.close(done))
    await checkAddress(port, '127.0.0.1')
    await expect(checkAddress(port, '127.0.0.1')).resolves.toBeUndefined()
  })

  test('that is taken is refused in a sentence', async () => {
    const sentence = `Port ${taken} on 127.0.0.1 is taken. Set PORT to a free one.`
    await expect(checkAddress(taken, '127.0.0.1')).rejects.toThrow(new StartupError(sentence))
  })

  test.each(['192.0.2.1', 'no such host'])('%j is no address of this machine', async (host) => {
    const sentence = `HOST "${host}" is not an address of this machine.`
    await expect(checkAddress(0, host)).rejects.toThrow(new StartupError(sentence))
  })
})

describe('faults of listening', () => {
  const fault = (code: string) => Object.assign(new Error(code), { code })

  test.each([
    ['EADDRINUSE', 'Port 80 on h is taken. Set PORT to a free one.'],
    ['EACCES', 'Port 80 may not be opened by this user. Set PORT to one above 1023.'],
    ['EADDRNOTAVAIL', 'HOST "h" is not an address of this machine.'],
    ['ENOTFOUND', 'HOST "h" is not an address of this machine.'],
    ['EAI_AGAIN', 'HOST "h" is not an address of this machine.'],
  ])('%s: %s', (code, sentence) => {
    expect(addressFault(fault(code), 80, 'h')).toEqual(new StartupError(sentence))
  })

  test('another error stays as it is', () => {
    const other = fault('EMFILE')
    expect(addressFault(other, 80, 'h')).toBe(other)
  })
})
