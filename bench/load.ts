import { once } from 'node:events'
import { connect } from 'node:net'

/** One request as bytes, to minimise the client's work, since it shares the machine with the server. */
export const requestOf = (
  method: string,
  path: string,
  token: string,
  body?: object,
  headers: string[] = [],
): Buffer => {
  const json = body ? Buffer.from(JSON.stringify(body)) : Buffer.alloc(0)
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: bench',
    ...headers,
    ...(token ? [`blade-auth: bearer ${token}`] : []),
    ...(body ? ['content-type: application/json', `content-length: ${json.length}`] : []),
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), json])
}

const separator = Buffer.from('\r\n\r\n')

/** The complete response at the start of these bytes, or null if some of it is missing. */
const responseIn = (bytes: Buffer): { status: number; body: Buffer } | null => {
  const end = bytes.indexOf(separator)
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
  if (Number.isNaN(length)) throw new Error(`A response without a length: ${head}`)
  const body = bytes.subarray(end + 4, end + 4 + length)
  return body.length === length ? { status: Number(head.slice(9, 12)), body } : null
}

/** A kept-alive connection with one request at a time. */
export const open = async (url: string) => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setNoDelay()
  await once(socket, 'connect')
  let bytes = Buffer.alloc(0)
  let waiting: { done: (body: Buffer) => void; fail: (error: Error) => void } | null = null
  socket.on('error', (error) => waiting?.fail(error))
  socket.on('close', () => waiting?.fail(new Error('The server closed the connection.')))
  socket.on('data', (chunk) => {
    bytes = bytes.length ? Buffer.concat([bytes, chunk]) : chunk
    const response = responseIn(bytes)
    if (!response || !waiting) return
    const { done, fail } = waiting
    bytes = Buffer.alloc(0)
    waiting = null
    if (response.status === 200) done(response.body)
    else fail(new Error(`${response.status} ${response.body}`))
  })
  const send = (request: Buffer) =>
    new Promise<Buffer>((done, fail) => {
      waiting = { done, fail }
      socket.write(request)
    })
  return { send, close: () => socket.destroy() }
}

export const sendOnce = async (url: string, request: Buffer): Promise<Buffer> => {
  const connection = await open(url)
  return connection.send(request).finally(connection.close)
}

/** Keeps `connections` busy for some seconds; resolves to the number of responses and the seconds taken. */
export const load = async (url: string, next: () => Buffer, seconds: number, connections = 10) => {
  const openConnections = await Promise.all(Array.from({ length: connections }, () => open(url)))
  const startTime = performance.now()
  const endTime = startTime + seconds * 1000
  let answers = 0
  await Promise.all(
    openConnections.map(async ({ send, close }) => {
      for (; performance.now() < endTime; answers++) await send(next())
      close()
    }),
  )
  return { answers, seconds: (performance.now() - startTime) / 1000 }
}
