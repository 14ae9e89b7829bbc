import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, NavLink, Outlet, useLocation, useNavigate } from 'react-router'
import type { Lang, Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { ErrorBoundary } from '#web/base/error-boundary.tsx'
import { setLang, useLang, useLocalize } from '#web/base/language.ts'
import { endReason, useUser } from '#web/base/session.ts'
import { SiteFooter } from '#web/base/site-footer.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { LoadingNotice } from '#web/ui/notice.tsx'
import { addressIn, setElder, useElder } from './elder/elder.ts'
import { useArrival } from './focus-on-navigation.ts'
import './elder/elder.css'
import css from './shell.module.css'

const Login = lazy(async () => ({ default: (await import('./login/login.tsx')).Login }))
const ElderTools = lazy(async () => ({ default: (await import('./elder/elder-tools.tsx')).ElderTools }))
// loaded for logged-in users only
const PersonMenu = lazy(async () => ({ default: (await import('./person-menu.tsx')).PersonMenu }))

interface Place {
  readonly to: string
  readonly label: Text
}

const declaring: Place = { to: '/addDeclare/project', label: ['项目申报', 'Declare a project'] }
const contentPlaces: readonly Place[] = [
  { to: '/projects', label: ['项目名单', 'Projects'] },
  { to: '/projectList/policy', label: ['政策服务', 'Policy'] },
  { to: '/technologicalProgress/papers', label: ['技术进展', 'Technology'] },
  { to: '/successfulCase/cases', label: ['典型案例', 'Cases'] },
  { to: '/evaluationService/service', label: ['评估检测', 'Services'] },
]
const lookUp: Place = { to: '/lookUp', label: ['进度查询', 'Progress'] }
const forVisitors: readonly Place[] = [{ to: '/Home', label: words.home }, ...contentPlaces, declaring, lookUp]
const forPeople: readonly Place[] = [
  { to: '/wel/index', label: ['工作台', 'Workbench'] },
  declaring,
  { to: '/projectApplication/project', label: ['我的申报', 'My declarations'] },
  ...contentPlaces,
]

const accountPath = '/personalCenter/account'

/** The query of the URL and a function that replaces it, on the same page. */
const useQuery = () => {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  return [search, (next: string) => navigate({ pathname, search: next, hash }, { replace: true, state })] as const
}

const LanguageMenu = () => {
  const lang = useLang()
  const [search, show] = useQuery()
  const choose = (one: Lang) => {
    setLang(one)
    // the user's choice overrides the language in the URL
    const query = new URLSearchParams(search)
    query.delete('lang')
    show(String(query))
  }
  return (
    <Dropdown label={lang === 'zh' ? '中文' : 'English'} name="中文 / English">
      {(['zh', 'en'] as const).map((one) => (
        <button key={one} type="button" lang={one} disabled={one === lang} onClick={() => choose(one)}>
          {one === 'zh' ? '中文' : 'English'}
        </button>
      ))}
    </Dropdown>
  )
}

/** Navigation state: `login` opens the login dialog, `from` is the page to return to, `changed` means a new password was set. */
interface LoginRequest {
  readonly login?: boolean
  readonly from?: string
  readonly changed?: boolean
}

/** Keeps the elder mode in every URL, so that shared and revisited pages open in the same mode. Returns whether it is on. */
const useElderAddress = () => {
  const { on } = useElder()
  const [search, show] = useQuery()
  const expectedSearch = addressIn(search, on)
  // biome-ignore lint/correctness/useExhaustiveDependencies: corrects each new URL once
  useEffect(() => {
    if (expectedSearch !== addressIn(search, new URLSearchParams(search).has('elder'))) show(expectedSearch)
  }, [search, expectedSearch])
  return on
}

/** Fills the window while a page loads, so that the footer does not jump. */
const PageLoading = () => {
  const t = useLocalize()
  return (
    <div className={css.coming}>
      <LoadingNotice words={t(words.loading)} />
    </div>
  )
}

/** The frame of the public pages: site name, navigation, user menu; the login dialog can open over any page. */
export const PortalShell = () => {
  const t = useLocalize()
  const user = useUser()
  const navigate = useNavigate()
  const { pathname, state, key } = useLocation()
  const loginRequest = (state ?? {}) as LoginRequest
  const [open, setOpen] = useState(false)
  const elder = useElderAddress()
  const main = useRef<HTMLElement>(null)
  useArrival(main)
  const isSessionExpired = user === null && endReason() === 'ended'
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` reopens the dialog on a repeated request at the same URL
  useEffect(() => {
    if (loginRequest.login) setOpen(true)
  }, [loginRequest.login, key])
  useEffect(() => {
    if (isSessionExpired) setOpen(true)
  }, [isSessionExpired])
  useEffect(() => {
    // another window may have logged in
    if (user) setOpen(false)
  }, [user])
  const close = (entered: boolean) => {
    setOpen(false)
    if (entered && (loginRequest.from || pathname === '/Home')) navigate(loginRequest.from ?? '/', { replace: true })
  }
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
      <header className={css.header}>
        <div className={css.bar}>
          <Link to="/" className={css.name}>
            <img src="/img/icon.svg" alt="" width="36" height="36" />
            <span>{t(words.product)}</span>
          </Link>
          <nav className={css.nav} aria-label={t(['主导航', 'Main'])}>
            {(user ? forPeople : forVisitors).map(({ to, label }) => (
              <NavLink key={to} to={to}>
                {t(label)}
              </NavLink>
            ))}
          </nav>
          <div className={css.person}>
            <button
              type="button"
              id="elder"
              className={css.elder}
              aria-pressed={elder}
              onClick={() => setElder({ on: !elder })}
            >
              {t(['长者模式', 'Easy reading'])}
            </button>
            <LanguageMenu />
            {user ? (
              <div className={css.own}>
                <Link to={accountPath}>
                  <img src={user.avatar} alt="" width="28" height="28" />
                  <span>{user.real_name || user.account}</span>
                </Link>
                <Suspense fallback={<span className={css.menu} />}>
                  <PersonMenu />
                </Suspense>
              </div>
            ) : (
              <>
                <button type="button" className={css.login} onClick={() => setOpen(true)}>
                  {t(words.login)}
                </button>
                <Link to="/registerView/register" className={css.register}>
                  {t(words.register)}
                </Link>
              </>
            )}
          </div>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1} className={css.main}>
        <ErrorBoundary at={pathname}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <SiteFooter />
      {open ? (
        <Suspense>
          <Login reason={isSessionExpired ? 'ended' : loginRequest.changed ? 'changed' : null} onClose={close} />
        </Suspense>
      ) : null}
    </div>
  )
}
