import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { menu } from '#contract/system/menu.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { readLocal, removeLocal, writeLocal } from '#web/base/api/local.ts'
import { useUser } from '#web/base/api/session.ts'
import { useScreenSize } from '#web/base/page/screen-size.ts'
import { SiteFooter } from '#web/base/page/site-footer.tsx'
import { useKeys } from '#web/ui/keys.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { CachedPages } from './cached-pages.tsx'
import { useFrameActions } from './frame-actions.tsx'
import { type Entry, entriesOf, pageOf, trailTo } from './menu-entries.ts'
import { idOf, type Tab } from './open-tabs.ts'
import { PageTabContext } from './page-tab.ts'
import css from './shell.module.css'
import { useSide } from './side.ts'
import { Sidebar } from './sidebar.tsx'
import { TabStrip } from './tab-strip.tsx'
import { TopBar } from './top-bar.tsx'
import { TopMenus } from './top-menus.tsx'
import { usePalette } from './use-palette.tsx'
import { type Tabs, useTabs } from './use-tabs.tsx'

const topMenuKey = 'topMenu'
const minute = 60_000

/** The caller's top menus and the one selected in this window; its menus fill the sidebar. */
const useTopMenus = () => {
  const { data: tops = [] } = useAnswer(menu.calls.topMenu, {}, { staleTime: minute })
  const [storedId, setStoredId] = useState(() => readLocal<string>(topMenuKey))
  const selectedId = tops.find(({ id }) => id === storedId)?.id ?? null
  const { data: nodes } = useAnswer(
    menu.calls.routes,
    { topMenuId: selectedId },
    { enabled: selectedId !== null, staleTime: minute, placeholderData: keepPreviousData },
  )
  return {
    tops,
    selectedId,
    /** Menus of the selected top menu; null while none is selected or they are still loading. */
    nodes: selectedId === null ? null : (nodes ?? null),
    choose: (id: string | null) => {
      if (id === null) removeLocal(topMenuKey)
      else writeLocal(topMenuKey, id, true)
      setStoredId(id)
    },
  }
}

/** `[` and `]` go to the previous and the next tab. */
const useTabKeys = ({ step }: Tabs): void => {
  const t = useLocalize()
  const go = (to: 1 | -1) => () => {
    step(to)
    return true
  }
  useKeys([
    { key: '[', words: t(['上一个页签', 'Previous tab']), act: go(-1) },
    { key: ']', words: t(['下一个页签', 'Next tab']), act: go(1) },
  ])
}

const ConsentRequest = lazyComponent(async () => (await import('#web/account/consent-request.tsx')).ConsentRequest)

interface TrailProps {
  readonly entries: readonly Entry[]
  readonly page: string
  readonly tabs: readonly Tab[]
}

/** A page below a list leads back to it, with its filters if it is open. */
const Trail = ({ entries, page, tabs }: TrailProps) => {
  const list = trailTo(entries, page).at(-1)
  if (!list || list.path === page) return null
  const search = tabs.find(({ path }) => path === list.path)?.search ?? ''
  return (
    <p className={css.trail}>
      <Link to={list.path + search}>{list.label}</Link>
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

interface WorkProps {
  readonly entries: readonly Entry[]
  readonly page: string
  readonly strip: Tabs
  readonly labelOf: (tab: Tab) => string
  readonly clearCache: () => void
  readonly children: ReactNode
}

/** The tabs, and below them the current page. */
const Work = ({ entries, page, strip, labelOf, clearCache, children }: WorkProps) => (
  <div className={css.work}>
    <TabStrip strip={strip} labelOf={labelOf} clearCache={clearCache} />
    <main id="main" className={css.main} tabIndex={-1}>
      <Trail entries={entries} page={page} tabs={strip.tabs} />
      <PageTabContext value={strip}>
        <CachedPages
          current={{ id: page, location: useLocation() }}
          isOpen={(id) => strip.tabs.some((one) => idOf(one) === id)}
          isUnsent={(id) => strip.unsent.includes(id)}
        >
          {children}
        </CachedPages>
      </PageTabContext>
    </main>
    <SiteFooter inline />
  </div>
)

interface Props {
  /** Pages without a menu, for the command palette. */
  readonly pages: readonly Entry[]
  readonly entries: readonly Entry[]
  readonly labelOf: (tab: Tab) => string
  /** Whether the current address becomes a tab. */
  readonly tab: boolean
  /** The routes of all pages; the same element until the routes change. */
  readonly children: ReactNode
}

/** The frame of the console: top bar, menu, tab strip, the pages, and the command palette. */
export const Shell = ({ pages, entries, labelOf, tab, children }: Props) => {
  const t = useLocalize()
  const page = pageOf(useLocation())
  const size = useScreenSize()
  const side = useSide(size)
  const strip = useTabs(tab, labelOf)
  const actions = useFrameActions()
  const search = usePalette({ pages, entries, actions: actions.all })
  useTabKeys(strip)
  const tops = useTopMenus()
  const topMenus = <TopMenus {...tops} narrow={size < 3} />
  return (
    <div className={css.frame} data-screen={size}>
      <a className="skip" href="#main">
        {t(['跳到正文', 'Skip to content'])}
      </a>
      <TopBar
        collapsed={side.hidden}
        toggle={side.toggle}
        narrow={size === 0}
        tops={size ? topMenus : null}
        actions={actions}
        openSearch={search.open}
      />
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
          page={page}
          collapsed={side.small}
          expand={side.expand}
        />
      </div>
      {side.narrow && side.over ? <MenuBackdrop close={side.shut} /> : null}
      <Work entries={entries} page={page} strip={strip} labelOf={labelOf} clearCache={actions.clearCache.run}>
        {children}
      </Work>
      {actions.dialog}
      {search.palette}
      {useUser()?.asks_consent === false ? null : <ConsentRequest />}
    </div>
  )
}
