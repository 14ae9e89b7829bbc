import type { FastifyInstance } from 'fastify'
import { Fail } from '#contract/kit/fail.ts'

const noHost = () => new Fail(['请求缺少 Host 头', 'The request has no Host header'])

/** Takes in what Node would answer by itself without an envelope: requests without a host, and those that expect something. */
export const handleProtocolErrors = (server: FastifyInstance): void => {
  // RFC 9110, 10.1.1: an expectation other than 100-continue may be left out of account
  server.server.on('checkExpectation', (request, response) => server.routing(request, response))
  server.addHook('onRequest', (request, _reply, next) => {
    const { headers, httpVersion } = request.raw
    return headers.host === undefined && httpVersion === '1.1' ? next(noHost()) : next()
  })
}
