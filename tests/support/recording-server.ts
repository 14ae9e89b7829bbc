import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { cleanUp } from './cleanup.ts'

/** A received request. */
export interface ReceivedCall {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A server on loopback that records every request and answers as the test specifies. */
export const openRecordingServer = async (
  answer: (call: ReceivedCall) => { status?: number; json: unknown; headers?: Readonly<Record<string, string>> },
) => {
  const calls: ReceivedCall[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://peer')
    const { method = '', headers } = request
    const call = { method, path: url.pathname, query: url.searchParams, headers, body: await buffer(request) }
    calls.push(call)
    const { status = 200, json, headers: more = {} } = answer(call)
    response.writeHead(status, { 'content-type': 'application/json', ...more })
    response.end(typeof json === 'string' ? json : JSON.stringify(json))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const stop = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
  cleanUp(stop)
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls, stop }
}
