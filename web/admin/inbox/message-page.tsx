import { usePageTitle } from '#web/base/page.tsx'
import { PageHead } from '#web/base/page-head.tsx'
import { MessageCenter } from '#web/inbox/message-center.tsx'

/** The message centre in the console. */
export const MessagePage = () => (
  <>
    <PageHead title={usePageTitle()} />
    <MessageCenter />
  </>
)
