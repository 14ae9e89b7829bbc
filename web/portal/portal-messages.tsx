import { useLocalize } from '#web/base/api/language.ts'
import { usePageTitle } from '#web/base/page/page.tsx'
import { MessageCenter } from '#web/inbox/message-center.tsx'
import page from './page.module.css'

/** The message centre in the portal's frame. */
export const PortalMessages = () => {
  const t = useLocalize()
  const title = usePageTitle()
  return (
    <div className={page.wide}>
      <h1>{t(title)}</h1>
      <MessageCenter />
    </div>
  )
}
