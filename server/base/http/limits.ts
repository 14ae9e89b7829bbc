import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'

const seconds = 1000

/** Limits of one connection, in milliseconds; Node cuts off a slower request. */
export const serverTimeouts = {
  requestTimeout: 120 * seconds,
  keepAliveTimeout: 65 * seconds,
  // protocol-errors.ts rejects a request without a host, in the envelope
  http: { headersTimeout: 10 * seconds, connectionsCheckingInterval: 5 * seconds, requireHostHeader: false },
} as const

/** Any body except an upload must arrive within this time; an upload may take all of `requestTimeout`. */
const bodyTimeoutMs = 30 * seconds
const maxConnections = 2000

/** Average delay of the event loop in milliseconds, and share of the heap in use, from 0 to 1. */
export interface Load {
  readonly lag: number
  readonly heap: number
}

export const isOverloaded = ({ lag, heap }: Load): boolean => lag > 250 || heap > 0.8

const interval = 500
/** Number of samples that must all exceed the limit. */
const sampleCount = 4
const resolution = 20

/** Measures this process twice a second until the server closes. */
const measureLoad = (server: FastifyInstance): (() => Load) => {
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  let lags: readonly number[] = []
  let load: Load = { lag: 0, heap: 0 }
  const timer = setInterval(() => {
    const { used_heap_size, heap_size_limit } = getHeapStatistics()
    lags = [(delays.mean || 0) / 1e6 - resolution, ...lags].slice(0, sampleCount)
    // the minimum of the samples: a single long delay is not an overload
    load = { lag: lags.length < sampleCount ? 0 : Math.min(...lags), heap: used_heap_size / heap_size_limit }
    delays.reset()
  }, interval).unref()
  server.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
  return () => load
}

/** Also the message for a database that is busy or unreachable (server/engine/errors.ts). */
export const busy: Text = ['服务繁忙，请稍后重试', 'The service is busy; please try again shortly']

/** Health checks must also work under load. */
const exemptPaths = ['/live', '/ready']

/** Prevents one caller, or too many at once, from exhausting the server. */
export const setLimits = (server: FastifyInstance, measure: () => Load = measureLoad(server)): void => {
  server.server.maxConnections = maxConnections
  server.addHook('onRequest', (request, _reply, next) => {
    if (isOverloaded(measure()) && !exemptPaths.includes(request.url)) return next(new Fail(busy, 503))
    if (request.method === 'POST' && !request.headers['content-type']?.startsWith('multipart/')) {
      const timer = setTimeout(() => request.raw.complete || request.raw.destroy(), bodyTimeoutMs).unref()
      request.raw.once('close', () => clearTimeout(timer))
    }
    next()
  })
}
