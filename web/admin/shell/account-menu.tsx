import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { auth } from '#contract/auth.ts'
import { words } from '#contract/words.ts'
import { SwitchRole, switchWords } from '#web/account/switch-role.tsx'
import { useAnswer } from '#web/base/caller.ts'
import { useConfirm } from '#web/base/confirmation.tsx'
import { useLocalize } from '#web/base/language.ts'
import { logout } from '#web/base/login-calls.ts'
import { useScreenSize } from '#web/base/screen-size.ts'
import { useUser } from '#web/base/session.ts'
import { Dropdown } from '#web/ui/dropdown.tsx'
import css from './top-bar.module.css'

/** Role aliases of declaring accounts, which have their own section of the portal. */
const declarants = ['enterprise', 'operator']

/** The logged-in user, links to their own pages, and logout. */
export const AccountMenu = () => {
  const t = useLocalize()
  const user = useUser()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const [switching, setSwitching] = useState(false)
  const isNarrow = useScreenSize() === 0
  const switchMode = useAnswer(auth.settings).data?.switchMode === true
  if (!user) return null
  const leave = async () => {
    if (!(await confirm({ title: words.logoutAsk }))) return
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
            <span className={isNarrow ? 'hidden-words' : undefined}>{user.real_name || user.account}</span>
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
