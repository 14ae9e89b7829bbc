import { Embedded } from '#web/base/embedded/embedded.tsx'
import { useHere } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import { PageHead } from '../crud/page-head.tsx'
import { Nothing } from '../crud/states.tsx'

/** A page of this platform that a menu embeds, in a tab of its own. */
export const EmbeddedPage = () => {
  const t = useSay()
  const title = useHere()
  return (
    <Embedded
      title={t(title)}
      taken={170}
      refused={(reason) => (
        <>
          <PageHead title={title} />
          <Nothing sign="—" title={reason} />
        </>
      )}
    />
  )
}
