import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { Fail } from '#contract/kit/fail.ts'

const seconds = 1000

/** What one connection may take, in milliseconds; a request that is slower is cut off by Node itself. */
export const serverTimeouts = {
  requestTimeout: 120 * seconds,
  keepAliveTimeout: 65 * seconds,
  // a request without a host is refused by entrance.ts, in the envelope
  http: { headersTimeout: 10 * seconds, connectionsCheckingInterval: 5 * seconds, requireHostHeader: false },
} as const

/** An upload may take all of `requestTimeout`, any other body this long. */
const bodyTimeout = 30 * seconds
const maxConnections = 2000

/** How late the event loop is on average, in milliseconds, and how much of the heap is in use, from 0 to 1. */
export interface Load {
  readonly lag: number
  readonly heap: number
}

export const isOverloaded = ({ lag, heap }: Load): boolean => lag > 250 || heap > 0.8

const interval = 500
/** Measurements that have to agree. */
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
    // one long breath is no pressure: only what lasts
    load = { lag: lags.length < sampleCount ? 0 : Math.min(...lags), heap: used_heap_size / heap_size_limit }
    delays.reset()
  }, interval).unref()
  server.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
  return () => load
}

const tooBusy = () => new Fail(['服务繁忙，请稍后重试', 'The service is busy, please try again shortly'], 503)

/** Health has to be told above all under pressure. */
const exemptPaths = ['/live', '/ready']

/** Keeps one caller, or too many at once, from taking the server away from the others (security rule 26). */
export const setLimits = (server: FastifyInstance, measure: () => Load = measureLoad(server)): void => {
  server.server.maxConnections = maxConnections
  server.addHook('onRequest', (request, _reply, next) => {
    if (isOverloaded(measure()) && !exemptPaths.includes(request.url)) return next(tooBusy())
    if (request.method === 'POST' && !request.headers['content-type']?.startsWith('multipart/')) {
      const timer = setTimeout(() => request.raw.complete || request.raw.destroy(), bodyTimeout).unref()
      request.raw.once('close', () => clearTimeout(timer))
    }
    next()
  })
}
