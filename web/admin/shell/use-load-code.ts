import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/language.ts'
import { fetchCode } from '#web/base/page-code.ts'
import { useToaster } from '#web/ui/toasts.tsx'

/** Trying again would not help: until the page is reloaded, the browser repeats the failure of a file. */
const loadFailure: Text = ['网络连接失败，请刷新页面', 'No connection; please reload the page']

/** A function that loads code of the frame, which no boundary of a page surrounds: a failure is shown as a message. */
export const useLoadCode = () => {
  const t = useLocalize()
  const toaster = useToaster()
  return async <T>(load: () => Promise<T>): Promise<T | null> => {
    try {
      return await fetchCode(load)
    } catch {
      toaster.error(t(loadFailure))
      return null
    }
  }
}
