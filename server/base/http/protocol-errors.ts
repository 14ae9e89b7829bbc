import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Fail } from '#contract/kit/fail.ts'

const noHost = () => new Fail(['请求缺少 Host 头', 'The request has no Host header'])
const severalHosts = () => new Fail(['请求含有多个 Host 头', 'The request has several Host headers'])

/** RFC 9112, 3.2: Node reads the first of several hosts, a proxy perhaps another one. */
const hostFault = ({ httpVersion, rawHeaders }: IncomingMessage): Fail | null => {
  const count = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length
  if (count > 1) return severalHosts()
  return count === 0 && httpVersion === '1.1' ? noHost() : null
}

/**
 * Handles requests that Node would accept, or answer itself without an envelope: those without a host or with several, and those
 * with `Expect`.
 */
export const handleProtocolErrors = (server: FastifyInstance): void => {
  // RFC 9110, 10.1.1: a server may ignore an expectation other than 100-continue
  server.server.on('checkExpectation', (request, response) => server.routing(request, response))
  server.addHook('onRequest', (request, _reply, next) => next(hostFault(request.raw) ?? undefined))
}
