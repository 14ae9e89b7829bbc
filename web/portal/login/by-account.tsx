import { useState } from 'react'
import type { Tokens } from '#contract/auth.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLoginForm } from '#web/account/use-login-form.ts'
import { useLocalize } from '#web/base/language.ts'
import { defaultTenant, obtainByAccount } from '#web/base/login-calls.ts'
import { PasswordInput } from '#web/base/password-input.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormField, Input } from '#web/ui/input.tsx'
import { CaptchaImage, CaptchaMethod, useCaptcha } from './captcha.tsx'
import css from './login.module.css'
import { Tenant, usePreset } from './login-tenant.tsx'

const missing = {
  tenant: ['请输入租户编号', 'Please enter the tenant'],
  username: ['请输入用户名', 'Please enter your user name'],
  password: ['请输入密码', 'Please enter your password'],
  captcha: ['请输入验证码', 'Please enter the captcha'],
} as const satisfies Record<string, Text>

/** Error for a password of spaces. Its text says six characters, the minimum is one (specification 000, section 5). */
const blankWords = { password: ['密码长度最少为6位', 'The password must have at least 6 characters'] } as const

const ForgottenPassword = () => {
  const t = useLocalize()
  const [isOpen, setOpen] = useState(false)
  return (
    <p className={css.forgot}>
      <Button kind="link" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
        {t(['忘记密码？', 'Forgot your password?'])}
      </Button>
      {isOpen ? (
        <span role="status">
          {t([
            '请用登记的手机号登录，或联系管理员重置密码。',
            'Log in with your registered phone number, or ask an administrator to reset your password.',
          ])}
        </span>
      ) : null}
    </p>
  )
}

interface Props {
  readonly tenantMode: boolean
  /** Id of the tenant that owns this domain. */
  readonly preset: string | undefined
  readonly captcha: boolean
  readonly obtain: (tokens: Promise<Tokens>) => Promise<boolean>
}

/** Login by account and password; every failure renews the captcha (specification 000, section 5). */
export const ByAccount = ({ tenantMode, preset, captcha: isCaptchaRequired, obtain }: Props) => {
  const t = useLocalize()
  const form = useLoginForm(missing, { tenant: defaultTenant, username: '', password: '', captcha: '' }, blankWords)
  usePreset(preset, (tenantId) => form.set('tenant', tenantId))
  const { image, renew, byWork, toggle, solve } = useCaptcha(isCaptchaRequired)
  const hasImage = isCaptchaRequired && !byWork
  const { tenant, username, password, captcha: typedCode } = form.values
  const obtainTokens = async () => {
    const { key, code } = await solve(typedCode)
    return obtainByAccount({ tenant, username, password, captchaKey: key, captchaCode: code })
  }
  const send = async () => {
    if (await obtain(obtainTokens())) return
    form.set('captcha', '')
    if (isCaptchaRequired) void renew()
  }
  const required = [
    ...(tenantMode ? (['tenant'] as const) : []),
    ...(['username', 'password'] as const),
    ...(hasImage ? (['captcha'] as const) : []),
  ]
  return (
    <form noValidate className={css.form} onSubmit={form.onSubmit(required, send)}>
      {tenantMode ? <Tenant {...form.input('tenant')} fault={form.faults.tenant} /> : null}
      <FormField label={t(['用户名', 'User name'])} fault={form.faults.username}>
        <Input {...form.input('username', { autoComplete: 'username', maxLength: 64 })} />
      </FormField>
      <FormField label={t(['密码', 'Password'])} fault={form.faults.password}>
        <PasswordInput {...form.input('password')} autoComplete="current-password" maxLength={64} />
      </FormField>
      {hasImage ? (
        <FormField label={t(['验证码', 'Captcha'])} fault={form.faults.captcha}>
          <Input
            {...form.input('captcha', { autoComplete: 'off', maxLength: 8, inputMode: 'text' })}
            after={<CaptchaImage image={image} renew={renew} />}
          />
        </FormField>
      ) : null}
      {isCaptchaRequired ? <CaptchaMethod byWork={byWork} toggle={toggle} /> : null}
      <Button type="submit" kind="main" busy={form.busy}>
        {form.busy ? t(['正在登录', 'Logging in']) : t(words.login)}
      </Button>
      <ForgottenPassword />
    </form>
  )
}
