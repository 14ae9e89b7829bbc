import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { acceptsEncoding } from './encodings.ts'

/** Characters. A shorter answer costs more processor time than it saves on the network. */
const minLength = 8 * 1024
/** The fastest level: the menus of an administrator shrink from 190 to 16 kB. */
const level = 1

const addVary = (reply: FastifyReply, name: string) => {
  const known = reply.getHeader('vary')
  reply.header('vary', known ? `${known}, ${name}` : name)
}

/**
 * Compresses long JSON answers outside the thread that answers requests. An attacker cannot learn a secret from their length: the
 * token is in a header that pages of other sites cannot send.
 */
export const compressAnswers = (server: FastifyInstance): void => {
  server.addHook('onSend', (request, reply, payload, done) => {
    const isJson = String(reply.getHeader('content-type') ?? '').startsWith('application/json')
    if (typeof payload !== 'string' || payload.length < minLength || !isJson) return done(null, payload)
    addVary(reply, 'accept-encoding')
    if (!acceptsEncoding(request.headers['accept-encoding'], 'gzip')) return done(null, payload)
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    gzip(payload, { level }, done)
  })
}
