import { type ReactNode, Suspense, useContext, useEffect, useLayoutEffect, useState } from 'react'
import { type Location, matchPath, Navigate, Route, Routes, useLocation } from 'react-router'
import { areaNames, familyPlaces } from '#contract/areas.ts'
import { useIsDeclarant, useOnlyDeclares } from './base/api/declarant.ts'
import { setTitle } from './base/api/language.ts'
import { useLocked } from './base/api/lock-flag.ts'
import { checkToken, endReason, useUser } from './base/api/session.ts'
import { fetchMenusEarly } from './base/login/early-menus.ts'
import { HeadContext } from './base/page/document-head.ts'
import { ErrorBoundary } from './base/page/error-boundary.tsx'
import { LoadingBar } from './base/page/loading-bar.tsx'
import { Loading, PageTitleContext } from './base/page/page.tsx'
import { fetchCode } from './base/page/page-code.ts'
import { type Page, pages, pathsOfBoth } from './pages.tsx'
import { PortalShell } from './portal/shell.tsx'
import { lazyComponent } from './ui/lazy-component.tsx'

// only for people with a session, whose pages are not rendered on the server (docs/decisions/0033)
const Console = import.meta.env.SSR
  ? () => null
  : lazyComponent(async () => {
      void fetchMenusEarly()
      const { Console: Frame, preloadScreen } = await fetchCode(() => import('./admin/console.tsx'))
      // a failure is displayed when the screen is opened
      preloadScreen(location.pathname)?.catch(() => null)
      return Frame
    }, Loading)
// loaded on demand: visitors seldom open a page that shows an account's data
const LoginFirst = lazyComponent(async () => (await import('./portal/login-first.tsx')).LoginFirst, Loading)
const LockScreen = lazyComponent(async () => (await import('./base/login/lock-screen.tsx')).LockScreen, Loading)

/** Path the person came from, to return to; null if none was recorded. */
const originOf = ({ state }: Location): string | null => (state as { from?: string } | null)?.from ?? null
const fromOf = (at: Location): string => originOf(at) ?? '/'
const addressOf = ({ pathname, search }: Location): string => pathname + search

/** The first page after the login: 我的办件 in the portal for declarants, the desk in the console for everybody else. */
const desk = '/wel/index'

const Landing = () => <Navigate to={useUser() ? desk : '/Home'} replace />

/** Redirects a person without a session, and one who must change the initial password (specification 000, section 2). */
const Guarded = ({ access, children }: { access: Page['access']; children: ReactNode }) => {
  const user = useUser()
  const location = useLocation()
  const isDeclarant = useIsDeclarant()
  if (access === 'public') return children
  if (access === 'visitor') {
    // declarants use the portal, its home page included, except when a login returns to another page
    const mayStay = !user || (isDeclarant && !user.must_change && originOf(location) === null)
    return mayStay ? children : <Navigate to={fromOf(location)} replace />
  }
  if (user) return user.must_change ? <Navigate to="/forcedModification" replace /> : children
  if (access === 'account') return <LoginFirst />
  return (
    <Navigate to="/Home" replace state={endReason() === 'left' ? null : { login: true, from: addressOf(location) }} />
  )
}

/** Sets the title of a page. The page may refine it in an effect, which runs after this layout effect. */
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

/** The lock page while the screen is not locked: redirects back. */
const Unlocked = () => <Navigate to={fromOf(useLocation())} replace />

/** Path patterns of the console: its own pages (web/admin/console-pages.tsx), and the areas of the entities. */
export const consolePatterns = [
  '/wel/dashboard',
  ...['test', 'dict-horizontal', 'dict-vertical', 'info'].map((place) => `/${place}/:page`),
  ...[...areaNames, ...familyPlaces].map((place) => `/${place}/*`),
]

/** Pages embedded by menus; in the console for people with a session. */
const embedded = '/myiframe/:page'
/** Error pages; displayed in the frame of the page before. */
const problems = ['/404', '/403', '/500']

const isAt = (paths: readonly string[], { pathname }: Location) => paths.some((path) => matchPath(path, pathname))
const isOfPortal = (at: Location) => isAt(['/', '/wel', lock, ...pages.map(({ path }) => path)], at)
const isKnown = (at: Location) => isAt([embedded, ...consolePatterns], at) || isOfPortal(at)

type Frame = 'portal' | 'console'

/**
 * The frame of a path. Its desk has one in each frame (docs/decisions/0069). Paths that belong to neither frame stay in that of the
 * page `before`.
 */
const frameOf = (at: Location, hasUser: boolean, isDeclarant: boolean, before: Frame | null): Frame => {
  if (isAt(consolePatterns, at)) return 'console'
  if (!hasUser || (isDeclarant && isAt([desk], at))) return 'portal'
  if (isAt([desk, embedded], at)) return 'console'
  return (isAt(problems, at) || !isKnown(at)) && before !== 'portal' ? 'console' : 'portal'
}

/** The frame of the location; a new window starts with the frame of its first page. */
const useFrame = (at: Location): Frame => {
  const [before, setBefore] = useState<Frame | null>(null)
  const hasUser = useUser() !== null
  const isDeclarant = useIsDeclarant()
  const isOfPortal = useOnlyDeclares() && isAt(pathsOfBoth, at)
  const frame = isOfPortal ? 'portal' : frameOf(at, hasUser, isDeclarant, before)
  // hydration starts without a user, as the server rendered the page
  if (hasUser && frame !== before) setBefore(frame)
  return frame
}

/** The console resolves its pages itself, since it keeps several of them mounted, each at its own path. */
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
/** Path of the login page in the family's clients; here it opens the login over the home page. */
export const login = '/login'

const ToLogin = () => {
  const location = useLocation()
  return <Navigate to="/Home" replace state={{ login: true, from: fromOf(location) }} />
}

/**
 * While the screen is locked every path leads to the lock page. The page that was open stays mounted below it, so that nothing
 * typed is lost; a window opened later has none.
 */
const useScreen = () => {
  const location = useLocation()
  const [user, flagged] = [useUser(), useLocked()]
  const locked = user !== null && flagged
  const [open, setOpen] = useState<Location | null>(null)
  const isOpen = !locked && (location.pathname !== lock || user === null)
  if (isOpen && open !== location) setOpen(location)
  return { location, locked, below: isOpen ? location : open }
}

/** Ends a session whose token is gone. With the navigation as its key it checks again after each one. */
const TokenCheck = () => {
  useEffect(checkToken, [])
  return null
}

/** All routes of the product. */
export const Pages = () => {
  const { location, locked, below } = useScreen()
  const atLock = location.pathname === lock
  const visibleLocation = below ?? (locked ? null : location)
  return (
    <>
      <ErrorBoundary at={location.pathname}>
        <LoadingBar />
        <Suspense fallback={<Loading />}>
          <div style={{ display: locked ? 'none' : 'contents' }}>
            {visibleLocation ? <Addresses at={visibleLocation} /> : null}
          </div>
        </Suspense>
        {locked && !atLock ? <Navigate to={lock} replace state={{ from: addressOf(location) }} /> : null}
        {!locked && atLock && below && below !== location ? (
          <Navigate to={addressOf(below)} replace state={below.state} />
        ) : null}
        {locked ? <LockScreen /> : null}
      </ErrorBoundary>
      <TokenCheck key={location.key} />
    </>
  )
}
