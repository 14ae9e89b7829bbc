import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { words } from '#contract/words.ts'
import { Boundary } from './base/boundary.tsx'
import { useSay } from './base/say.ts'
import { partingNow, useUser } from './base/session.ts'
import { PortalShell } from './portal/shell.tsx'
import { Waiting } from './ui/notice.tsx'

/** A page whose code is fetched when it is first opened. */
const page = <N extends string>(load: () => Promise<{ readonly [name in N]: ComponentType }>, name: N) => {
  const Page = lazy(async () => {
    const loaded: ComponentType = (await load())[name]
    return { default: loaded }
  })
  return <Page />
}

const home = page(() => import('./portal/home/home.tsx'), 'Home')
const register = page(() => import('./portal/register/register.tsx'), 'Register')
const forced = page(() => import('./portal/forced-modification.tsx'), 'ForcedModification')
const applications = page(() => import('./portal/applications.tsx'), 'Applications')
const declare = page(() => import('./portal/declare/declare.tsx'), 'Declare')
const details = page(() => import('./portal/details.tsx'), 'Details')
const notFound = page(() => import('./portal/not-found.tsx'), 'NotFound')
const console = page(() => import('./admin/console.tsx'), 'Console')

/** Where a person without a session is sent, and one whose first password has to go (specification 000, section 2). */
const Guarded = ({ children }: { children: ReactNode }) => {
  const user = useUser()
  const { pathname, search } = useLocation()
  if (!user)
    return (
      <Navigate to="/Home" replace state={partingNow() === 'left' ? null : { login: true, from: pathname + search }} />
    )
  if (user.must_change) return <Navigate to="/forcedModification" replace />
  return children
}

const Landing = () => <Navigate to={useUser() ? '/wel/index' : '/Home'} replace />
const VisitorHome = () => (useUser() ? <Navigate to="/" replace /> : home)

/** Every address of the product. */
export const Pages = () => {
  const t = useSay()
  return (
    <Boundary at={useLocation().pathname}>
      <Suspense fallback={<Waiting words={t(words.loading)} />}>
        <Routes>
          <Route path="/" element={<Landing />} />
          <Route path="/wel" element={<Landing />} />
          <Route element={<PortalShell />}>
            <Route path="/Home" element={<VisitorHome />} />
            <Route path="/registerView/:title" element={register} />
            <Route path="/forcedModification" element={forced} />
            <Route path="/projectApplication/:title" element={<Guarded>{applications}</Guarded>} />
            <Route path="/addDeclare/:title" element={<Guarded>{declare}</Guarded>} />
            <Route path="/projectDetails/:id" element={<Guarded>{details}</Guarded>} />
            <Route path="/404" element={notFound} />
          </Route>
          {['/wel/*', '/system/*', '/project/*', '/news/*', '/storage/*'].map((path) => (
            <Route key={path} path={path} element={<Guarded>{console}</Guarded>} />
          ))}
          <Route path="*" element={<Navigate to="/404" replace />} />
        </Routes>
      </Suspense>
    </Boundary>
  )
}
