import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Result of a handler that sends a file. */
export interface Download {
  readonly stream: Readable
  readonly name: string
  readonly type: string
  readonly size?: number
  readonly inline?: boolean
}

/** Sends a file sandboxed, so that its content cannot act on this site, whatever its type. */
export const sendFile = (reply: FastifyReply, { stream, name, type, size, inline }: Download) => {
  const disposition = inline ? 'inline' : 'attachment'
  reply.header('content-type', type).header('cache-control', 'private, no-store')
  reply.header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'")
  reply.header('content-disposition', `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`)
  if (size !== undefined) reply.header('content-length', size)
  return reply.send(stream)
}
