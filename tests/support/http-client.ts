import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** A response whose body is text. */
export interface TextResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

interface Init {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

const agent = new Agent({ keepAlive: true })

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers()
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '')
  return headers
}

/** Sends a request over a kept connection. Like `fetch`, in half of its time, for tests with thousands of requests. */
export const requestText = (url: string, { method, headers, body }: Init): Promise<TextResponse> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (response) => {
      text(response).then(
        (received) =>
          resolve({
            status: response.statusCode ?? 0,
            text: received,
            get headers() {
              return headersOf(response)
            },
          }),
        reject,
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
