import { useLocation } from 'react-router'
import { fill } from '#contract/kit/text.ts'
import { signOn } from '#contract/sign-on.ts'
import { signOnAddress } from '#contract/sign-on-address.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { rememberReturnPath } from '#web/base/login/return-path.ts'
import { buttonClass } from '#web/ui/button.tsx'
import css from './sign-on-link.module.css'

/** Link to the external sign-on site, if one is configured (docs/decisions/0015); it returns to the current page. */
export const SignOnLink = () => {
  const t = useLocalize()
  const { pathname, search, state } = useLocation()
  const { data } = useAnswer(signOn.site, {}, { staleTime: 300_000 })
  if (!data?.configured) return null
  const from = (state as { from?: string } | null)?.from ?? (pathname === '/Home' ? null : pathname + search)
  return (
    <div className="stack gap-16 above-16">
      <p className={css.or}>{t(['或', 'or'])}</p>
      <a className={buttonClass()} href={signOnAddress} onClick={() => rememberReturnPath(from)}>
        {data.name
          ? t(fill(['使用{0}登录', 'Log in with {0}'], data.name))
          : t(['统一身份认证登录', 'Log in with single sign-on'])}
      </a>
    </div>
  )
}
