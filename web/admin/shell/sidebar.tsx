import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ChevronDownIcon, DownloadIcon } from '#web/ui/icons.ts'
import { MenuIcon } from './icons.tsx'
import { type Entry, trailTo } from './menu-entries.ts'
import { home } from './open-tabs.ts'
import css from './sidebar.module.css'

interface LeafProps {
  readonly entry: Entry
  readonly icon: boolean
  /** Whether it leads to the current page. */
  readonly isCurrent: boolean
}

const Leaf = ({ entry: { path, label, icon: source, isExternal }, icon, isCurrent }: LeafProps) => {
  const t = useLocalize()
  const content: ReactNode = (
    <>
      {icon ? <MenuIcon source={source} /> : null}
      <span className={css.words}>{label}</span>
    </>
  )
  return (
    <li>
      {isExternal ? (
        <a href={path} className={css.leaf} title={label} target="_blank" rel="noopener noreferrer">
          {content}
          <DownloadIcon aria-hidden="true" className={css.outside ?? ''} />
          <span className="hidden-words">{t(['（新窗口打开）', ' (opens a new window)'])}</span>
        </a>
      ) : (
        <Link to={path} className={css.leaf ?? ''} title={label} aria-current={isCurrent ? 'page' : undefined}>
          {content}
        </Link>
      )}
    </li>
  )
}

interface GroupProps {
  readonly entry: Entry
  readonly open: boolean
  readonly toggle: () => void
  /** Code of the entry that leads to the current page. */
  readonly currentCode: string | undefined
}

const Group = ({ entry, open, toggle, currentCode }: GroupProps) => (
  <li>
    <button type="button" className={css.group} aria-expanded={open} title={entry.label} onClick={toggle}>
      <MenuIcon source={entry.icon} />
      <span className={css.words}>{entry.label}</span>
      <ChevronDownIcon aria-hidden="true" className={css.turn ?? ''} />
    </button>
    <ul hidden={!open} className={css.below}>
      {entry.below.map((one) => (
        <Leaf key={one.code} entry={one} icon={false} isCurrent={one.code === currentCode} />
      ))}
    </ul>
  </li>
)

interface Props {
  /** Entries to display: all of them, or those of the selected top menu. */
  readonly entries: readonly Entry[]
  /** The current page (`pageOf`). */
  readonly page: string
  readonly collapsed: boolean
  readonly expand: () => void
}

/** The menu: groups expand and collapse, the group of a visited page expands by itself; collapsed, only icons are visible. */
export const Sidebar = ({ entries, page, collapsed, expand }: Props) => {
  const t = useLocalize()
  const trail = trailTo(entries, page)
  const [group, currentCode] = [trail[0]?.code, trail.at(-1)?.code]
  const [toggledGroups, setToggledGroups] = useState<Readonly<Record<string, boolean>>>({})
  // a group expanded by a visit stays expanded when the page changes: the menu must not move under the pointer
  useEffect(() => {
    if (group) setToggledGroups((now) => ({ [group]: true, ...now }))
  }, [group])
  const isOpen = (code: string) => !collapsed && (toggledGroups[code] ?? (code === group || entries.length < 3))
  const toggle = (code: string) => {
    if (collapsed) expand()
    setToggledGroups((now) => ({ ...now, [code]: collapsed || !isOpen(code) }))
  }
  const first: Entry = { code: 'home', label: t(words.home), path: home, isExternal: false, icon: 'home', below: [] }
  return (
    <nav className={css.nav} aria-label={t(['菜单', 'Menu'])} data-collapsed={collapsed || undefined}>
      <ul>
        <Leaf entry={first} icon isCurrent={page === home} />
        {entries.map((entry) =>
          entry.below.length ? (
            <Group
              key={entry.code}
              entry={entry}
              open={isOpen(entry.code)}
              toggle={() => toggle(entry.code)}
              currentCode={currentCode}
            />
          ) : (
            <Leaf key={entry.code} entry={entry} icon isCurrent={entry.code === currentCode} />
          ),
        )}
      </ul>
    </nav>
  )
}
