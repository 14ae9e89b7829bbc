import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port that outgoing connections do not use: systems take those from 32768 on, so one could take it before the server does. */
export const freePort = async (): Promise<number> => {
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  const server = createServer().listen(port, '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  return isFree ? port : freePort()
}
