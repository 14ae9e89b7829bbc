import { type ComponentType, type ReactNode, useLayoutEffect, useMemo } from 'react'
import { matchPath, Navigate, Route, useLocation, useSearchParams } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import type { MenuNode } from '#contract/system/menu.ts'
import { words } from '#contract/words.ts'
import { useApplyLook } from '#web/account/appearance.ts'
import { setTitle, useLocalize } from '#web/base/api/language.ts'
import { ConfirmProvider } from '#web/base/page/confirmation.tsx'
import { ErrorBoundary } from '#web/base/page/error-boundary.tsx'
import { Loading, PageTitleContext, QueryView } from '#web/base/page/page.tsx'
import { ControlTable } from '#web/form/control-table.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { ToastProvider } from '#web/ui/toasts.tsx'
import './console.css'
import { screenPathForAddress } from '#web/base/page/screen-paths.ts'
import { type ConsolePage, pages } from './console-pages.tsx'
import { pickers } from './pickers/pickers.tsx'
import { entityAt, isScreenOf, screenAt } from './screens.tsx'
import { type Entry, entriesOf, leavesOf } from './shell/menu-entries.ts'
import { idOf, type Tab } from './shell/open-tabs.ts'
import { NoPermission, NotFound, ServerProblem } from './shell/problem-pages.ts'
import { Shell } from './shell/shell.tsx'
import { useMenus } from './shell/use-menus.ts'
import { WaitingShell } from './shell/waiting-shell.tsx'

/** Loaded with all declarations when the first one is opened. */
const EntityScreen = lazyComponent(async () => (await import('./crud/entity-screen.tsx')).EntityScreen, Loading)

/** Error pages, at the same addresses as in the portal. */
const problems: Readonly<Record<string, ComponentType>> = {
  '/403': NoPermission,
  '/404': NotFound,
  '/500': ServerProblem,
}

const pageAt = (path: string) => pages.find((page) => matchPath(page.path, path))

/** A page with its document title; the page can extend the title, since this layout effect runs first. */
const TitledPage = ({ of: { title, shows: PageComponent } }: { of: ConsolePage }) => {
  useLayoutEffect(() => setTitle(title), [title])
  return (
    <PageTitleContext value={title}>
      <PageComponent />
    </PageTitleContext>
  )
}

/** The content of an entity's address: a custom screen, the default one, or why there is none. */
const Screen = ({ entries }: { entries: readonly Entry[] }) => {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const entity = entityAt(pathname)
  const customScreen = screenAt(pathname)
  const leaves = leavesOf(entries)
  const redirectPath = screenPathForAddress(pathname)
  if (redirectPath) return <Navigate to={{ pathname: redirectPath, search: `${search}` }} replace />
  const Problem = problems[pathname]
  if (Problem) return <Problem />
  if (entity && !leaves.some(({ code }) => code === entity.code)) return <NoPermission />
  // a screen without an entity requires its menu
  if (customScreen && !entity && !leaves.some(({ path }) => path === pathname)) return <NoPermission />
  if (entity && isScreenOf(entity, pathname) && search.get('bin') === '1' && entity.hasRecycleBin)
    return <EntityScreen key={entity.name} of={entity.name} isRecycleBin />
  if (customScreen) return <customScreen.shows />
  if (!entity || !isScreenOf(entity, pathname)) return <NotFound />
  return <EntityScreen of={entity.name} />
}

/** Error boundary of one page: if it fails, the other pages and the frame still work. */
const PageBoundary = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary at={useLocation().pathname}>{children}</ErrorBoundary>
)

const routesOf = (entries: readonly Entry[]) => (
  <>
    {pages.map((page) => (
      <Route
        key={page.path}
        path={page.path}
        element={
          <PageBoundary>
            <TitledPage of={page} />
          </PageBoundary>
        }
      />
    ))}
    <Route
      path="*"
      element={
        <PageBoundary>
          <Screen entries={entries} />
        </PageBoundary>
      }
    />
  </>
)

/** Pages without a menu, for the command palette. */
const quickPages = (t: (text: Text) => string): Entry[] =>
  pages.flatMap(({ path, title, icon }) =>
    icon ? [{ code: path, label: t(title), path, isExternal: false, icon, below: [] }] : [],
  )

const ConsoleFrame = ({ nodes }: { nodes: readonly MenuNode[] }) => {
  const t = useLocalize()
  const { pathname } = useLocation()
  const entries = useMemo(() => entriesOf(nodes), [nodes])
  const routes = useMemo(() => routesOf(entries), [entries])
  const leaves = leavesOf(entries)
  const becomesTab = (path: string) => {
    const page = pageAt(path)
    if (page) return !page.isRedirect
    const entity = entityAt(path)
    const granted = !entity || leaves.some(({ code }) => code === entity.code)
    return granted && (screenAt(path) !== undefined || leaves.some((leaf) => leaf.path === path))
  }
  const menuAt = (page: string) => leaves.find((leaf) => leaf.path === page)?.label
  const labelOf = (tab: Tab) => {
    if (tab.name) return tab.name
    // embedded pages differ by their query; their menu names them
    const pageTitle = tab.path === idOf(tab) ? (pageAt(tab.path)?.title ?? screenAt(tab.path)?.label) : undefined
    return pageTitle ? t(pageTitle) : (menuAt(idOf(tab)) ?? t(pageAt(tab.path)?.title ?? [tab.path, tab.path]))
  }
  return (
    <Shell pages={quickPages(t)} entries={entries} labelOf={labelOf} tab={becomesTab(pathname)}>
      {routes}
    </Shell>
  )
}

const GrantedConsole = () => {
  const menus = useMenus()
  if (!menus.data && !menus.error) return <WaitingShell />
  return <QueryView from={menus}>{(nodes) => <ConsoleFrame nodes={nodes} />}</QueryView>
}

/** Applies the console's font size to the document, and scrolling inside pages, while the console is mounted. */
const useConsoleDocument = () =>
  useLayoutEffect(() => {
    document.documentElement.classList.add('console')
    history.scrollRestoration = 'manual'
    return () => {
      document.documentElement.classList.remove('console')
      history.scrollRestoration = 'auto'
    }
  }, [])

/** Loads the code of the screen at this path, while the menus are still being requested. */
export const preloadScreen = (pathname: string): Promise<unknown> | undefined => screenAt(pathname)?.shows.preload()

/** The back-office: its frame and all screens. */
export const Console = () => {
  const t = useLocalize()
  useConsoleDocument()
  useApplyLook()
  return (
    <ToastProvider closeWords={t(words.close)}>
      <ConfirmProvider>
        <ControlTable value={pickers}>
          <GrantedConsole />
        </ControlTable>
      </ConfirmProvider>
    </ToastProvider>
  )
}
