import { lazy, type ReactNode, Suspense, useLayoutEffect } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import { words } from '#contract/words.ts'
import { Boundary } from './base/boundary.tsx'
import { Here } from './base/page.tsx'
import { setTitle, useSay } from './base/say.ts'
import { partingNow, useUser } from './base/session.ts'
import { areas, type Page, pages } from './pages.tsx'
import { LoginFirst } from './portal/login-first.tsx'
import { PortalShell } from './portal/shell.tsx'
import { Waiting } from './ui/notice.tsx'

const Console = lazy(async () => ({ default: (await import('./admin/console.tsx')).Console }))

const Landing = () => <Navigate to={useUser() ? '/wel/index' : '/Home'} replace />

/** Where a person without a session is sent, and one whose first password has to go (specification 000, section 2). */
const Guarded = ({ access, children }: { access: Page['access']; children: ReactNode }) => {
  const user = useUser()
  const { pathname, search } = useLocation()
  if (access === 'public') return children
  if (access === 'visitor') return user ? <Navigate to="/" replace /> : children
  if (user) return user.must_change ? <Navigate to="/forcedModification" replace /> : children
  const parting = partingNow()
  if (access === 'account' && parting !== 'ended') return <LoginFirst />
  return <Navigate to="/Home" replace state={parting === 'left' ? null : { login: true, from: pathname + search }} />
}

/** A page under its title. A page may say more in the title; it does so after this, since a layout effect comes first. */
const Routed = ({ of: { title, access, shows: Shown } }: { of: Page }) => {
  useLayoutEffect(() => setTitle(title), [title])
  return (
    <Here value={title}>
      <Guarded access={access}>
        <Shown />
      </Guarded>
    </Here>
  )
}

const routeOf = (page: Page) => <Route key={page.path} path={page.path} element={<Routed of={page} />} />

const inShell = (shell: Page['shell']) => pages.filter((page) => page.shell === shell)
const consolePages = inShell('console')
const frame = (
  <Guarded access={undefined}>
    <Console pages={consolePages} />
  </Guarded>
)

/** Every address of the product. */
export const Pages = () => {
  const t = useSay()
  return (
    <Boundary at={useLocation().pathname}>
      <Suspense fallback={<Waiting words={t(words.loading)} />}>
        <Routes>
          <Route path="/" element={<Landing />} />
          <Route path="/wel" element={<Landing />} />
          <Route element={<PortalShell />}>{inShell('portal').map(routeOf)}</Route>
          <Route element={frame}>
            {consolePages.map(routeOf)}
            {areas.map((area) => (
              <Route key={area} path={`/${area}/*`} element={null} />
            ))}
          </Route>
          <Route element={<Outlet />}>{inShell(undefined).map(routeOf)}</Route>
          <Route path="*" element={<Navigate to="/404" replace />} />
        </Routes>
      </Suspense>
    </Boundary>
  )
}
