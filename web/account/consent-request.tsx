import { useLocation } from 'react-router'
import { consentCalls } from '#contract/consent.ts'
import { statementAt } from '#contract/news/place.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useUser } from '#web/base/api/session.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

const ConsentDialog = lazyComponent(async () => (await import('./consent-dialog.tsx')).ConsentDialog)

/**
 * Asks people who have not agreed to the present statements of the site, in whichever frame comes first. The statements themselves can
 * be read before the answer.
 */
export const ConsentRequest = () => {
  const user = useUser()
  const { pathname } = useLocation()
  const { data = [] } = useAnswer(consentCalls.pendingAgreements, undefined, {
    enabled: user !== null && !user.must_change,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data.length && !pathname.startsWith(statementAt('')) ? <ConsentDialog of={data} /> : null
}
