import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { auth } from '#contract/auth.ts'
import { words } from '#contract/words.ts'
import { SwitchRole, switchWords } from '#web/account/switch-role.tsx'
import { useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { logout } from '#web/base/login-calls.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

const LockDialog = lazyComponent(async () => (await import('#web/base/lock-dialog.tsx')).LockDialog)

/** Menu of the logged-in user: personal center, lock screen, logout. */
export const PersonMenu = () => {
  const t = useLocalize()
  const navigate = useNavigate()
  const [activeDialog, setActiveDialog] = useState<'lock' | 'logout' | 'switch' | null>(null)
  const [busy, setBusy] = useState(false)
  const switchMode = useAnswer(auth.settings).data?.switchMode === true
  const answer = (yes: boolean) => {
    if (!yes) return setActiveDialog(null)
    setBusy(true)
    void logout().then(() => navigate('/Home'))
  }
  return (
    <>
      <Dropdown label={null} name={t(['账号菜单', 'Account menu'])}>
        <Link to="/personalCenter/account">{t(['个人中心', 'Personal center'])}</Link>
        {switchMode ? (
          <button type="button" onClick={() => setActiveDialog('switch')}>
            {t(switchWords)}
          </button>
        ) : null}
        <button type="button" onClick={() => setActiveDialog('lock')}>
          {t(words.lock)}
        </button>
        <button type="button" onClick={() => setActiveDialog('logout')}>
          {t(words.logout)}
        </button>
      </Dropdown>
      {activeDialog === 'logout' ? (
        <ConfirmDialog
          title={t(words.logoutAsk)}
          ok={t(words.ok)}
          cancel={t(words.cancel)}
          busy={busy}
          onAnswer={answer}
        />
      ) : null}
      {activeDialog === 'switch' ? (
        <SwitchRole
          onClose={(switched) => {
            setActiveDialog(null)
            if (switched) navigate('/')
          }}
        />
      ) : null}
      {activeDialog === 'lock' ? <LockDialog onClose={() => setActiveDialog(null)} /> : null}
    </>
  )
}
