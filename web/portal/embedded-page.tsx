import { Link, useParams } from 'react-router'
import { Embedded } from '#web/base/embedded/embedded.tsx'
import { useHere } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import { buttonClass } from '#web/ui/button.tsx'
import page from './page.module.css'

/** Another page of this platform below the portal's head: `?src=` names it, or the rest of the address does. */
export const EmbeddedPage = () => {
  const t = useSay()
  const title = t(useHere())
  const { routerPath = '' } = useParams()
  return (
    <Embedded
      title={title}
      otherwise={routerPath.includes('/') ? routerPath : null}
      taken={73}
      refused={(reason) => (
        <div className={page.narrow}>
          <h1>{title}</h1>
          <p className={page.lead}>{reason}</p>
          <p>
            <Link className={buttonClass('main')} to="/">
              {t(['回到首页', 'To the home page'])}
            </Link>
          </p>
        </div>
      )}
    />
  )
}
