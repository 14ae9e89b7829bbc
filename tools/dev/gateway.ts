import { type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import type { Supervisor } from './supervisor.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Whether the server handles this URL, rather than the pages. */
export const isServerAddress = (url: string): boolean =>
  /^\/(api\/|openApi\/|(robots\.txt|sitemap\.xml|live|ready)$)/.test(url.split('?', 1)[0] as string)

export const refuse = (response: ServerResponse, reason: string): void => {
  // a response that has started cannot be replaced
  if (response.headersSent) return
  const msg = stripVTControlCharacters(reason)
  const body = JSON.stringify({ code: 503, success: false, data: null, msg })
  response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(body)
}

/** Removes headers that concern one connection only. */
const withoutConnection = ({ connection: _, 'keep-alive': __, ...headers }: IncomingMessage['headers']) => headers

const forward = (address: URL, request: IncomingMessage, response: ServerResponse) => {
  const { method, url: path, headers } = request
  const { hostname, port } = address
  // a new connection each time: a reused one may close while the request is sent
  const options = { hostname, port, method, path, headers: withoutConnection(headers), agent: false }
  const serverRequest = openRequest(options, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutConnection(answer.headers))
    pipeline(answer, response, () => serverRequest.destroy())
  })
  serverRequest.on('error', (error) => refuse(response, `The server did not answer: ${error.message}`))
  response.once('close', () => serverRequest.destroy())
  request.pipe(serverRequest)
}

/** Forwards each request to the server; waits while the server starts. */
export const openGateway =
  (supervisor: Supervisor): Handler =>
  async (request, response) => {
    try {
      const { address, child } = await supervisor.server()
      // the client has disconnected meanwhile
      if (response.destroyed) return
      response.once('close', child.trackRequest())
      forward(address, request, response)
    } catch (error) {
      refuse(response, (error as Error).message)
    }
  }
