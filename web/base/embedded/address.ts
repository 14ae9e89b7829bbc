/** Pages that would only show the host in itself. */
const host = '/myiframe'

/**
 * The address a page may be shown from inside this one: of this platform only (security R-28), since a foreign page in our
 * frame looks like ours. Null for every other, and for what is no address.
 */
export const embeddableUrl = (address: string, origin: string): string | null => {
  if (!URL.canParse(address, origin)) return null
  const { origin: from, protocol, pathname, href } = new URL(address, origin)
  // a blob has our origin and is nobody's page
  return from === origin && protocol !== 'blob:' && !pathname.startsWith(host) ? href : null
}
