import { lazy, Suspense, useId, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import type { SessionUser } from '#contract/auth.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useIsDeclarant } from '#web/base/api/declarant.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import { useUser } from '#web/base/api/session.ts'
import { useApplicationsLabel } from '#web/base/page/applications-label.ts'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { setElder, useElder } from './elder/elder.ts'
import css from './portal-header.module.css'
import { useChooseLang } from './use-choose-lang.ts'

// loaded for logged-in users only
const PersonMenu = lazy(async () => ({ default: (await import('./person-menu.tsx')).PersonMenu }))

interface Place {
  readonly to: string
  readonly label: Text
}

const declaring: Place = { to: '/addDeclare/project', label: ['项目申报', 'Declare a project'] }
const contentPlaces: readonly Place[] = [
  { to: '/projects', label: ['在库项目名单', 'Listed projects'] },
  { to: '/projectList/policy', label: ['政策服务', 'Policy'] },
  { to: '/technologicalProgress/papers', label: ['技术进展', 'Technology'] },
  { to: '/successfulCase/cases', label: ['典型案例', 'Cases'] },
  { to: '/evaluationService/service', label: ['评估检测', 'Services'] },
]
const lookUp: Place = { to: '/lookUp', label: ['进度查询', 'Progress'] }
const home: Place = { to: '/Home', label: words.home }
const desk = '/wel/index'

const usePlaces = (): readonly Place[] => {
  const user = useUser()
  const isDeclarant = useIsDeclarant()
  const label = useApplicationsLabel()
  const userPlaces = [declaring, { to: '/projectApplication/project', label }, ...contentPlaces]
  if (isDeclarant) return [{ to: desk, label: words.myMatters }, home, ...userPlaces]
  if (user) return [{ to: desk, label: ['工作台', 'Desk'] }, ...userPlaces]
  return [home, ...contentPlaces, declaring, lookUp]
}

const accountPath = '/personalCenter/account'

const LanguageMenu = () => {
  const lang = useLang()
  const choose = useChooseLang()
  return (
    <div className={css.lang}>
      <Dropdown label={lang === 'zh' ? '中文' : 'English'} name="中文 / English">
        {(['zh', 'en'] as const).map((one) => (
          <button key={one} type="button" lang={one} disabled={one === lang} onClick={() => choose(one)}>
            {one === 'zh' ? '中文' : 'English'}
          </button>
        ))}
      </Dropdown>
    </div>
  )
}

const ElderButton = () => {
  const t = useLocalize()
  const { on } = useElder()
  return (
    <button type="button" id="elder" className={css.elder} aria-pressed={on} onClick={() => setElder({ on: !on })}>
      {t(['长者模式', 'Easy reading'])}
    </button>
  )
}

const HeaderBell = lazy(async () => ({ default: (await import('./header-bell.tsx')).HeaderBell }))

const UserLinks = ({ user }: { user: SessionUser }) => (
  <div className={css.account}>
    <div className={css.inbox}>
      <Suspense fallback={<span className={css.bell} />}>
        <HeaderBell />
      </Suspense>
    </div>
    <Link to={accountPath}>
      <img src={user.avatar} alt="" width="28" height="28" />
      <span>{user.real_name || user.account}</span>
    </Link>
    <div className={css.menu}>
      <Suspense>
        <PersonMenu />
      </Suspense>
    </div>
  </div>
)

interface Props {
  readonly onLogin: () => void
}

const VisitorLinks = ({ onLogin }: Props) => {
  const t = useLocalize()
  return (
    <>
      <button type="button" className={css.login} onClick={onLogin}>
        {t(words.login)}
      </button>
      <Link to="/registerView/register" className={css.register}>
        {t(words.register)}
      </Link>
    </>
  )
}

/** On phones, opens the navigation, the modes and the account, which have no room in the bar. */
const MenuButton = ({ isOpen, controls, toggle }: { isOpen: boolean; controls: string; toggle: () => void }) => {
  const t = useLocalize()
  return (
    <button
      type="button"
      className={css.opener}
      aria-label={t(['菜单', 'Menu'])}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={toggle}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d={isOpen ? 'M5 5l14 14M19 5L5 19' : 'M3 6h18M3 12h18M3 18h18'} stroke="currentColor" strokeWidth="2" />
      </svg>
    </button>
  )
}

/** The bar above every page: site name, navigation, elder mode, language, and the account menu or the login. */
export const PortalHeader = ({ onLogin }: Props) => {
  const t = useLocalize()
  const user = useUser()
  const places = usePlaces()
  const id = useId()
  const { pathname } = useLocation()
  // the menu of a phone belongs to the page where it was opened, so that it closes when a link leads to another
  const [openAt, setOpenAt] = useState<string | null>(null)
  const isOpen = openAt === pathname
  return (
    <header className={css.header}>
      <div className={css.bar} data-open={isOpen || undefined}>
        <Link to="/" className={css.name}>
          <img src="/img/icon.svg" alt="" width="36" height="36" />
          <span>{t(words.product)}</span>
        </Link>
        <MenuButton isOpen={isOpen} controls={id} toggle={() => setOpenAt(isOpen ? null : pathname)} />
        <nav id={id} className={css.nav} aria-label={t(['主导航', 'Main'])}>
          {places.map(({ to, label }) => (
            <NavLink key={to} to={to} className="line-tab">
              {t(label)}
            </NavLink>
          ))}
        </nav>
        <div className={css.person}>
          <ElderButton />
          <LanguageMenu />
          {user ? <UserLinks user={user} /> : <VisitorLinks onLogin={onLogin} />}
        </div>
      </div>
    </header>
  )
}
