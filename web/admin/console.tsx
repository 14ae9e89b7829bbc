import { App, ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import { Suspense, useEffect } from 'react'
import { matchPath, Outlet, useLocation } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { Boundary } from '#web/base/boundary.tsx'
import { Answered } from '#web/base/page.tsx'
import { useLang, useSay } from '#web/base/say.ts'
import { ControlTable } from '#web/form/control-table.ts'
import { Waiting } from '#web/ui/notice.tsx'
import './console.css'
import { CrudScreen } from './crud/crud-screen.tsx'
import { pickers } from './crud/pickers.tsx'
import { NoPermission, NotFound } from './crud/states.tsx'
import { TreeScreen } from './crud/tree-screen.tsx'
import { entityAt, isScreenOf, screenAt } from './screens.tsx'
import { type Entry, entriesOf, leavesOf } from './shell/menu.ts'
import { Shell } from './shell/shell.tsx'
import { useMenus } from './shell/use-menus.ts'
import { theme } from './theme.ts'

/** A page of the console that is no entity's: the routes show it. */
interface Page {
  readonly path: string
  readonly title: Text
  readonly tab?: false
}

interface Props {
  readonly pages: readonly Page[]
}

const pageAt = (pages: readonly Page[], pathname: string) => pages.find(({ path }) => matchPath(path, pathname))

/** What an address shows: a page of the routes, a special screen, the plain one of its entity, or why there is none. */
const Shown = ({ pages, entries }: Props & { entries: readonly Entry[] }) => {
  const { pathname } = useLocation()
  if (pageAt(pages, pathname)) return <Outlet />
  const entity = entityAt(pathname)
  const special = screenAt(pathname)
  if (entity && !leavesOf(entries).some(({ code }) => code === entity.code)) return <NoPermission />
  if (special) return <special.shows />
  if (!entity || !isScreenOf(entity, pathname)) return <NotFound />
  return entity.verbs.includes('forest') ? (
    <TreeScreen key={entity.name} of={entity} />
  ) : (
    <CrudScreen key={entity.name} of={entity} />
  )
}

const Framed = ({ pages }: Props) => {
  const t = useSay()
  const { pathname } = useLocation()
  const menus = useMenus()
  return (
    <Answered from={menus}>
      {(nodes) => {
        const entries = entriesOf(nodes)
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
            <Boundary at={pathname}>
              <Suspense fallback={<Waiting words={t(words.loading)} />}>
                <Shown pages={pages} entries={entries} />
              </Suspense>
            </Boundary>
          </Shell>
        )
      }}
    </Answered>
  )
}

/** Gives the whole page the console's size of type for as long as the console is shown. */
const useDense = () =>
  useEffect(() => {
    document.documentElement.classList.add('console')
    return () => document.documentElement.classList.remove('console')
  }, [])

/** The back-office: its frame and every screen of it. The only door between the routes and the component library. */
export const Console = ({ pages }: Props) => {
  const lang = useLang()
  useDense()
  return (
    <ConfigProvider theme={theme} locale={lang === 'zh' ? zhCN : enUS} button={{ autoInsertSpace: false }}>
      <App component={false} message={{ top: 56 }}>
        <ControlTable value={pickers}>
          <Framed pages={pages} />
        </ControlTable>
      </App>
    </ConfigProvider>
  )
}
