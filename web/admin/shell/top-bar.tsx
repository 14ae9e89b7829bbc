import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { words } from '#contract/words.ts'
import { setLang, useLang, useLocalize } from '#web/base/language.ts'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { iconButtonClass } from '#web/ui/icon-button.ts'
import { PanelLeftCloseIcon, PanelLeftOpenIcon } from '#web/ui/icons.ts'
import { AccountMenu } from './account-menu.tsx'
import { JobTray } from './job-tray.tsx'
import { NoticeBell } from './notice-bell.tsx'
import css from './top-bar.module.css'
import tools from './top-bar-tools.module.css'
import { Tools } from './top-bar-tools.tsx'

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

interface Props {
  readonly collapsed: boolean
  readonly toggle: () => void
  /** Whether the window has the width of a phone. */
  readonly narrow: boolean
  /** The top menus, if there is room for them. */
  readonly tops: ReactNode
}

/** The bar above every page of the console: the menu toggle, the site name, the tools, and the account menu. */
export const TopBar = ({ collapsed, toggle, narrow, tops }: Props) => {
  const t = useLocalize()
  const Sign = collapsed ? PanelLeftOpenIcon : PanelLeftCloseIcon
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
        <Sign aria-hidden="true" />
      </button>
      <Link to="/wel/index" className={css.name}>
        <img src="/img/icon.svg" alt="" width="24" height="24" />
        <span>{t(words.product)}</span>
      </Link>
      {tops}
      <div className={css.person}>
        <NoticeBell />
        <JobTray />
        <Tools narrow={narrow} />
        <LanguageMenu />
        <AccountMenu />
      </div>
    </header>
  )
}
