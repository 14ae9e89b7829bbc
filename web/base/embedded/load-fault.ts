import type { Text } from '#contract/kit/text.ts'

/** What a loaded frame contains; pages of other origins, such as the browser's own error page, have no document. */
type LoadedFrame = Pick<HTMLIFrameElement, 'contentDocument' | 'contentWindow'>

const statusOf = ({ contentWindow }: LoadedFrame): number => {
  const [navigation] = contentWindow?.performance.getEntriesByType('navigation') ?? []
  // older browsers do not have it
  return (navigation as { readonly responseStatus?: number } | undefined)?.responseStatus ?? 0
}

/** Why a frame has nothing to show; null if it shows a page. */
export const loadFaultOf = (frame: LoadedFrame): Text | null => {
  const { contentDocument } = frame
  if (!contentDocument)
    return [
      '页面无法加载，请检查地址和网络后重试。',
      'The page could not be loaded. Please check the address and the network.',
    ]
  const status = statusOf(frame)
  if (status === 404) return ['要显示的页面不存在。', 'The page does not exist.']
  if (status === 401 || status === 403)
    return ['您没有查看该页面的权限。', 'You do not have permission to view the page.']
  if (status >= 400) return ['页面加载出错，请稍后重试。', 'The page could not be loaded. Please try again later.']
  const { body } = contentDocument
  return body && body.childElementCount === 0 && !body.textContent?.trim()
    ? ['页面没有内容。', 'The page has no content.']
    : null
}
