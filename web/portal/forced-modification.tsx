import { Navigate } from 'react-router'
import { words } from '#contract/words.ts'
import { PasswordForm } from '#web/account/password-form.tsx'
import { useLocalize } from '#web/base/api/language.ts'
import { useUser } from '#web/base/api/session.ts'
import { logout } from '#web/base/login/login-calls.ts'
import { usePageTitle } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import page from './page.module.css'

/** The initial password only permits setting a new one. The server rejects every other request until then. */
export const ForcedModification = () => {
  const t = useLocalize()
  const title = usePageTitle()
  const user = useUser()
  if (!user?.must_change) return <Navigate to="/" replace />
  return (
    <div className={page.narrow}>
      <h1>{t(title)}</h1>
      <p className="muted large">
        {t([
          '为保护账号安全，请先设置自己的密码。修改后请用新密码重新登录。',
          'To protect your account, please set your own password first, then log in again with the new password.',
        ])}
      </p>
      <PasswordForm>
        <Button onClick={() => void logout()}>{t(words.logout)}</Button>
      </PasswordForm>
    </div>
  )
}
