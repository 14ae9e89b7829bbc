import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { connectionOptions } from './connection.ts'

/** What Node calls to give a list of buffers to the system. */
const handleOf = (socket: object) => Reflect.get(socket, '_handle') as { writev: () => never }

test('the messages of a statement are written as one buffer, in their order', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const socket = connectionOptions('', { connectMs: 1000 }).stream()
  onTestFinished(() => void socket.destroy())
  socket.connect((server.address() as { port: number }).port, '127.0.0.1')
  const [[peer]] = await Promise.all([once(server, 'connection'), once(socket, 'connect')])
  handleOf(socket).writev = () => {
    throw new Error('written as a list')
  }
  socket.cork()
  for (const message of ['parse,', 'bind,', 'execute,', 'sync']) socket.write(Buffer.from(message))
  socket.uncork()
  const [received] = await once(peer, 'data')
  expect(String(received)).toBe('parse,bind,execute,sync')
})
