/** The paths of the embedding pages themselves; embedding one would nest without end. */
const host = '/myiframe'

/**
 * The URL to embed, or null if it is invalid or not of this platform: a foreign page in our frame would look like ours.
 */
export const embeddableUrl = (address: string, origin: string): string | null => {
  if (!URL.canParse(address, origin)) return null
  const { origin: from, protocol, pathname, href } = new URL(address, origin)
  // a blob URL has our origin, but its content is not a page of this platform
  return from === origin && protocol !== 'blob:' && !pathname.startsWith(host) ? href : null
}
