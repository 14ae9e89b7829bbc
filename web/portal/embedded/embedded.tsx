import { Link, useParams, useSearchParams } from 'react-router'
import { useHere } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import { buttonClass } from '#web/ui/button.tsx'
import page from '../page.module.css'
import { embeddable } from './address.ts'
import css from './embedded.module.css'

/** Shows another page of this platform inside its frame: `?src=` names it, or the rest of the address does. */
export const Embedded = () => {
  const t = useSay()
  const title = useHere()
  const { routerPath = '' } = useParams()
  const asked = useSearchParams()[0].get('src') ?? (routerPath.includes('/') ? routerPath : null)
  const address = asked === null ? null : embeddable(asked, location.origin)
  if (address)
    return (
      <div className={css.host}>
        <h1 className="hidden-words">{t(title)}</h1>
        <iframe className={css.frame} src={address} title={t(title)} />
      </div>
    )
  return (
    <div className={page.narrow}>
      <h1>{t(title)}</h1>
      <p className={page.lead}>
        {asked === null
          ? t(['没有指定要显示的页面。', 'No page to show was named.'])
          : t([
              '这里只能显示本平台的页面；所给地址不属于本平台，未予打开。',
              'Only pages of this platform can be shown here. The address given is not one of them and was not opened.',
            ])}
      </p>
      <p>
        <Link className={buttonClass('main')} to="/">
          {t(['回到首页', 'To the home page'])}
        </Link>
      </p>
    </div>
  )
}
