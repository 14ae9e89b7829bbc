import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { auth } from '#contract/auth.ts'
import { ask, failureOf, queries } from '#web/base/caller.ts'
import { useConfirm } from '#web/base/confirmation.tsx'
import { useLocalize } from '#web/base/language.ts'
import { useScreenSize } from '#web/base/screen-size.ts'
import { SiteFooter } from '#web/base/site-footer.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { CachedPages } from './cached-pages.tsx'
import { type Entry, entriesOf, pageOf, trailTo } from './menu-entries.ts'
import { idOf, type Tab } from './open-tabs.ts'
import css from './shell.module.css'
import { useSide } from './side.ts'
import { Sidebar } from './sidebar.tsx'
import { TabStrip } from './tab-strip.tsx'
import { TopBar } from './top-bar.tsx'
import { TopMenus } from './top-menus.tsx'
import { useTabKeys } from './use-tab-keys.ts'
import { useTabs } from './use-tabs.tsx'
import { useTopMenus } from './use-top-menus.ts'

const useClearCache = () => {
  const t = useLocalize()
  const toaster = useToaster()
  const confirm = useConfirm()
  return async () => {
    if (!(await confirm({ title: ['是否需要清除缓存?', 'Clear the cache?'] }))) return
    try {
      await ask(auth.clearCache)
      await queries.invalidateQueries()
      toaster.success(t(['清除完毕', 'Cleared']))
    } catch (error) {
      toaster.error(failureOf(error).message)
    }
  }
}

/** The path through the menu to the current page, without the page itself. */
const Trail = ({ entries, page }: { entries: readonly Entry[]; page: string }) => {
  const above = trailTo(entries, page).filter(({ path }) => path !== page)
  if (above.length === 0) return null
  return (
    <p className={css.trail}>
      {above.map(({ code, label, path, below }) => (
        <span key={code}>{below.length ? label : <Link to={path}>{label}</Link>}</span>
      ))}
    </p>
  )
}

/** Covers the page behind the menu overlay; a press on it closes the menu. */
const MenuBackdrop = ({ close }: { close: () => void }) => {
  const t = useLocalize()
  return (
    <button
      type="button"
      className={css.backdrop}
      aria-label={t(['收起菜单', 'Hide the menu'])}
      onClick={close}
      tabIndex={-1}
    />
  )
}

interface Props {
  readonly entries: readonly Entry[]
  readonly labelOf: (tab: Tab) => string
  /** Whether the current address becomes a tab. */
  readonly tab: boolean
  /** The routes of all pages; the same element until the routes change. */
  readonly children: ReactNode
}

/** The frame of the console: top bar, menu, tab strip, breadcrumb, and the pages. */
export const Shell = ({ entries, labelOf, tab, children }: Props) => {
  const t = useLocalize()
  const location = useLocation()
  const page = pageOf(location)
  const size = useScreenSize()
  const side = useSide(size)
  const strip = useTabs(tab, labelOf)
  const clearCache = useClearCache()
  useTabKeys(strip)
  const tops = useTopMenus()
  const topMenus = <TopMenus {...tops} narrow={size < 3} />
  return (
    <div className={css.frame} data-screen={size}>
      <a className="skip" href="#main">
        {t(['跳到正文', 'Skip to content'])}
      </a>
      <TopBar collapsed={side.hidden} toggle={side.toggle} narrow={size === 0} tops={size ? topMenus : null} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu where it overlays the page */}
      <div
        id="console-menu"
        className={css.side}
        data-over={side.over || undefined}
        onKeyDown={({ key }) => key === 'Escape' && side.shut()}
      >
        {size ? null : topMenus}
        <Sidebar
          entries={tops.nodes ? entriesOf(tops.nodes) : entries}
          all={entries}
          page={page}
          collapsed={side.small}
          expand={side.expand}
        />
      </div>
      {side.narrow && side.over ? <MenuBackdrop close={side.shut} /> : null}
      <div className={css.work}>
        <TabStrip strip={strip} labelOf={labelOf} clearCache={() => void clearCache()} />
        <main id="main" className={css.main} tabIndex={-1}>
          <Trail entries={entries} page={page} />
          <CachedPages
            current={{ id: page, location }}
            isOpen={(id) => strip.tabs.some((one) => idOf(one) === id)}
            isUnsent={(id) => strip.unsent.includes(id)}
          >
            {children}
          </CachedPages>
        </main>
        <SiteFooter inline />
      </div>
    </div>
  )
}
