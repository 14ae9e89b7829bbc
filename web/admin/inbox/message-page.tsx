import { usePageTitle } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'
import { MessageCenter } from '#web/inbox/message-center.tsx'

/** The message centre in the console. */
export const MessagePage = () => (
  <>
    <PageHead title={usePageTitle()} />
    <MessageCenter />
  </>
)
