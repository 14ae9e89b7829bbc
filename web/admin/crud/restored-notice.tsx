import { useLocalize } from '#web/base/language.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Says above a form that it begins with what was typed there before. */
export const RestoredNotice = () => {
  const t = useLocalize()
  return <Notice tone="ask" title={t(['已恢复上次未保存的内容', 'What you had not saved is here again'])} />
}
