import { Account } from '#web/account/account.tsx'
import { usePageTitle } from '#web/base/page/page.tsx'
import { PageHead } from '#web/base/page/page-head.tsx'

/** The personal center in the console's frame, with the same parts as in the portal. */
export const PersonalInfo = () => (
  <>
    <PageHead title={usePageTitle()} />
    <Account />
  </>
)
