import { useRef } from 'react'
import { auth } from '#contract/auth.ts'
import type { Text } from '#contract/kit/text.ts'
import { PasswordRules } from '#web/account/password-rules.tsx'
import { useLoginForm } from '#web/account/use-login-form.ts'
import { ask, failureOf } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { defaultTenant, encrypt } from '#web/base/login/login-calls.ts'
import { PasswordInput } from '#web/base/login/password-input.tsx'
import { messageOf, useMessage } from '#web/form/use-localized.ts'
import { Button } from '#web/ui/button.tsx'
import { FormField } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './login.module.css'
import { Tenant, usePreset } from './login-tenant.tsx'
import { CodeField, missingForCode, PhoneField, usePhoneCode } from './phone-code.tsx'

const missing = {
  ...missingForCode,
  newPassword: ['请输入新密码', 'New password is required'],
  newPassword1: ['请输入确认密码', 'Confirm password is required'],
} as const satisfies Record<string, Text>

interface Props {
  readonly tenantMode: boolean
  readonly captcha: boolean
  readonly preset: string | undefined
  /** Returns to the login; `changed` if the password has been set. */
  readonly onEnd: (changed: boolean) => void
}

/** State of the form, and the call that sends it. */
const useReset = ({ captcha, preset, onEnd }: Props) => {
  const form = useLoginForm(missing, { tenant: defaultTenant, phone: '', value: '', newPassword: '', newPassword1: '' })
  usePreset(preset, (tenantId) => form.set('tenant', tenantId))
  const box = useRef<HTMLFormElement>(null)
  const [refusal, setRefusal] = useMessage()
  const { tenant, phone, value, newPassword, newPassword1 } = form.values
  const code = usePhoneCode({ purpose: 'password', captcha, tenantId: tenant, phone, form: box })
  const send = async () => {
    setRefusal(null)
    try {
      const [first, second] = [await encrypt(newPassword), await encrypt(newPassword1)]
      const input = { tenantId: tenant, phone, id: code.receiptId, value, newPassword: first, newPassword1: second }
      await ask(auth.resetPassword, input)
      onEnd(true)
    } catch (error) {
      const failure = failureOf(error)
      if (!form.showFaults(box.current, failure.faults)) setRefusal(messageOf(failure))
    }
  }
  return { form, box, code, refusal, send }
}

/** Sets a new password with a code that is sent to the account's phone. */
export const ForgottenPassword = (props: Props) => {
  const { tenantMode, onEnd } = props
  const t = useLocalize()
  const { form, box, code, refusal, send } = useReset(props)
  const { newPassword } = form.values
  const names = ['phone', 'value', 'newPassword', 'newPassword1'] as const
  return (
    <form
      ref={box}
      noValidate
      className="stack gap-16"
      aria-label={t(['重设密码', 'Reset password'])}
      onSubmit={form.onSubmit(() => [...(tenantMode ? (['tenant'] as const) : []), ...names], send)}
    >
      {refusal ? <Notice tone="bad" title={refusal} live /> : null}
      <p>
        {t([
          '用账号登记的手机号接收验证码，设置新密码后重新登录。',
          'Receive a code on your registered phone, set a new password and log in with it.',
        ])}
      </p>
      {tenantMode ? <Tenant {...form.input('tenant')} fault={form.faults.tenant} /> : null}
      <PhoneField input={form.input('phone')} fault={form.faults.phone ?? code.refusal ?? undefined} />
      <CodeField
        input={form.input('value')}
        fault={form.faults.value}
        code={code}
        onRequest={() => form.check(box.current, ['phone']) && void code.request()}
      />
      <FormField label={t(['新密码', 'New password'])} fault={form.faults.newPassword}>
        <PasswordInput {...form.input('newPassword')} autoComplete="new-password" maxLength={64} />
      </FormField>
      {newPassword ? <PasswordRules of={newPassword} /> : null}
      <FormField label={t(['确认密码', 'Confirm password'])} fault={form.faults.newPassword1}>
        <PasswordInput {...form.input('newPassword1')} autoComplete="new-password" maxLength={64} />
      </FormField>
      <Button type="submit" kind="main" busy={form.busy}>
        {t(['重设密码', 'Reset password'])}
      </Button>
      <p className={css.forgot}>
        <Button kind="link" onClick={() => onEnd(false)}>
          {t(['返回登录', 'Back to login'])}
        </Button>
      </p>
    </form>
  )
}
