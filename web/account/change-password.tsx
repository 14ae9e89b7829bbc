import { useLocalize } from '#web/base/api/language.ts'
import css from './account.module.css'
import { PasswordForm } from './password-form.tsx'

/** Change password: old, new, confirm; a change logs out all sessions (specification 000, section 8). */
export const ChangePassword = () => {
  const t = useLocalize()
  return (
    <>
      <p className={css.lead}>
        {t([
          '修改成功后，本账号在所有设备上的登录都会结束，请用新密码重新登录。',
          'After the change, this account is logged out on all devices. Log in again with the new password.',
        ])}
      </p>
      <PasswordForm withOld />
    </>
  )
}
