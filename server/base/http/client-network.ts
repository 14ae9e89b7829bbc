import { isIP } from 'node:net'

/** The key by which attempts from an address are counted: for IPv6 the /64 network, since one host owns 2^64 addresses. */
export const networkOf = (address: string): string => {
  const mappedAddress = /^::ffff:(\d+(\.\d+){3})$/i.exec(address)
  if (mappedAddress) return mappedAddress[1] as string
  if (isIP(address) !== 6) return address
  const [head = '', tail] = (address.split('%')[0] as string).split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  const fullGroups = [...groups(head), ...Array<string>(Math.max(zeros, 0)).fill('0'), ...groups(tail)]
  const network = fullGroups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
