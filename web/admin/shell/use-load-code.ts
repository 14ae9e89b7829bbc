import { useLocalize } from '#web/base/api/language.ts'
import { incompletePage } from '#web/base/page/error-boundary.tsx'
import { fetchCode } from '#web/base/page/page-code.ts'
import { useToaster } from '#web/ui/toasts.tsx'

/** A function that loads code of the frame, which no boundary of a page surrounds: a failure is shown as a message. */
export const useLoadCode = () => {
  const t = useLocalize()
  const toaster = useToaster()
  return <T>(load: () => Promise<T>): Promise<T | null> =>
    fetchCode(load).catch(() => {
      // trying again would not help: until the page is reloaded, the browser repeats the failure of a file
      toaster.error(t(incompletePage))
      return null
    })
}
