import { useEffect, useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '../api/language.ts'

/** After this time a page says that the platform answers slowly; until then a sentence would only flicker. */
const slowMs = 5000

const slow: Text = ['平台响应较慢，仍在加载，请稍候', 'Still loading; the platform is slow']

/** The words for content that is loading; after a while they say that it takes long. */
export const useWaitingWords = (): string => {
  const t = useLocalize()
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setIsSlow, slowMs, true)
    return () => clearTimeout(timer)
  }, [])
  return t(isSlow ? slow : words.loading)
}
