import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { auth } from '#contract/auth.ts'
import { switchWords } from '#web/account/menu-words.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useIsDeclarant } from '#web/base/api/declarant.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useUser } from '#web/base/api/session.ts'
import { useApplicationsLabel } from '#web/base/page/applications-label.ts'
import { useScreenSize } from '#web/base/page/screen-size.ts'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { FilePenLineIcon, MonitorIcon, UserIcon, UsersIcon } from '#web/ui/icons.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import type { FrameAction, FrameActions } from './frame-actions.tsx'
import css from './top-bar.module.css'
import { useLoadCode } from './use-load-code.ts'

/** Only users with several departments or roles load it. */
const SwitchRole = lazyComponent(async () => (await import('#web/account/switch-role.tsx')).SwitchRole)

const EntrySign = ({ of }: { of: ReactNode }) => (
  <span aria-hidden="true" className={css.entrySign}>
    {of}
  </span>
)

const ActionButton = ({ of: { label, count, countLabel, sign, run } }: { of: FrameAction }) => {
  const t = useLocalize()
  return (
    <button type="button" onClick={run}>
      <EntrySign of={sign} />
      {t(count && countLabel ? countLabel : label)}
    </button>
  )
}

/** The logged-in user, links to their own pages, the tools of the top bar, and logout. */
export const AccountMenu = ({ actions }: { actions: FrameActions }) => {
  const t = useLocalize()
  const user = useUser()
  const isDeclarant = useIsDeclarant()
  const applicationsLabel = useApplicationsLabel()
  const navigate = useNavigate()
  const [switching, setSwitching] = useState(false)
  const loadCode = useLoadCode()
  const isNarrow = useScreenSize() === 0
  const switchMode = useAnswer(auth.settings).data?.switchMode === true
  if (!user) return null
  const openSwitch = async () => {
    if (await loadCode(SwitchRole.preload)) setSwitching(true)
  }
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
            <span className={isNarrow ? 'hidden-words' : css.personName}>{user.real_name || user.account}</span>
          </>
        }
        name={t(['账号菜单', 'Account menu'])}
      >
        <Link to="/wel/dashboard">
          <EntrySign of={<MonitorIcon />} />
          {t(['数据概览', 'Dashboard'])}
        </Link>
        <Link to="/info/index">
          <EntrySign of={<UserIcon />} />
          {t(['个人信息', 'Personal info'])}
        </Link>
        {isDeclarant ? (
          <Link to="/projectApplication/project">
            <EntrySign of={<FilePenLineIcon />} />
            {t(applicationsLabel)}
          </Link>
        ) : null}
        {switchMode ? (
          <button type="button" onClick={() => void openSwitch()}>
            <EntrySign of={<UsersIcon />} />
            {t(switchWords)}
          </button>
        ) : null}
        <hr />
        {[...actions.tools, actions.language].map((action) => (
          <ActionButton key={action.key} of={action} />
        ))}
        <hr />
        <ActionButton of={actions.logout} />
      </Dropdown>
      {switching ? <SwitchRole onClose={closeSwitch} /> : null}
    </>
  )
}
