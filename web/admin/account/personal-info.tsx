import { Account } from '#web/account/account.tsx'
import { usePageTitle } from '#web/base/page.tsx'
import { PageHead } from '#web/base/page-head.tsx'

/** The personal center in the console's frame, with the same parts as in the portal. */
export const PersonalInfo = () => (
  <>
    <PageHead title={usePageTitle()} />
    <Account />
  </>
)
