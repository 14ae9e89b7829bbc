import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onExit } from '#server/base/process/exit.ts'
import { addressFault } from '#server/base/process/listen-address.ts'

const listen = async (server: Server, port: number, host: string): Promise<number> => {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const closeAtExit = (server: Server) =>
  onExit(() => {
    server.close()
    server.closeAllConnections()
  })

/**
 * Listens on exactly this port, or on any free one for `0`; resolves to the port. Rejects with an explanation if it is not free.
 */
export const listenOn = async (server: Server, port: number, host: string): Promise<number> => {
  closeAtExit(server)
  return listen(server, port, host).catch((error) => {
    throw addressFault(error, port, host)
  })
}

const maxAttempts = 20

/** Listens on this port or the next free one; resolves to it. */
export const listenNear = async (server: Server, port: number, host: string): Promise<number> => {
  closeAtExit(server)
  for (let attempt = 1; ; attempt++)
    try {
      return await listen(server, port, host)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || attempt === maxAttempts) throw error
      port++
    }
}
