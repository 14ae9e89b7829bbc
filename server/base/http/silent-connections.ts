import type { IncomingMessage, Server } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import { networkOf } from './client-network.ts'

/**
 * Connections of one network that have not sent a whole request yet. Browsers open a spare one or two, so hundreds of people behind
 * one address stay below it when they begin at the same moment; far more can have sent a request and be idle.
 */
const maxSilent = 250

interface Options {
  readonly trustedProxies: readonly string[]
  readonly max?: number
}

const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** The addresses of TRUSTED_PROXIES; the names of networks are those of fastify. */
const proxyList = (proxies: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList()
  for (const entry of proxies.flatMap((proxy) => namedNetworks[proxy] ?? [proxy])) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (address) => isIP(address) > 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Limits the connections of one network that have not sent a whole request: they cost their sender nothing, and enough of them keep
 * everybody else out. Above the limit the oldest is closed, so others behind the same address still get in. Proxies are exempt: the
 * connections of all clients are theirs.
 */
export const limitSilentConnections = (server: Server, { trustedProxies, max = maxSilent }: Options): void => {
  const isProxy = proxyList(trustedProxies)
  const silentByNetwork = new Map<string, Set<Socket>>()
  const firstRequests = new WeakMap<Socket, IncomingMessage>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
    if (isProxy(address)) return
    const network = networkOf(address)
    const silent = silentByNetwork.get(network) ?? new Set()
    silentByNetwork.set(network, silent)
    silent.add(socket)
    socket.once('close', () => {
      silent.delete(socket)
      if (silent.size === 0 && silentByNetwork.get(network) === silent) silentByNetwork.delete(network)
    })
    // what has arrived with the connections of one moment is read in the next turn
    if (silent.size > max) setImmediate(() => setImmediate(() => closeOldest(silent)))
  })
  server.on('request', (request: IncomingMessage) => {
    if (!firstRequests.has(request.socket)) firstRequests.set(request.socket, request)
  })
  const closeOldest = (silent: Set<Socket>) => {
    for (const socket of silent) if (firstRequests.get(socket)?.complete) silent.delete(socket)
    for (const socket of silent) {
      if (silent.size <= max) return
      silent.delete(socket)
      socket.destroy()
    }
  }
}
