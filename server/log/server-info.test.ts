import { describe, expect, test } from 'vitest'
import { readEnv } from '../base/process/env.ts'
import { serverInfoOf } from './server-info.ts'

describe('which server writes a line', () => {
  const env = readEnv({ HOST: '127.0.0.1', PORT: '8123', SEED: 'none' })

  test('its address with the port, its host, and what it is run as', () => {
    expect(serverInfoOf(env)).toEqual({
      serverHost: expect.stringMatching(/./),
      serverIp: '127.0.0.1:8123',
      env: 'prod',
    })
    expect(serverInfoOf({ ...env, seed: 'demo' }).env).toBe('demo')
  })

  test('where it listens everywhere, an address others could reach it at', () => {
    for (const host of ['0.0.0.0', '::'])
      expect(serverInfoOf({ ...env, host }).serverIp).toMatch(/^\d+(\.\d+){3}:8123$/)
    expect(serverInfoOf({ ...env, host: '0.0.0.0' }).serverIp).not.toMatch(/^0\./)
  })
})
