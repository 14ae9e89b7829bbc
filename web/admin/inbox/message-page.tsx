import { usePageTitle } from '#web/base/page.tsx'
import { MessageCenter } from '#web/inbox/message-center.tsx'
import { PageHead } from '../page-head.tsx'

/** The message centre in the console. */
export const MessagePage = () => (
  <>
    <PageHead title={usePageTitle()} />
    <MessageCenter />
  </>
)
