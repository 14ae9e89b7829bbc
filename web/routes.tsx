import { lazy, type ReactNode, Suspense, useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, matchPath, Navigate, Route, Routes, useLocation } from 'react-router'
import { areaNames, familyPlaces } from '#contract/areas.ts'
import { words } from '#contract/words.ts'
import { ErrorBoundary } from './base/error-boundary.tsx'
import { HeadContext } from './base/head.ts'
import { setTitle, useLocalize } from './base/language.ts'
import { useLocked } from './base/lock-flag.ts'
import { PageTitleContext } from './base/page.tsx'
import { fetchCode } from './base/page-code.ts'
import { Progress } from './base/progress.tsx'
import { checkToken, endReason, useUser } from './base/session.ts'
import { type Page, pages } from './pages.tsx'
import { PortalShell } from './portal/shell.tsx'
import { LoadingNotice } from './ui/notice.tsx'

// for people with a session only, whose pages no server renders (docs/decisions/0033)
const Console = import.meta.env.SSR
  ? () => null
  : lazy(async () => ({ default: (await fetchCode(() => import('./admin/console.tsx'))).Console }))
// a visitor at a page of an account's own, which is seldom
const LoginFirst = lazy(async () => ({ default: (await import('./portal/login-first.tsx')).LoginFirst }))
const LockScreen = lazy(async () => ({ default: (await import('./base/lock-screen.tsx')).LockScreen }))

/** Where somebody was before he was sent here, and comes back to. */
const fromOf = ({ state }: Location): string => (state as { from?: string } | null)?.from ?? '/'
const addressOf = ({ pathname, search }: Location): string => pathname + search

const Landing = () => <Navigate to={useUser() ? '/wel/index' : '/Home'} replace />

/** Where a person without a session is sent, and one whose first password has to go (specification 000, section 2). */
const Guarded = ({ access, children }: { access: Page['access']; children: ReactNode }) => {
  const user = useUser()
  const location = useLocation()
  if (access === 'public') return children
  if (access === 'visitor') return user ? <Navigate to={fromOf(location)} replace /> : children
  if (user) return user.must_change ? <Navigate to="/forcedModification" replace /> : children
  if (access === 'account') return <LoginFirst />
  return (
    <Navigate to="/Home" replace state={endReason() === 'left' ? null : { login: true, from: addressOf(location) }} />
  )
}

/** A page under its title. A page may say more in the title; it does so after this, since a layout effect comes first. */
const Routed = ({ of: { title, access, shows: Content } }: { of: Page }) => {
  const head = useContext(HeadContext)
  if (head) head.title = title
  useLayoutEffect(() => setTitle(title), [title])
  return (
    <PageTitleContext value={title}>
      <Guarded access={access}>
        <Content />
      </Guarded>
    </PageTitleContext>
  )
}

const routeOf = (page: Page) => <Route key={page.path} path={page.path} element={<Routed of={page} />} />

const frame = (
  <Guarded access={undefined}>
    <Console />
  </Guarded>
)

/** The lock page while nothing is locked: back to where one came from. */
const Unlocked = () => <Navigate to={fromOf(useLocation())} replace />

/** Where addresses of the console begin: pages of its own (web/admin/pages.tsx), and the areas of the entities. */
export const consolePatterns = [
  ...['wel', 'test', 'dict-horizontal', 'dict-vertical', 'info'].map((place) => `/${place}/:page`),
  ...['work', ...areaNames, ...familyPlaces].map((place) => `/${place}/*`),
]

/** Pages that menus embed stand in the console for whoever has one. */
const embedded = '/myiframe/:page'
/** What went wrong is said in the frame one was in. */
const problems = ['/404', '/403', '/500']

const isAt = (paths: readonly string[], { pathname }: Location) => paths.some((path) => matchPath(path, pathname))
const isOfPortal = (at: Location) => isAt(['/', '/wel', lock, ...pages.map(({ path }) => path)], at)
const isKnown = (at: Location) => isAt([embedded, ...consolePatterns], at) || isOfPortal(at)

type Frame = 'portal' | 'console'

/** Which frame an address stands in; what both have, and what nobody knows, stays in the one a person `before` was in. */
const frameOf = (at: Location, hasUser: boolean, before: Frame | null): Frame => {
  if (isAt(consolePatterns, at)) return 'console'
  if (!hasUser) return 'portal'
  if (isAt([embedded], at)) return 'console'
  return (isAt(problems, at) || !isKnown(at)) && before !== 'portal' ? 'console' : 'portal'
}

/** The frame of an address; a new window begins in that of its first page. */
const useFrame = (at: Location): Frame => {
  const before = useRef<Frame | null>(null)
  const hasUser = useUser() !== null
  const frame = frameOf(at, hasUser, before.current)
  // a page comes from the server as a visitor has it
  if (hasUser) before.current = frame
  return frame
}

/** The console finds its pages itself: it keeps several at a time, each at its own address. */
const Addresses = ({ at }: { at: Location }) =>
  useFrame(at) === 'console' ? (
    <>
      <Routes location={at}>
        <Route path="*" element={frame} />
      </Routes>
      {isKnown(at) ? null : <Navigate to="/404" replace />}
    </>
  ) : (
    <OtherAddresses at={at} />
  )

const OtherAddresses = ({ at }: { at: Location }) => (
  <Routes location={at}>
    <Route path="/" element={<Landing />} />
    <Route path="/wel" element={<Landing />} />
    <Route element={<PortalShell />}>{pages.map(routeOf)}</Route>
    <Route path={lock} element={<Unlocked />} />
    <Route path={login} element={<ToLogin />} />
    <Route path="*" element={<Navigate to="/404" replace />} />
  </Routes>
)

export const lock = '/lock'
/** Where clients of the family log in; here the login opens over the home page. */
export const login = '/login'

const ToLogin = () => {
  const location = useLocation()
  return <Navigate to="/Home" replace state={{ login: true, from: fromOf(location) }} />
}

/**
 * While the screen is locked every address leads to the lock page. The page that was open stays below it as it was, so that
 * nothing typed is lost; in a window opened since then there is none.
 */
const useScreen = () => {
  const location = useLocation()
  const [user, flagged] = [useUser(), useLocked()]
  const locked = user !== null && flagged
  const open = useRef<Location | null>(null)
  if (!locked && (location.pathname !== lock || user === null)) open.current = location
  return { location, locked, below: open.current }
}

/** Every address of the product. */
export const Pages = () => {
  const t = useLocalize()
  const { location, locked, below } = useScreen()
  const atLock = location.pathname === lock
  const visibleLocation = below ?? (locked ? null : location)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew at every address
  useEffect(checkToken, [location.key])
  return (
    <ErrorBoundary at={location.pathname}>
      <Progress />
      <Suspense fallback={<LoadingNotice words={t(words.loading)} />}>
        <div style={{ display: locked ? 'none' : 'contents' }}>
          {visibleLocation ? <Addresses at={visibleLocation} /> : null}
        </div>
      </Suspense>
      {locked && !atLock ? <Navigate to={lock} replace state={{ from: addressOf(location) }} /> : null}
      {!locked && atLock && below && below !== location ? (
        <Navigate to={addressOf(below)} replace state={below.state} />
      ) : null}
      <Suspense fallback={<LoadingNotice words={t(words.loading)} />}>{locked ? <LockScreen /> : null}</Suspense>
    </ErrorBoundary>
  )
}
