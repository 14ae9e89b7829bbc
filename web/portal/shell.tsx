import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { useLocalize } from '#web/base/api/language.ts'
import { endReason, useUser } from '#web/base/api/session.ts'
import { ErrorBoundary } from '#web/base/page/error-boundary.tsx'
import { Loading } from '#web/base/page/page.tsx'
import { SiteFooter } from '#web/base/page/site-footer.tsx'
import { useElderAddress } from './elder/use-elder-address.ts'
import { useFocusOnNavigation } from './focus-on-navigation.ts'
import { PortalHeader } from './portal-header.tsx'
import './elder/elder.css'
import css from './shell.module.css'

const Login = lazy(async () => ({ default: (await import('./login/login.tsx')).Login }))
const ElderTools = lazy(async () => ({ default: (await import('./elder/elder-tools.tsx')).ElderTools }))

/** Navigation state: `login` opens the login dialog, `from` is the page to return to, `changed` means a new password was set. */
interface LoginRequest {
  readonly login?: boolean
  readonly from?: string
  readonly changed?: boolean
}

/** The login dialog opens on request and when the session has expired; it closes when the user has logged in. */
const useLoginDialog = () => {
  const user = useUser()
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const { login, from, changed } = (state ?? {}) as LoginRequest
  const [isOpen, setOpen] = useState(false)
  const isSessionExpired = user === null && endReason() === 'ended'
  // a repeated request has a state of its own and reopens the dialog; a change of the query keeps the state
  const request: unknown = login ? state : null
  useEffect(() => {
    if (request) setOpen(true)
  }, [request])
  useEffect(() => {
    if (isSessionExpired) setOpen(true)
  }, [isSessionExpired])
  useEffect(() => {
    // another window may have logged in
    if (user) setOpen(false)
  }, [user])
  const close = (entered: boolean) => {
    setOpen(false)
    if (entered && (from || pathname === '/Home')) navigate(from ?? '/', { replace: true })
  }
  const reason = isSessionExpired ? ('ended' as const) : changed ? ('changed' as const) : null
  return { isOpen, open: () => setOpen(true), close, reason }
}

/** Fills the window while a page loads, so that the footer does not jump. */
const PageLoading = () => (
  <div className={css.coming}>
    <Loading />
  </div>
)

/** The frame of the public pages: header, page and footer; the login dialog can open over any page. */
export const PortalShell = () => {
  const t = useLocalize()
  const { pathname } = useLocation()
  const elder = useElderAddress()
  const main = useRef<HTMLElement>(null)
  useFocusOnNavigation(main)
  const loginDialog = useLoginDialog()
  return (
    <div className={css.page}>
      <a className="skip" href="#main">
        {t(['跳到正文', 'Skip to content'])}
      </a>
      {elder ? (
        <Suspense>
          <ElderTools />
        </Suspense>
      ) : null}
      <PortalHeader onLogin={loginDialog.open} />
      <main id="main" ref={main} tabIndex={-1} className={css.main}>
        <ErrorBoundary at={pathname}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <SiteFooter />
      {loginDialog.isOpen ? (
        <Suspense>
          <Login reason={loginDialog.reason} onClose={loginDialog.close} />
        </Suspense>
      ) : null}
    </div>
  )
}
