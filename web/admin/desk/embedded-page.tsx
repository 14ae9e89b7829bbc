import { Embedded } from '#web/base/embedded/embedded.tsx'
import { useLocalize } from '#web/base/language.ts'
import { usePageTitle } from '#web/base/page.tsx'
import { PageHead } from '../crud/page-head.tsx'
import { EmptyState } from '../crud/states.tsx'

/** A page of this platform that a menu embeds, in its own tab. */
export const EmbeddedPage = () => {
  const t = useLocalize()
  const title = usePageTitle()
  return (
    <Embedded
      title={t(title)}
      reservedHeight={170}
      renderError={(reason) => (
        <>
          <PageHead title={title} />
          <EmptyState sign="—" title={reason} />
        </>
      )}
    />
  )
}
