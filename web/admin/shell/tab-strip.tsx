import { type MouseEvent, useState } from 'react'
import { Link } from 'react-router'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { XIcon } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { home, idOf, otherTabIds, type Tab } from './open-tabs.ts'
import { TabList } from './tab-list.tsx'
import type { MenuPosition, TabAction } from './tab-menu.tsx'
import css from './tab-strip.module.css'
import type { Tabs } from './use-tabs.tsx'

/** Few open it. */
const TabMenu = lazyComponent(async () => (await import('./tab-menu.tsx')).TabMenu)

interface Props {
  readonly strip: Tabs
  readonly labelOf: (tab: Tab) => string
  readonly clearCache: () => void
}

interface TabItemProps {
  readonly tab: Tab
  readonly label: string
  readonly isActive: boolean
  readonly unsent: boolean
  readonly close: () => void
  readonly openMenu: (event: MouseEvent) => void
}

const TabItem = ({ tab, label, isActive, unsent, close, openMenu }: TabItemProps) => {
  const t = useLocalize()
  const { path, search } = tab
  const closable = path !== home
  const closeOnMiddleClick = (event: MouseEvent) => {
    if (event.button !== 1) return
    // otherwise the browser opens the link in a new window
    event.preventDefault()
    if (closable) close()
  }
  return (
    <li className={css.tab} data-shown={isActive || undefined} onAuxClick={closeOnMiddleClick} onContextMenu={openMenu}>
      <Link
        to={path + search}
        aria-current={isActive ? 'page' : undefined}
        onKeyDown={({ key }) => key === 'Delete' && closable && close()}
        className={css.link ?? ''}
        title={tab.name}
        data-typed={tab.name ? '' : undefined}
      >
        <span className={css.label}>{label}</span>
        {unsent ? (
          <span className={css.dot} data-bar title={t(['有未保存的内容', 'Unsaved changes'])}>
            <span className="hidden-words">{t(['（未保存）', ' (unsaved)'])}</span>
          </span>
        ) : null}
      </Link>
      {closable ? (
        <button
          type="button"
          className={iconButtonClass(css.close)}
          aria-label={t([`关闭 ${label}`, `Close ${label}`])}
          onClick={close}
        >
          <XIcon aria-hidden="true" />
        </button>
      ) : null}
    </li>
  )
}

/** Actions on one tab and on the others; the same list in every menu that offers them. */
const actionsOn = (id: string, { tabs, close }: Tabs, clearCache: () => void): readonly TabAction[] => {
  const otherIds = otherTabIds(tabs, id)
  const closableIds = otherTabIds(tabs, home)
  return [
    { label: words.close, disabled: !closableIds.includes(id), act: () => void close([id]) },
    { label: ['关闭其他', 'Close others'], disabled: otherIds.length === 0, act: () => void close(otherIds) },
    { label: ['关闭全部', 'Close all'], disabled: closableIds.length === 0, act: () => void close(closableIds) },
    { label: ['清除缓存', 'Clear cache'], disabled: false, act: clearCache },
  ]
}

/** Where the menu opens: at the pointer, or below the tab if the keyboard opened it. */
const menuPositionOf = ({ clientX, clientY, currentTarget }: MouseEvent): MenuPosition => {
  if (clientX || clientY) return { left: Math.min(clientX, window.innerWidth - 160), top: clientY }
  const { left, bottom } = currentTarget.getBoundingClientRect()
  return { left, top: bottom }
}

/** The visited pages, with the current one marked; each can be closed by its button, its menu, or the Delete key. */
export const TabStrip = ({ strip, labelOf, clearCache }: Props) => {
  const t = useLocalize()
  const { tabs, activeId, unsent, close } = strip
  const [menu, setMenu] = useState<{ readonly id: string; readonly at: MenuPosition } | null>(null)
  const content = tabs.map((tab) => `${labelOf(tab)} ${unsent.includes(tab.path)}`).join()
  const name = t(['页签操作', 'Tab actions'])
  const [first, ...others] = tabs.map((tab) => {
    const id = idOf(tab)
    return (
      <TabItem
        key={id}
        tab={tab}
        label={labelOf(tab)}
        isActive={id === activeId}
        unsent={unsent.includes(tab.path)}
        close={() => void close([id])}
        openMenu={(event) => {
          event.preventDefault()
          setMenu({ id, at: menuPositionOf(event) })
        }}
      />
    )
  })
  return (
    <nav data-strip className={css.strip} aria-label={t(['已打开的页面', 'Open pages'])}>
      <TabList content={content} activeId={activeId} first={first}>
        {others}
      </TabList>
      <Dropdown label={t(words.more)} name={name}>
        {actionsOn(activeId, strip, clearCache).map(({ label, disabled, act }) => (
          <button key={label[1]} type="button" disabled={disabled} onClick={act}>
            {t(label)}
          </button>
        ))}
      </Dropdown>
      {menu ? (
        <TabMenu
          key={menu.id}
          name={name}
          at={menu.at}
          actions={actionsOn(menu.id, strip, clearCache)}
          onClose={() => setMenu(null)}
        />
      ) : null}
    </nav>
  )
}
