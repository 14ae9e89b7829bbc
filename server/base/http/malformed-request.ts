import type { Socket } from 'node:net'
import { localize, type Text } from '#contract/kit/text.ts'

interface ParseFailure {
  readonly status: 400 | 408 | 431
  readonly reason: string
  readonly text: Text
}

const malformed: ParseFailure = {
  status: 400,
  reason: 'Bad Request',
  text: ['请求格式有误，无法识别', 'The request is malformed and cannot be read'],
}
const byCode: Readonly<Record<string, ParseFailure>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    text: ['请求头过大', 'The request headers are too large'],
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'Request Timeout',
    text: ['请求未在规定时间内发送完毕', 'The request was not completed in time'],
  },
}

/** Whether a response has already started on this connection; a second one would corrupt it. */
const isAnswering = (socket: Socket & { readonly _httpMessage?: { readonly _headerSent?: boolean } | null }): boolean =>
  socket._httpMessage?._headerSent === true

/**
 * Answers a request that the HTTP parser rejects before any handler runs: status 400, 408 or 431, the envelope
 * `{code, success, data, msg}` and the headers of every response. Closes the connection.
 */
export const answerMalformedRequest = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (!socket.writable || error.code === 'ECONNRESET' || isAnswering(socket)) {
    socket.destroy()
    return
  }
  const { status, reason, text } = byCode[error.code ?? ''] ?? malformed
  const body = JSON.stringify({ code: status, success: false, data: null, msg: localize(text, 'zh') })
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'referrer-policy: same-origin',
    "content-security-policy: default-src 'none'; frame-ancestors 'none'",
    'cache-control: no-store',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
