import { hostname, networkInterfaces } from 'node:os'
import type { Env } from '../base/process/env.ts'

/** The server that writes a line: host name, `address:port`, and `demo` or `prod`. */
export interface ServerInfo {
  readonly serverHost: string
  readonly serverIp: string
  readonly env: string
}

const localAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'

export const serverInfoOf = ({ host, port, seed }: Env): ServerInfo => ({
  serverHost: hostname().slice(0, 255),
  serverIp: `${['0.0.0.0', '::'].includes(host) ? localAddress() : host}:${port}`,
  env: seed === 'demo' ? 'demo' : 'prod',
})
