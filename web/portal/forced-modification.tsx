import { Navigate, useNavigate } from 'react-router'
import { secret } from '#contract/kit/field.ts'
import { rules } from '#contract/kit/rules.ts'
import type { Text } from '#contract/kit/text.ts'
import { user as users } from '#contract/system/user.ts'
import { ask } from '#web/base/caller.ts'
import { encrypt, logout } from '#web/base/login.ts'
import { useHere } from '#web/base/page.tsx'
import { useSay } from '#web/base/say.ts'
import { useUser } from '#web/base/session.ts'
import { FaultSummary } from '#web/form/fault-summary.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import page from './page.module.css'

const fields = {
  newPassword: secret('新密码', 'New password', { required: true }),
  newPassword1: secret('确认密码', 'Password again', { required: true }),
}

/** The initial password is good for one thing: choosing one's own. The server refuses all else until then. */
export const ForcedModification = () => {
  const t = useSay()
  const title = useHere()
  const user = useUser()
  const navigate = useNavigate()
  const form = useForm({})
  if (!user?.must_change) return <Navigate to="/" replace />

  const change = async () => {
    const [plain, again] = [String(form.typed.newPassword ?? ''), String(form.typed.newPassword1 ?? '')]
    const weak = plain ? rules.password(plain) : (['请输入新密码', 'Please enter: New password'] as const)
    const differ: Text | null = plain === again ? null : ['两次密码输入不一致', 'The two passwords differ']
    const faults = [
      ...(weak ? [{ at: 'newPassword', msg: t(weak) }] : []),
      ...(differ ? [{ at: 'newPassword1', msg: t(differ) }] : []),
    ]
    form.setFaults(faults)
    if (faults.length) return
    const kept = await form.run(async () => {
      const [newPassword, newPassword1] = await Promise.all([encrypt(plain), encrypt(again)])
      await ask(users.calls.updatePassword, { newPassword, newPassword1 })
    })
    if (!kept) return
    await logout()
    navigate('/Home', { replace: true, state: { login: true, changed: true } })
  }

  return (
    <div className={page.narrow}>
      <h1>{t(title)}</h1>
      <p className={page.lead}>
        {t([
          '为保护账号安全，请先设置自己的密码。修改后请用新密码重新登录。',
          'To protect the account, please set a password of your own first, then log in with it.',
        ])}
      </p>
      <form
        noValidate
        className={page.form}
        onSubmit={(event) => {
          event.preventDefault()
          void change()
        }}
      >
        {form.refusal ? <Notice tone="bad" title={form.refusal} live /> : null}
        <FaultSummary faults={form.faults} />
        <FormContext value={form.state}>
          <FieldGrid fields={fields} typed={form.typed} />
        </FormContext>
        <div className={page.actions}>
          <Button type="submit" kind="main" busy={form.busy}>
            {t(['确认修改', 'Change it'])}
          </Button>
          <Button onClick={() => void logout()}>{t(['退出登录', 'Log out'])}</Button>
        </div>
      </form>
    </div>
  )
}
