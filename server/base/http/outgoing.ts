import { type LookupAddress, lookup } from 'node:dns'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Why a host was not called: no TLS (`plain`), in the private network (`inward`), or the connection failed. */
type BlockReason = 'plain' | 'inward' | 'failed'

/** An external host that could not be called, or must not be; `message` is for the log. */
export class Unreachable extends Error {
  constructor(
    message: string,
    readonly why: BlockReason = 'failed',
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

const networks = (
  family: 'ipv4' | 'ipv6',
  subnets: readonly (readonly [network: string, bits: number])[],
): BlockList => {
  const list = new BlockList()
  for (const [network, bits] of subnets) list.addSubnet(network, bits, family)
  return list
}

const privateNetworks = networks('ipv4', [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
  ] as const),
  ...([
    ['192.0.0.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const),
])

/** All IPv6 addresses assigned to public hosts. */
const publicIpv6 = networks('ipv6', [['2000::', 3]])

/** Exceptions within that network: IETF protocols including Teredo, documentation, and 6to4, which embeds IPv4 addresses. */
const specialIpv6 = networks('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

/**
 * Whether an address is in the private network, or may lead there. Every IPv6 address that is not plainly public counts as
 * private: IPv4 addresses within it (::127.0.0.1, ::ffff:127.0.0.1, 64:ff9b::7f00:1, 2002:7f00:1::) have many spellings.
 */
export const isPrivateAddress = (address: string): boolean => {
  const ip = address.split('%', 1)[0] as string
  if (isIP(ip) !== 6) return privateNetworks.check(ip, 'ipv4')
  return !publicIpv6.check(ip, 'ipv6') || specialIpv6.check(ip, 'ipv6')
}

/** `[::1]`, as written in a URL → `::1`. */
export const stripBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

export const isLoopback = (hostname: string): boolean => {
  const host = stripBrackets(hostname)
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** Resolves a name once and accepts only public addresses; the connection uses exactly the address that was checked. */
const publicOnly: LookupFunction = (host, options, done) =>
  lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[] = []) => {
    const refused =
      error ?? (addresses.some(({ address }) => isPrivateAddress(address)) ? privateHostError(host) : null)
    if (refused) done(refused, '')
    else if (options.all) done(null, addresses)
    else done(null, addresses[0]?.address ?? '', addresses[0]?.family)
  })

const privateHostError = (host: string) =>
  new Unreachable(`${host} is in the private network and not listed in OUTGOING_HOSTS`, 'inward')

/**
 * Applies the rule of outgoing calls (docs/decisions/0015) to one address: https only, and no private address.
 * `trusted` hosts, which the operator of the server configured, may be private and without TLS. Returns the lookup that
 * a connection must use, none for a trusted host; throws Unreachable.
 */
export const connectionOptionsFor = (url: URL, trusted: readonly string[]): { readonly lookup?: LookupFunction } => {
  const host = stripBrackets(url.hostname).toLowerCase()
  if (trusted.includes(host)) return {}
  if (url.protocol !== 'https:') throw new Unreachable(`${url.origin} is not https`, 'plain')
  if (isIP(host) && isPrivateAddress(host)) throw privateHostError(host)
  return { lookup: publicOnly }
}

/**
 * For a connection that is not made over HTTP: resolves a host once and checks it by the same rule. Resolves to the address to connect to,
 * for a trusted host to its name. Throws Unreachable.
 */
export const checkedAddress = async (url: URL, trusted: readonly string[]): Promise<string> => {
  const { lookup: guardedLookup } = connectionOptionsFor(url, trusted)
  const host = stripBrackets(url.hostname)
  if (!guardedLookup || isIP(host)) return host
  return new Promise((resolve, reject) =>
    guardedLookup(host, {}, (error, address) => (error ? reject(error) : resolve(String(address)))),
  )
}

/** For a library that connects by itself and accepts no lookup: checks the resolved address beforehand. Throws Unreachable. */
export const assertOutgoingAllowed = async (url: URL, trusted: readonly string[]): Promise<void> => {
  await checkedAddress(url, trusted)
}

const defaultTimeoutMs = 5000
const maxResponseBytes = 1024 * 1024

const bodyOf = async (answer: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxResponseBytes) throw new Unreachable('The answer is longer than 1 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

interface OutgoingRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/**
 * Calls an external host by the rule of `connectionOptionsFor`: 5 seconds with the whole answer, 1 MB, no redirects. Throws
 * Unreachable.
 */
export const fetchExternal =
  (trusted: readonly string[], timeoutMs = defaultTimeoutMs) =>
  async (address: string, { method = 'GET', headers = {}, body }: OutgoingRequest = {}): Promise<Response> => {
    const url = new URL(address)
    const connectionOptions = connectionOptionsFor(url, trusted)
    const request = url.protocol === 'https:' ? secureRequest : plainRequest
    try {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const signal = AbortSignal.timeout(timeoutMs)
        const clientRequest = request(url, {
          method,
          headers,
          signal,
          agent: false,
          ...connectionOptions,
        })
        clientRequest.once('response', resolve).once('error', reject)
        clientRequest.end(body === undefined || body === null ? undefined : String(body))
      })
      const status = answer.statusCode ?? 502
      const responseBody = await bodyOf(answer)
      const responseHeaders = Object.entries(answer.headers).map(
        ([name, value]) => [name, String(value)] as [string, string],
      )
      return new Response(status === 204 || status === 304 ? null : new Uint8Array(responseBody), {
        status,
        headers: responseHeaders,
      })
    } catch (error) {
      throw error instanceof Unreachable
        ? error
        : new Unreachable(`${url.origin}: ${String(error)}`, 'failed', { cause: error })
    }
  }
