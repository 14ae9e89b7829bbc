import { App } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { auth } from '#contract/auth.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf, queries } from '#web/base/caller.ts'
import { readLocal, writeLocal } from '#web/base/local.ts'
import { useSay } from '#web/base/say.ts'
import { type Entry, trailTo } from './menu.ts'
import css from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TabStrip } from './tab-strip.tsx'
import { close, closeAll, closeOthers, home, readTabs, type Tab, visit } from './tabs.ts'
import { TopBar } from './top-bar.tsx'

/** The tabs of visited pages, kept in the browser until the session ends. */
const useTabs = (tab: boolean) => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [tabs, setTabs] = useState<readonly Tab[]>(() => readTabs(readLocal('tagList')))
  useEffect(() => {
    if (tab) setTabs((now) => visit(now, { path: pathname, search }))
  }, [tab, pathname, search])
  useEffect(() => writeLocal('tagList', tabs), [tabs])
  return {
    tabs,
    close: (path: string) => {
      const { tabs: left, next } = close(tabs, path, pathname)
      setTabs(left)
      if (next) navigate(next.path + next.search)
    },
    closeOthers: () => setTabs(closeOthers(tabs, pathname)),
    closeAll: () => {
      setTabs(closeAll())
      navigate(home)
    },
  }
}

const isNarrow = () => window.matchMedia('(max-width: 767px)').matches

/** Wide screens narrow the menu to its signs and remember it; on phones it lies over the page until one is chosen. */
const useSide = () => {
  const { pathname } = useLocation()
  const [collapsed, setCollapsed] = useState(() => readLocal<boolean>('isCollapse') === true)
  const [over, setOver] = useState(false)
  const [narrow, setNarrow] = useState(isNarrow)
  useEffect(() => {
    const list = window.matchMedia('(max-width: 767px)')
    const told = () => setNarrow(list.matches)
    list.addEventListener('change', told)
    return () => list.removeEventListener('change', told)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu that lies over it
  useEffect(() => setOver(false), [pathname])
  const setWide = (next: boolean) => {
    writeLocal('isCollapse', next)
    setCollapsed(next)
  }
  return {
    ...{ narrow, over },
    hidden: narrow ? !over : collapsed,
    small: !narrow && collapsed,
    toggle: () => (narrow ? setOver(!over) : setWide(!collapsed)),
    shut: () => setOver(false),
    expand: () => setWide(false),
  }
}

const useClearCache = () => {
  const t = useSay()
  const { message, modal } = App.useApp()
  return async () => {
    const title = t(['是否需要清除缓存?', 'Clear the caches?'])
    if (!(await modal.confirm({ title, okText: t(words.ok), cancelText: t(words.cancel) }))) return
    try {
      await ask(auth.clearCache)
      await queries.invalidateQueries()
      message.success(t(['清除完毕', 'Cleared']))
    } catch (error) {
      message.error(failureOf(error).message)
    }
  }
}

interface Props {
  readonly entries: readonly Entry[]
  readonly labelOf: (path: string) => string
  /** Whether the shown address becomes a tab. */
  readonly tab: boolean
  readonly children: ReactNode
}

/** The frame of the console: top bar, menu, the strip of visited pages, where one is, and the page. */
export const Shell = ({ entries, labelOf, tab, children }: Props) => {
  const t = useSay()
  const { pathname } = useLocation()
  const side = useSide()
  const strip = useTabs(tab)
  const clearCache = useClearCache()
  const above = trailTo(entries, pathname).filter(({ path }) => path !== pathname)
  return (
    <div className={css.frame}>
      <a className="skip" href="#main">
        {t(['跳到正文', 'Skip to content'])}
      </a>
      <TopBar collapsed={side.hidden} toggle={side.toggle} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape puts the menu away where it lies over the page */}
      <div
        id="console-menu"
        className={css.side}
        data-small={side.small || undefined}
        data-over={side.over || undefined}
        onKeyDown={({ key }) => key === 'Escape' && side.shut()}
      >
        <Sidebar entries={entries} path={pathname} collapsed={side.small} expand={side.expand} />
      </div>
      {side.narrow && side.over ? (
        <button
          type="button"
          className={css.veil}
          aria-label={t(['收起菜单', 'Hide the menu'])}
          onClick={side.shut}
          tabIndex={-1}
        />
      ) : null}
      <div className={css.work}>
        <TabStrip {...strip} shown={pathname} labelOf={labelOf} clearCache={() => void clearCache()} />
        <main id="main" className={css.main} tabIndex={-1}>
          {above.length ? (
            <p className={css.trail}>
              {above.map(({ code, label, path, below }) => (
                <span key={code}>{below.length ? label : <Link to={path}>{label}</Link>}</span>
              ))}
            </p>
          ) : null}
          {children}
        </main>
        <footer className={css.footer}>{t(words.product)}</footer>
      </div>
    </div>
  )
}
