import { useState } from 'react'
import type { Tokens } from '#contract/auth.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLoginForm } from '#web/account/use-login-form.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { defaultTenant, obtainByAccount } from '#web/base/login/login-calls.ts'
import { PasswordInput } from '#web/base/login/password-input.tsx'
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

/** What to do about a forgotten password: a code by SMS, if the platform can send one. */
const Forgotten = ({ onReset }: { onReset: (() => void) | null }) => {
  const t = useLocalize()
  const [isOpen, setOpen] = useState(false)
  return (
    <p className={css.forgot}>
      <Button kind="link" onClick={onReset ?? (() => setOpen(!isOpen))} aria-expanded={onReset ? undefined : isOpen}>
        {t(['忘记密码？', 'Forgot your password?'])}
      </Button>
      {isOpen && !onReset ? (
        <span role="status">
          {t([
            '平台未开通短信服务，请联系管理员重置密码。',
            'SMS is not available here. Please ask an administrator to reset your password.',
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
  /** Undefined until the settings have answered. */
  readonly captcha: boolean | undefined
  /** Resolves to whether a captcha is required, once the settings have answered. */
  readonly whenKnown: () => Promise<boolean>
  /** Opens the password reset; null if the platform sends no codes. */
  readonly onReset: (() => void) | null
  readonly obtain: (tokens: Promise<Tokens>) => Promise<boolean>
}

/**
 * Login by account and password; every failure renews the captcha (specification 000, section 5). A submit before the settings have
 * answered waits for them.
 */
export const ByAccount = ({ tenantMode, preset, captcha, whenKnown, onReset, obtain }: Props) => {
  const t = useLocalize()
  const form = useLoginForm(missing, { tenant: defaultTenant, username: '', password: '', captcha: '' }, blankWords)
  usePreset(preset, (tenantId) => form.set('tenant', tenantId))
  const isCaptchaRequired = captcha === true
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
  const required = async () => {
    const needsCode = captcha === undefined ? await whenKnown() : hasImage
    return [
      ...(tenantMode ? (['tenant'] as const) : []),
      ...(['username', 'password'] as const),
      ...(needsCode ? (['captcha'] as const) : []),
    ]
  }
  return (
    <form noValidate className="stack gap-16" onSubmit={form.onSubmit(required, send)}>
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
      <Forgotten onReset={onReset} />
    </form>
  )
}
