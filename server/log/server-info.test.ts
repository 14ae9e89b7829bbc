import { describe, expect, test } from 'vitest'
import { readEnv } from '../base/process/env.ts'
import { serverInfoOf } from './server-info.ts'

describe('the server info of a log row', () => {
  const env = readEnv({ HOST: '127.0.0.1', PORT: '8123', SEED: 'none' })

  test('has the address with the port, the host name and the environment', () => {
    expect(serverInfoOf(env)).toEqual({
      serverHost: expect.stringMatching(/./),
      serverIp: '127.0.0.1:8123',
      env: 'prod',
    })
    expect(serverInfoOf({ ...env, seed: 'demo' }).env).toBe('demo')
  })

  test('has an address that others can reach if the server listens on all addresses', () => {
    for (const host of ['0.0.0.0', '::'])
      expect(serverInfoOf({ ...env, host }).serverIp).toMatch(/^\d+(\.\d+){3}:8123$/)
    expect(serverInfoOf({ ...env, host: '0.0.0.0' }).serverIp).not.toMatch(/^0\./)
  })
})
