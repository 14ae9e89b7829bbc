import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { rules } from '#contract/kit/rules.ts'
import type { Text } from '#contract/kit/text.ts'
import { user } from '#contract/system/user.ts'
import { ask } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { encrypt, logout } from '#web/base/login/login-calls.ts'
import { useUnsaved } from '#web/base/preferences/unsaved.ts'
import { FaultSummary } from '#web/form/fault-summary.tsx'
import { useIdAt } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { type Form, useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FormField, Input } from '#web/ui/input.tsx'
import css from './password-form.module.css'
import { PasswordRules } from './password-rules.tsx'

type Name = 'oldPassword' | 'newPassword' | 'newPassword1'
const textOf = (values: FormValues, name: Name) => String(values[name] ?? '')

/** Faults that need no call; only the server can check the old password. */
const faultsIn = (values: FormValues): { at: Name; text: Text }[] => {
  const [plain, again] = [textOf(values, 'newPassword'), textOf(values, 'newPassword1')]
  const weak = plain ? rules.password(plain) : (['请输入新密码', 'New password is required'] as const)
  const differ: Text | null = again
    ? plain === again
      ? null
      : ['两次密码输入不一致', 'The two passwords differ']
    : ['请输入确认密码', 'Confirm password is required']
  return [
    ...(weak ? [{ at: 'newPassword' as const, text: weak }] : []),
    ...(differ ? [{ at: 'newPassword1' as const, text: differ }] : []),
  ]
}

interface FieldProps {
  readonly form: Form
  readonly name: Name
  readonly label: Text
  readonly isVisible: boolean
}

const PasswordField = ({ form, name, label, isVisible }: FieldProps) => {
  const t = useLocalize()
  const idAt = useIdAt()
  return (
    <FormField id={idAt(name)} label={t(label)} fault={form.state.faultAt(name)}>
      <Input
        type={isVisible ? 'text' : 'password'}
        autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
        maxLength={200}
        disabled={form.busy}
        value={textOf(form.values, name)}
        onValue={(value) => form.state.change(name, value)}
      />
    </FormField>
  )
}

interface Props {
  /** Requires the old password. Not after a login with an initial password, which has just proved it. */
  readonly withOld?: boolean
  /** Rendered beside the submit button. */
  readonly children?: ReactNode
}

const sendPasswords = async (values: FormValues, withOld: boolean): Promise<void> => {
  const first: readonly Name[] = withOld && values.oldPassword ? ['oldPassword'] : []
  const encryptedEntries = await Promise.all(
    [...first, 'newPassword' as const, 'newPassword1' as const].map(
      async (name) => [name, await encrypt(textOf(values, name))] as const,
    ),
  )
  await ask(user.calls.updatePassword, Object.fromEntries(encryptedEntries))
}

/**
 * Sets the person's new password. It is sent encrypted; afterwards the session ends and the login opens (specification 000,
 * section 8).
 */
export const PasswordForm = ({ withOld = false, children }: Props) => {
  const t = useLocalize()
  const navigate = useNavigate()
  const form = useForm({})
  const [isVisible, setIsVisible] = useState(false)
  const { values } = form
  useUnsaved('own-password', Object.values(values).some(Boolean))

  const change = async () => {
    const faults = faultsIn(values)
    form.setFaults(faults)
    if (faults.length) return
    const done = await form.run(() => sendPasswords(values, withOld))
    if (!done) return
    await logout()
    navigate('/Home', { replace: true, state: { login: true, changed: true } })
  }

  return (
    <FormFrame refusal={form.refusal} className={css.form} onSubmit={change}>
      <FaultSummary faults={form.faults} />
      <div className={css.parts}>
        <div className={css.fields}>
          {withOld ? (
            <PasswordField form={form} isVisible={isVisible} name="oldPassword" label={['原密码', 'Old password']} />
          ) : null}
          <PasswordField form={form} isVisible={isVisible} name="newPassword" label={['新密码', 'New password']} />
          <PasswordField
            form={form}
            isVisible={isVisible}
            name="newPassword1"
            label={['确认密码', 'Confirm password']}
          />
          <label className={css.show}>
            <input
              type="checkbox"
              className="large-check"
              checked={isVisible}
              onChange={() => setIsVisible(!isVisible)}
            />
            {t(['显示密码', 'Show passwords'])}
          </label>
        </div>
        <PasswordRules of={textOf(values, 'newPassword')} />
      </div>
      <div className="row wrap gap-12">
        <Button type="submit" kind="main" busy={form.busy}>
          {t(['确认修改', 'Change password'])}
        </Button>
        {children}
      </div>
    </FormFrame>
  )
}
