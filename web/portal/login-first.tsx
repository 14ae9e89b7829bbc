import { useEffect, useEffectEvent } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { endReason } from '#web/base/api/session.ts'
import { usePageTitle } from '#web/base/page/page.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import page from './page.module.css'

/** Replaces an account's page for visitors: explains that it needs a login, opens the login and returns to the page. */
export const LoginFirst = () => {
  const t = useLocalize()
  const title = usePageTitle()
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const from = pathname + search
  const login = () => navigate(from, { replace: true, state: { login: true, from } })
  const isSessionExpired = endReason() === 'ended'
  const isLoginRequested = (state as { login?: boolean } | null)?.login === true
  const openLogin = useEffectEvent(() => {
    if (!isLoginRequested && endReason() !== 'left' && !isSessionExpired) login()
  })
  // on arrival only: a login the user has closed stays closed
  useEffect(() => openLogin(), [])
  // an expired session redirects to the home page (specification 000, section 8), and the login there back to this page
  if (isSessionExpired) return <Navigate to="/Home" replace state={{ login: true, from }} />
  return (
    <div className={page.narrow}>
      <h1>{t(title)}</h1>
      <p className="muted large">
        {t(['请登录后办理。本页内容与您的账号有关。', 'Please log in to continue. This page is part of your account.'])}
      </p>
      <p className={page.actions}>
        <Button kind="main" onClick={login}>
          {t(words.login)}
        </Button>
        <Link className={buttonClass()} to="/registerView/register">
          {t(words.register)}
        </Link>
      </p>
    </div>
  )
}
