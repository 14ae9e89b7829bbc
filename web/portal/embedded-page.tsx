import { Link, useParams } from 'react-router'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Embedded } from '#web/base/embedded/embedded.tsx'
import { usePageTitle } from '#web/base/page/page.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import page from './page.module.css'

/** Another page of this platform below the portal's header; `?src=` or the rest of the path names it. */
export const EmbeddedPage = () => {
  const t = useLocalize()
  const title = t(usePageTitle())
  const { routerPath = '' } = useParams()
  return (
    <Embedded
      title={title}
      fallback={routerPath.includes('/') ? routerPath : null}
      reservedHeight={73}
      renderError={(reason, retry) => (
        <div className={page.narrow}>
          <h1>{title}</h1>
          <p className="muted large">{reason}</p>
          <p className={page.actions}>
            {retry ? <Button onClick={retry}>{t(words.retry)}</Button> : null}
            <Link className={buttonClass('main')} to="/">
              {t(['返回首页', 'Go to the home page'])}
            </Link>
          </p>
        </div>
      )}
    />
  )
}
