import { Link } from 'react-router'
import { useHere } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import { buttonClass } from '#web/ui/button.tsx'
import css from './page.module.css'

/** An address nobody knows: says so, and where to go. */
export const NotFound = () => {
  const t = useSay()
  return (
    <div className={css.narrow}>
      <h1>{t(useHere())}</h1>
      <p>{t(['地址可能有误，或页面已经移走。', 'The address may be wrong, or the page has moved.'])}</p>
      <p>
        <Link className={buttonClass('main')} to="/">
          {t(['回到首页', 'To the home page'])}
        </Link>
      </p>
    </div>
  )
}
