import type { FastifyInstance } from 'fastify'
import { Fail } from '#contract/kit/fail.ts'

const noHost = () => new Fail(['请求缺少 Host 头', 'The request has no Host header'])

/** Handles requests that Node would answer itself without an envelope: those without a host, and those with `Expect`. */
export const handleProtocolErrors = (server: FastifyInstance): void => {
  // RFC 9110, 10.1.1: a server may ignore an expectation other than 100-continue
  server.server.on('checkExpectation', (request, response) => server.routing(request, response))
  server.addHook('onRequest', (request, _reply, next) => {
    const { headers, httpVersion } = request.raw
    return headers.host === undefined && httpVersion === '1.1' ? next(noHost()) : next()
  })
}
