import { useLocalize } from '#web/base/api/language.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Notice above a form that starts with restored input. */
export const RestoredNotice = () => {
  const t = useLocalize()
  return <Notice tone="ask" title={t(['已恢复上次未保存的内容', 'Your unsaved input has been restored'])} />
}
