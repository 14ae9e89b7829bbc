import { App, ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
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

/** The page of an address: a special screen, the plain one of its entity, or why there is none. */
const Page = ({ entries }: { entries: readonly Entry[] }) => {
  const { pathname } = useLocation()
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

const Framed = () => {
  const t = useSay()
  const { pathname } = useLocation()
  const menus = useMenus()
  return (
    <Answered from={menus}>
      {(nodes) => {
        const entries = entriesOf(nodes)
        const leaves = leavesOf(entries)
        const known = (path: string) => {
          const entity = entityAt(path)
          const granted = !entity || leaves.some(({ code }) => code === entity.code)
          return granted && (screenAt(path) !== undefined || leaves.some((leaf) => leaf.path === path))
        }
        const labelOf = (path: string) => {
          const label = screenAt(path)?.label
          return label ? t(label) : (leaves.find((leaf) => leaf.path === path)?.label ?? path)
        }
        return (
          <Shell entries={entries} labelOf={labelOf} known={known(pathname)}>
            <Boundary at={pathname}>
              <Suspense fallback={<Waiting words={t(words.loading)} />}>
                <Page entries={entries} />
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
export const Console = () => {
  const lang = useLang()
  useDense()
  return (
    <ConfigProvider theme={theme} locale={lang === 'zh' ? zhCN : enUS} button={{ autoInsertSpace: false }}>
      <App component={false} message={{ top: 56 }}>
        <ControlTable value={pickers}>
          <Framed />
        </ControlTable>
      </App>
    </ConfigProvider>
  )
}
