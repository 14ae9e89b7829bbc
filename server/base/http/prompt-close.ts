import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Fail } from '#contract/kit/fail.ts'

const interval = 50

const restarting = () =>
  new Fail(['服务正在重启，请稍后重试', 'The service is restarting; please try again shortly'], 503)

/**
 * Lets the server close as soon as the last response is sent. Node closes idle keep-alive connections only once, when closing
 * begins. A connection that becomes idle later, still sends data that nobody reads, or has never sent a request (browsers open
 * spare ones) would delay the end by up to `keepAliveTimeout`.
 */
export const closeConnectionsPromptly = (server: FastifyInstance): void => {
  const open = new Set<Socket>()
  let closeTimer: NodeJS.Timeout | undefined
  server.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const closeIdle = () => {
    server.server.closeIdleConnections()
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
  server.addHook('preClose', async () => {
    closeTimer = setInterval(closeIdle, interval)
    server.server.once('close', () => clearInterval(closeTimer))
  })
  server.addHook('onRequest', (_request, _reply, next) => (closeTimer ? next(restarting()) : next()))
  server.addHook('onSend', async (_request, reply) => {
    if (closeTimer) reply.header('connection', 'close')
  })
}
