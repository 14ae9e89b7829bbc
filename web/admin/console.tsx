import { App, ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import { type ReactNode, Suspense, useLayoutEffect, useMemo } from 'react'
import { matchPath, Route, useLocation, useSearchParams } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import type { MenuNode } from '#contract/system/menu.ts'
import { words } from '#contract/words.ts'
import { Boundary } from '#web/base/boundary.tsx'
import { Answered } from '#web/base/page.tsx'
import { useLang, useSay } from '#web/base/say.ts'
import { ControlTable } from '#web/form/control-table.ts'
import { Waiting } from '#web/ui/notice.tsx'
import './console.css'
import { CrudScreen } from './crud/crud-screen.tsx'
import { pickers } from './crud/pickers.tsx'
import { RecycleBin } from './crud/recycle-bin.tsx'
import { NoPermission, NotFound } from './crud/states.tsx'
import { TreeScreen } from './crud/tree-screen.tsx'
import { entityAt, isScreenOf, screenAt } from './screens.tsx'
import { useLook } from './shell/appearance.ts'
import { type Entry, entriesOf, leavesOf } from './shell/menu.ts'
import { Shell } from './shell/shell.tsx'
import { useMenus } from './shell/use-menus.ts'
import { themeOf } from './theme.ts'

/** A page of the console that is no entity's. */
interface Page {
  readonly path: string
  readonly title: Text
  readonly tab?: false
  readonly element: ReactNode
}

interface Props {
  readonly pages: readonly Page[]
}

const pageAt = (pages: readonly Page[], pathname: string) => pages.find(({ path }) => matchPath(path, pathname))

/** What an address of an entity shows: a special screen, the plain one, or why there is none. */
const Screen = ({ entries }: { entries: readonly Entry[] }) => {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const entity = entityAt(pathname)
  const special = screenAt(pathname)
  const leaves = leavesOf(entries)
  if (entity && !leaves.some(({ code }) => code === entity.code)) return <NoPermission />
  // the screen of no entity is its menu's
  if (special && !entity && !leaves.some(({ path }) => path === pathname)) return <NoPermission />
  if (entity && isScreenOf(entity, pathname) && search.get('bin') === '1' && entity.calls.removed)
    return <RecycleBin key={entity.name} of={entity} />
  if (special) return <special.shows />
  if (!entity || !isScreenOf(entity, pathname)) return <NotFound />
  return entity.verbs.includes('forest') ? <TreeScreen of={entity} /> : <CrudScreen of={entity} />
}

/** A page of its own: when it fails the others go on, and so does the frame. */
const Whole = ({ children }: { children: ReactNode }) => {
  const t = useSay()
  return (
    <Boundary at={useLocation().pathname}>
      <Suspense fallback={<Waiting words={t(words.loading)} />}>{children}</Suspense>
    </Boundary>
  )
}

const routesOf = (pages: readonly Page[], entries: readonly Entry[]) => (
  <>
    {pages.map(({ path, element }) => (
      <Route key={path} path={path} element={<Whole>{element}</Whole>} />
    ))}
    <Route
      path="*"
      element={
        <Whole>
          <Screen entries={entries} />
        </Whole>
      }
    />
  </>
)

const Framed = ({ pages, nodes }: Props & { nodes: readonly MenuNode[] }) => {
  const t = useSay()
  const { pathname } = useLocation()
  const entries = useMemo(() => entriesOf(nodes), [nodes])
  const routes = useMemo(() => routesOf(pages, entries), [pages, entries])
  const leaves = leavesOf(entries)
  const becomesTab = (path: string) => {
    const page = pageAt(pages, path)
    if (page) return page.tab !== false
    const entity = entityAt(path)
    const granted = !entity || leaves.some(({ code }) => code === entity.code)
    return granted && (screenAt(path) !== undefined || leaves.some((leaf) => leaf.path === path))
  }
  const labelOf = (path: string) => {
    const label = pageAt(pages, path)?.title ?? screenAt(path)?.label
    return label ? t(label) : (leaves.find((leaf) => leaf.path === path)?.label ?? path)
  }
  return (
    <Shell entries={entries} labelOf={labelOf} tab={becomesTab(pathname)}>
      {routes}
    </Shell>
  )
}

const Granted = ({ pages }: Props) => (
  <Answered from={useMenus()}>{(nodes) => <Framed pages={pages} nodes={nodes} />}</Answered>
)

/** Gives the whole page the console's size of type, and its pages their own scrolling, for as long as the console is shown. */
const useDense = () =>
  useLayoutEffect(() => {
    document.documentElement.classList.add('console')
    history.scrollRestoration = 'manual'
    return () => {
      document.documentElement.classList.remove('console')
      history.scrollRestoration = 'auto'
    }
  }, [])

/** The back-office: its frame and every screen of it. The only door between the routes and the component library. */
export const Console = ({ pages }: Props) => {
  const lang = useLang()
  const look = useLook()
  const theme = useMemo(() => themeOf(look), [look])
  useDense()
  return (
    <ConfigProvider theme={theme} locale={lang === 'zh' ? zhCN : enUS} button={{ autoInsertSpace: false }}>
      <App component={false} message={{ top: 56 }} notification={{ top: 56 }}>
        <ControlTable value={pickers}>
          <Granted pages={pages} />
        </ControlTable>
      </App>
    </ConfigProvider>
  )
}
