import { useParams } from 'react-router'
import { useLocalize } from '#web/base/api/language.ts'
import { Embedded } from '#web/base/embedded/embedded.tsx'
import { usePageTitle } from '#web/base/page/page.tsx'
import { TriangleAlertIcon } from '#web/ui/icons.ts'
import { ProblemPage } from '../shell/problem-page.tsx'

/** A page of this platform that a menu embeds, in its own tab. */
export const EmbeddedPage = () => {
  const t = useLocalize()
  const title = usePageTitle()
  const { routerPath = '' } = useParams()
  return (
    <Embedded
      title={t(title)}
      fallback={routerPath.includes('/') ? routerPath : null}
      reservedHeight={170}
      renderError={(reason, retry) => (
        <ProblemPage title={title} sign={<TriangleAlertIcon />} retry={retry}>
          {reason}
        </ProblemPage>
      )}
    />
  )
}
