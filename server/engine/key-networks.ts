import { BlockList, isIP } from 'node:net'

/** The addresses and networks of a text, which separates them by lines, spaces, commas or semicolons. */
export const networksIn = (text: string | null | undefined): string[] =>
  (text ?? '').split(/[\s,;，；]+/).filter(Boolean)

/** Whether a text is an address, or a network such as `203.0.113.0/24`. */
export const isNetwork = (entry: string): boolean => {
  const [address = '', bits, more] = entry.split('/')
  const family = isIP(address)
  if (!family || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether an address is one of these, or in one of these networks; none given is every address. */
export const isInNetworks = (address: string, networks: string | null): boolean => {
  const entries = networksIn(networks)
  if (entries.length === 0) return true
  const list = new BlockList()
  for (const entry of entries) {
    const [network = '', bits] = entry.split('/')
    if (bits === undefined) list.addAddress(network, familyOf(network))
    else list.addSubnet(network, Number(bits), familyOf(network))
  }
  return list.check(address, familyOf(address))
}
