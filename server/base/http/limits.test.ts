import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import type { Fail } from '#contract/kit/fail.ts'
import { cleanUp } from '../../../tests/support/cleanup.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { makeServer } from '../../engine/http.ts'
import { routes } from '../../routes.ts'
import { isOverloaded, type Load, setLimits } from './limits.ts'

describe('a server under pressure', () => {
  test.each<[Load, boolean]>([
    [{ lag: 0, heap: 0 }, false],
    [{ lag: 250, heap: 0.8 }, false],
    [{ lag: 251, heap: 0.1 }, true],
    [{ lag: 1, heap: 0.81 }, true],
  ])('%j is overload: %s', (load, expected) => {
    expect(isOverloaded(load)).toBe(expected)
  })

  test('rejects requests, still reports its health, and recovers when the load ends', async () => {
    const load = { lag: 0, heap: 0 }
    const server = fastify()
    cleanUp(() => server.close())
    setLimits(server, () => load)
    server.setErrorHandler((error, _request, reply) => reply.status((error as Fail).code).send())
    for (const path of ['/live', '/other']) server.get(path, async () => ({ here: path }))
    const status = async (url: string) => (await server.inject(url)).statusCode
    expect(await status('/other')).toBe(200)
    load.lag = 900
    expect([await status('/other'), await status('/live')]).toEqual([503, 200])
    load.lag = 3
    expect(await status('/other')).toBe(200)
  })
})

test('the time and the number of connections are limited', async () => {
  const { app } = await openPlatform()
  const server = makeServer(
    app,
    routes,
    () => {},
    () => {},
  )
  expect(server.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 120_000, maxConnections: 2000 })
  await server.close()
})
