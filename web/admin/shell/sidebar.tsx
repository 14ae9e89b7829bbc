import { DownOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { NavLink } from 'react-router'
import { words } from '#contract/words.ts'
import { useSay } from '#web/base/say.ts'
import { MenuIcon } from './icons.tsx'
import { type Entry, leavesOf, trailTo } from './menu.ts'
import css from './sidebar.module.css'

const Leaf = ({ entry, icon }: { entry: Entry; icon: boolean }) => (
  <li>
    <NavLink to={entry.path} className={css.leaf ?? ''} title={entry.label}>
      {icon ? <MenuIcon source={entry.icon} /> : null}
      <span className={css.words}>{entry.label}</span>
    </NavLink>
  </li>
)

interface GroupProps {
  readonly entry: Entry
  readonly open: boolean
  readonly toggle: () => void
}

const Group = ({ entry, open, toggle }: GroupProps) => (
  <li>
    <button type="button" className={css.group} aria-expanded={open} title={entry.label} onClick={toggle}>
      <MenuIcon source={entry.icon} />
      <span className={css.words}>{entry.label}</span>
      <DownOutlined aria-hidden="true" className={css.turn ?? ''} />
    </button>
    <ul hidden={!open} className={css.below}>
      {entry.below.map((one) => (
        <Leaf key={one.code} entry={one} icon={false} />
      ))}
    </ul>
  </li>
)

const Search = ({ typed, setTyped }: { typed: string; setTyped: (typed: string) => void }) => {
  const t = useSay()
  const name = t(['搜索菜单', 'Find a menu'])
  return (
    <input
      className={css.search}
      type="search"
      aria-label={name}
      placeholder={name}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={({ key }) => key === 'Escape' && setTyped('')}
    />
  )
}

interface Props {
  readonly entries: readonly Entry[]
  readonly path: string
  readonly collapsed: boolean
  readonly expand: () => void
}

/** The menu: groups open and close, the one of the shown page is open; narrow, it shows signs only. */
export const Sidebar = ({ entries, path, collapsed, expand }: Props) => {
  const t = useSay()
  const here = trailTo(entries, path)[0]?.code
  const [turned, setTurned] = useState<Readonly<Record<string, boolean>>>({})
  const [typed, setTyped] = useState('')
  const isOpen = (code: string) => !collapsed && (turned[code] ?? (code === here || entries.length < 3))
  const toggle = (code: string) => {
    if (collapsed) expand()
    setTurned((now) => ({ ...now, [code]: collapsed || !isOpen(code) }))
  }
  const wanted = typed.trim().toLowerCase()
  const found = leavesOf(entries).filter(({ label }) => label.toLowerCase().includes(wanted))
  return (
    <nav className={css.nav} aria-label={t(['菜单', 'Menu'])} data-collapsed={collapsed || undefined}>
      {collapsed ? null : <Search typed={typed} setTyped={setTyped} />}
      {wanted ? (
        <ul>
          {found.map((entry) => (
            <Leaf key={entry.code} entry={entry} icon />
          ))}
          {found.length ? null : <li className={css.none}>{t(['没有匹配的菜单', 'No menu matches'])}</li>}
        </ul>
      ) : (
        <ul>
          <Leaf entry={{ code: 'home', label: t(words.home), path: '/wel/index', icon: 'home', below: [] }} icon />
          {entries.map((entry) =>
            entry.below.length ? (
              <Group key={entry.code} entry={entry} open={isOpen(entry.code)} toggle={() => toggle(entry.code)} />
            ) : (
              <Leaf key={entry.code} entry={entry} icon />
            ),
          )}
        </ul>
      )}
    </nav>
  )
}
