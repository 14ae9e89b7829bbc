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

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/**
 * The header `content-disposition` with this file name (RFC 6266), in the extended notation of RFC 8187: of ASCII, only its `attr-char`
 * stand for themselves. Half of a surrogate pair has no encoding and becomes U+FFFD.
 */
export const contentDisposition = (name: string, inline = false): string => {
  const encodedName = encodeURIComponent(String(Buffer.from(name))).replace(/['()*]/g, percent)
  return `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodedName}`
}

/** Sends a file sandboxed, so that its content cannot act on this site, whatever its type. */
export const sendFile = (reply: FastifyReply, { stream, name, type, size, inline }: Download) => {
  reply.header('content-type', type).header('cache-control', 'private, no-store')
  // nginx would hold the events of a stream back until they fill its buffer
  if (type.startsWith('text/event-stream')) reply.header('x-accel-buffering', 'no')
  reply.header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'")
  reply.header('content-disposition', contentDisposition(name, inline))
  if (size !== undefined) reply.header('content-length', size)
  return reply.send(stream)
}
