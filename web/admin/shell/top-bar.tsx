import { LockOutlined, MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { App } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { auth } from '#contract/auth.ts'
import { words } from '#contract/words.ts'
import { SwitchRole, switchWords } from '#web/account/switch-role.tsx'
import { useAnswer } from '#web/base/caller.ts'
import { logout } from '#web/base/login.ts'
import { setLang, useLang, useSay } from '#web/base/say.ts'
import { useUser } from '#web/base/session.ts'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { ErrorLogButton } from './error-log.tsx'
import css from './top-bar.module.css'

const LockDialog = lazy(async () => ({ default: (await import('#web/base/lock-dialog.tsx')).LockDialog }))

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

/** Accounts that declare have a side of their own in the portal. */
const declarants = ['enterprise', 'operator']

const AccountMenu = () => {
  const t = useSay()
  const user = useUser()
  const navigate = useNavigate()
  const { modal } = App.useApp()
  const [switching, setSwitching] = useState(false)
  const switchMode = useAnswer(auth.settings).data?.switchMode === true
  if (!user) return null
  const leave = async () => {
    const sure = await modal.confirm({
      title: t(words.logoutAsk),
      okText: t(words.ok),
      cancelText: t(words.cancel),
    })
    if (!sure) return
    await logout()
    navigate('/Home')
  }
  const declares = user.role_name.split(',').some((alias) => declarants.includes(alias))
  const closeSwitch = (switched: boolean) => {
    setSwitching(false)
    if (switched) navigate('/')
  }
  return (
    <>
      <Dropdown
        label={
          <>
            <img className={css.avatar} src={user.avatar} alt="" width="24" height="24" />
            <span className={css.who}>{user.real_name || user.account}</span>
          </>
        }
        name={t(['账号菜单', 'Account menu'])}
      >
        <Link to="/wel/dashboard">{t(['数据概览', 'Dashboard'])}</Link>
        <Link to="/info/index">{t(['个人信息', 'Personal info'])}</Link>
        {declares ? <Link to="/projectApplication/project">{t(['我的申报', 'My declarations'])}</Link> : null}
        {switchMode ? (
          <button type="button" onClick={() => setSwitching(true)}>
            {t(switchWords)}
          </button>
        ) : null}
        <button type="button" onClick={() => void leave()}>
          {t(words.logout)}
        </button>
      </Dropdown>
      {switching ? <SwitchRole onClose={closeSwitch} /> : null}
    </>
  )
}

const LockButton = () => {
  const t = useSay()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        className={css.toggle}
        aria-label={t(words.lock)}
        title={t(words.lock)}
        onClick={() => setAsking(true)}
      >
        <LockOutlined aria-hidden="true" />
      </button>
      <Suspense>{asking ? <LockDialog onClose={() => setAsking(false)} /> : null}</Suspense>
    </>
  )
}

interface Props {
  readonly collapsed: boolean
  readonly toggle: () => void
}

/** What stands above every page of the console: the menu's toggle, whose site this is, the language and the person. */
export const TopBar = ({ collapsed, toggle }: Props) => {
  const t = useSay()
  const Sign = collapsed ? MenuUnfoldOutlined : MenuFoldOutlined
  return (
    <header className={css.bar}>
      <button
        type="button"
        className={css.toggle}
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
      <div className={css.person}>
        <ErrorLogButton />
        <LockButton />
        <LanguageMenu />
        <AccountMenu />
      </div>
    </header>
  )
}
