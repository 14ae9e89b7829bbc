import type { Server } from 'node:http'
import { createServer } from 'vite'
import { onExit } from '#server/base/process/exit.ts'
import { type Handler, isServerAddress } from './gateway.ts'

/** Serves the pages from their sources with hot reload. `listener` carries the WebSocket that notifies the browser. */
export const openLivePages = async (listener: Server, gateway: Handler): Promise<Handler> => {
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: listener } } })
  onExit(() => vite.close())
  return (request, response) =>
    isServerAddress(request.url ?? '/') ? gateway(request, response) : vite.middlewares(request, response)
}
