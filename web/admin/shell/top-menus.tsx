import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { OutOf } from '#contract/kit/call.ts'
import type { MenuNode, menu } from '#contract/system/menu.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { MenuIcon } from './icons.tsx'
import { entriesOf, leavesOf } from './menu-entries.ts'
import { home } from './open-tabs.ts'
import css from './top-menus.module.css'

type TopMenu = OutOf<typeof menu.calls.topMenu>[number]

export interface TopMenusProps {
  readonly tops: readonly TopMenu[]
  readonly selectedId: string | null
  /** Menus of the selected top menu; null until they are loaded. */
  readonly nodes: readonly MenuNode[] | null
  readonly choose: (id: string | null) => void
  readonly narrow: boolean
}

/** Opens the first page of a newly selected top menu as soon as its menus are loaded. */
const useFirstPage = (nodes: readonly MenuNode[] | null, selectedId: string | null) => {
  const navigate = useNavigate()
  const pendingId = useRef<string | null>(null)
  useEffect(() => {
    if (!nodes || pendingId.current === null || pendingId.current !== selectedId) return
    pendingId.current = null
    const first = leavesOf(entriesOf(nodes)).find(({ isExternal }) => !isExternal)
    if (first) void navigate(first.path)
  }, [nodes, selectedId, navigate])
  return pendingId
}

/** Home, which is marked only there, and the top menus; each displays its part of the menu and opens its first page (specification 000, section 2). */
export const TopMenus = ({ tops, selectedId, nodes, choose, narrow }: TopMenusProps) => {
  const t = useLocalize()
  const navigate = useNavigate()
  const isHome = useLocation().pathname === home
  const pendingId = useFirstPage(nodes, selectedId)
  if (tops.length === 0) return null
  const select = (id: string | null) => {
    pendingId.current = id
    choose(id)
    if (id === null) void navigate(home)
  }
  const name = t(['顶部菜单', 'Top menu'])
  const items = [{ id: null, name: t(words.home), source: 'home' }, ...tops].map(({ id, name: label, source }) => (
    <button
      key={id ?? home}
      type="button"
      aria-current={(id === null ? isHome : !isHome && id === selectedId) ? 'true' : undefined}
      onClick={() => select(id)}
    >
      <MenuIcon source={source} /> {label}
    </button>
  ))
  return (
    <nav aria-label={name} className={css.menus}>
      {narrow ? (
        <Dropdown name={name} label={tops.find(({ id }) => id === selectedId)?.name ?? t(words.home)}>
          {items}
        </Dropdown>
      ) : (
        <div className={css.row}>{items}</div>
      )}
    </nav>
  )
}
