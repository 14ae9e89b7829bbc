import { hostname, networkInterfaces } from 'node:os'
import type { Env } from '../base/env.ts'

/** Which server writes a line: its host, the address others reach it at, and what it is run as. */
export interface Here {
  readonly serverHost: string
  readonly serverIp: string
  readonly env: string
}

const ownAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'

export const hereOf = ({ host, port, seed }: Env): Here => ({
  serverHost: hostname().slice(0, 255),
  serverIp: `${['0.0.0.0', '::'].includes(host) ? ownAddress() : host}:${port}`,
  env: seed === 'demo' ? 'demo' : 'prod',
})
