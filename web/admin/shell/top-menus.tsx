import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { OutOf } from '#contract/kit/call.ts'
import type { MenuNode, menu } from '#contract/system/menu.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/say.ts'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { MenuIcon } from './icons.tsx'
import { entriesOf, leavesOf } from './menu.ts'
import { home } from './tabs.ts'
import css from './top-menus.module.css'

type TopMenu = OutOf<typeof menu.calls.topMenu>[number]

export interface TopMenusProps {
  readonly tops: readonly TopMenu[]
  readonly chosen: string | null
  /** The menus of the chosen one, once they are there. */
  readonly nodes: readonly MenuNode[] | null
  readonly choose: (id: string | null) => void
  readonly narrow: boolean
}

/** Once the menus of a top menu that was just chosen are there, its first page is opened. */
const useFirstPage = (nodes: readonly MenuNode[] | null, chosen: string | null) => {
  const navigate = useNavigate()
  const pressed = useRef<string | null>(null)
  useEffect(() => {
    if (!nodes || pressed.current === null || pressed.current !== chosen) return
    pressed.current = null
    const first = leavesOf(entriesOf(nodes)).find(({ isOutside }) => !isOutside)
    if (first) void navigate(first.path)
  }, [nodes, chosen, navigate])
  return pressed
}

/** Home and the top menus; each shows its part of the menu and opens the first page of it (specification 000, section 2). */
export const TopMenus = ({ tops, chosen, nodes, choose, narrow }: TopMenusProps) => {
  const t = useLocalize()
  const navigate = useNavigate()
  const pressed = useFirstPage(nodes, chosen)
  if (tops.length === 0) return null
  const press = (id: string | null) => {
    pressed.current = id
    choose(id)
    if (id === null) void navigate(home)
  }
  const name = t(['顶部菜单', 'Top menu'])
  const items = [{ id: null, name: t(words.home), source: 'home' }, ...tops].map(({ id, name: label, source }) => (
    <button key={id ?? home} type="button" aria-current={id === chosen ? 'true' : undefined} onClick={() => press(id)}>
      <MenuIcon source={source} /> {label}
    </button>
  ))
  return (
    <nav aria-label={name} className={css.menus}>
      {narrow ? (
        <Dropdown name={name} label={tops.find(({ id }) => id === chosen)?.name ?? t(words.home)}>
          {items}
        </Dropdown>
      ) : (
        <div className={css.row}>{items}</div>
      )}
    </nav>
  )
}
