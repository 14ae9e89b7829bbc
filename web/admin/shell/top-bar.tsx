import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { setLang, useLang, useLocalize } from '#web/base/api/language.ts'
import { InboxBell } from '#web/inbox/inbox-bell.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { BellIcon, PanelLeftCloseIcon, PanelLeftOpenIcon, SearchIcon } from '#web/ui/icons.ts'
import { AccountMenu } from './account-menu.tsx'
import type { FrameActions } from './frame-actions.tsx'
import { JobTray } from './job-tray.tsx'
import { paletteKeys, paletteWords } from './palette-words.ts'
import css from './top-bar.module.css'
import tools from './top-bar-tools.module.css'
import { Count, Tools } from './top-bar-tools.tsx'
import { loadPalette } from './use-palette.tsx'

/** The English name of the platform is too long for the bar. */
const shortName: Text = [words.product[0], '5G + Industrial Internet']

const languages = [
  ['zh', '中文'],
  ['en', 'English'],
] as const

const LanguageMenu = () => {
  const lang = useLang()
  return (
    <Dropdown label={languages.find(([code]) => code === lang)?.[1]} name="中文 / English">
      {languages.map(([code, name]) => (
        <button key={code} type="button" lang={code} disabled={code === lang} onClick={() => setLang(code)}>
          {name}
        </button>
      ))}
    </Dropdown>
  )
}

const BellFace = ({ unread }: { unread: number }) => (
  <>
    <BellIcon aria-hidden="true" />
    <Count of={unread} />
  </>
)

const prepareSearch = () => void loadPalette().catch(() => null)

/** Looks like the field that it opens; without room it is only an icon. */
const SearchButton = ({ open }: { open: () => void }) => {
  const t = useLocalize()
  const name = t(paletteWords)
  return (
    <div className={css.searchBox}>
      <button
        type="button"
        className={css.search}
        aria-label={name}
        aria-keyshortcuts="Control+K Meta+K"
        title={`${name} (${paletteKeys})`}
        onClick={open}
        onPointerEnter={prepareSearch}
        onFocus={prepareSearch}
      >
        <SearchIcon aria-hidden="true" />
        <span aria-hidden="true" className={css.searchWords}>
          {name}
        </span>
        <span aria-hidden="true" className={css.searchKeys}>
          {paletteKeys}
        </span>
      </button>
    </div>
  )
}

const ToggleIcon = ({ collapsed }: { collapsed: boolean }) => {
  const Sign = collapsed ? PanelLeftOpenIcon : PanelLeftCloseIcon
  return <Sign aria-hidden="true" />
}

const SiteName = () => {
  const t = useLocalize()
  return (
    <Link to="/wel/index" className={css.name} title={t(words.product)}>
      <img src="/img/icon.svg" alt="" width="24" height="24" />
      <span className="ellipsis">{t(shortName)}</span>
    </Link>
  )
}

/** The bar while it is not known yet what the person may use: the name in its place. */
export const WaitingTopBar = ({ collapsed }: { collapsed: boolean }) => (
  <header className={css.bar}>
    <span className={iconButtonClass(tools.tool)}>
      <ToggleIcon collapsed={collapsed} />
    </span>
    <SiteName />
  </header>
)

interface Props {
  readonly collapsed: boolean
  readonly toggle: () => void
  /** Whether the window has the width of a phone. */
  readonly narrow: boolean
  /** The top menus, if there is room for them. */
  readonly tops: ReactNode
  readonly actions: FrameActions
  readonly openSearch: () => void
}

/** The bar above every page of the console: the menu toggle, the site name, the search, the tools, and the account menu. */
export const TopBar = ({ collapsed, toggle, narrow, tops, actions, openSearch }: Props) => {
  const t = useLocalize()
  return (
    <header className={css.bar}>
      <button
        type="button"
        className={iconButtonClass(tools.tool)}
        aria-label={collapsed ? t(['展开菜单', 'Show the menu']) : t(['收起菜单', 'Hide the menu'])}
        aria-expanded={!collapsed}
        aria-controls="console-menu"
        onClick={toggle}
      >
        <ToggleIcon collapsed={collapsed} />
      </button>
      <SiteName />
      {tops}
      <SearchButton open={openSearch} />
      <div className={css.person}>
        <InboxBell
          className={iconButtonClass(tools.tool)}
          all="/inbox/messages"
          icon={(unread) => <BellFace unread={unread} />}
        />
        <JobTray />
        {narrow ? null : <Tools tools={actions.tools} />}
        <LanguageMenu />
        <AccountMenu actions={actions} />
      </div>
    </header>
  )
}
