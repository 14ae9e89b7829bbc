import type { Text } from '#contract/kit/text.ts'

/** What a loaded frame contains. */
type LoadedFrame = Pick<HTMLIFrameElement, 'contentDocument' | 'contentWindow'>

const statusOf = ({ contentWindow }: LoadedFrame): number => {
  const [navigation] = contentWindow?.performance.getEntriesByType('navigation') ?? []
  // older browsers do not have it
  return (navigation as { readonly responseStatus?: number } | undefined)?.responseStatus ?? 0
}

const unreachable: Text = [
  '页面无法加载，请检查地址和网络后重试。',
  'The page could not be loaded. Please check the address and the network.',
]

const faultOfStatus = (status: number): Text | null => {
  if (status === 404) return ['要显示的页面不存在。', 'The page does not exist.']
  if (status === 401 || status === 403)
    return ['您没有查看该页面的权限。', 'You do not have permission to view the page.']
  return status >= 400 ? ['页面加载出错，请稍后重试。', 'The page could not be loaded. Please try again later.'] : null
}

const requestStatus = async (address: string): Promise<number> => (await fetch(address, { method: 'HEAD' })).status

/**
 * Why a frame with this address has nothing to show; null if it shows a page. Neither the error page of the browser nor a sandboxed
 * file of this platform has a document that can be read, so the server is asked which of them it is.
 */
export const loadFaultOf = async (
  frame: LoadedFrame,
  address: string,
  fetchStatus = requestStatus,
): Promise<Text | null> => {
  const { contentDocument } = frame
  if (!contentDocument) return fetchStatus(address).then(faultOfStatus, () => unreachable)
  const { body } = contentDocument
  const isEmpty = body && body.childElementCount === 0 && !body.textContent?.trim()
  return faultOfStatus(statusOf(frame)) ?? (isEmpty ? ['页面没有内容。', 'The page has no content.'] : null)
}
