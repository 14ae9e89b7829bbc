import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auth, type Tokens } from '#contract/auth.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLoginForm } from '#web/account/use-login-form.ts'
import { ask } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { defaultTenant, obtainByAccount } from '#web/base/login-calls.ts'
import { solveProofOfWork } from '#web/base/proof-of-work.ts'
import { Button } from '#web/ui/button.tsx'
import { FormField, Input } from '#web/ui/input.tsx'
import css from './login.module.css'
import { Tenant, usePreset } from './login-tenant.tsx'

const missing = {
  tenant: ['请输入租户编号', 'Please enter the tenant'],
  username: ['请输入用户名', 'Please enter the user name'],
  password: ['请输入密码', 'Please enter the password'],
  captcha: ['请输入验证码', 'Please enter the captcha'],
} as const satisfies Record<string, Text>

/** Error for a password of spaces only. The message says six characters, the actual minimum is one (decisions.md 19). */
const blankWords = { password: ['密码长度最少为6位', 'The password has at least 6 characters'] } as const

const Captcha = ({ image, renew }: { image: string | undefined; renew: () => unknown }) => {
  const t = useLocalize()
  const again = t(['看不清，换一张', 'Another picture'])
  return (
    <button type="button" className={css.captcha} title={again} onClick={() => renew()}>
      {image ? <img src={image} alt={t(['验证码图片，点击更换', 'Captcha, press for another one'])} /> : again}
    </button>
  )
}

/** Switches between the captcha image and a proof of work that the browser computes during login. */
const CaptchaMethod = ({ byWork, change }: { byWork: boolean; change: () => void }) => {
  const t = useLocalize()
  return (
    <p className={css.forgot}>
      <Button kind="link" onClick={change}>
        {byWork
          ? t(['改用图片验证码', 'Use the picture instead'])
          : t(['看不清图片？由浏览器代为验证', 'Cannot read the picture? Let the browser verify'])}
      </Button>
      <span role="status">
        {byWork
          ? t([
              '登录时浏览器会自动完成验证，需要几秒钟，无需识别图片。',
              'The browser verifies by itself while you log in; it takes some seconds.',
            ])
          : null}
      </span>
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
  const [isPasswordVisible, setPasswordVisible] = useState(false)
  const [forgot, setForgot] = useState(false)
  const captcha = useQuery({
    queryKey: ['captcha'],
    queryFn: () => ask(auth.captcha),
    enabled: isCaptchaRequired,
    staleTime: 0,
    gcTime: 0,
  })
  const { tenant, username, password, captcha: captchaCode } = form.values
  const [byWork, setByWork] = useState(false)
  const obtainTokens = async () => {
    const { key, code } =
      isCaptchaRequired && byWork ? await solveProofOfWork() : { key: captcha.data?.key ?? '', code: captchaCode }
    return obtainByAccount({ tenant, username, password, captchaKey: key, captchaCode: code })
  }
  const send = async () => {
    if (await obtain(obtainTokens())) return
    form.set('captcha', '')
    if (isCaptchaRequired) void captcha.refetch()
  }
  const required = [
    ...(tenantMode ? (['tenant'] as const) : []),
    ...(['username', 'password'] as const),
    ...(isCaptchaRequired && !byWork ? (['captcha'] as const) : []),
  ]
  return (
    <form noValidate className={css.form} onSubmit={form.onSubmit(required, send)}>
      {tenantMode ? <Tenant {...form.input('tenant')} fault={form.faults.tenant} /> : null}
      <FormField label={t(['用户名', 'User name'])} fault={form.faults.username}>
        <Input {...form.input('username', { autoComplete: 'username', maxLength: 64 })} />
      </FormField>
      <FormField label={t(['密码', 'Password'])} fault={form.faults.password}>
        <Input
          {...form.input('password', {
            type: isPasswordVisible ? 'text' : 'password',
            autoComplete: 'current-password',
            maxLength: 64,
          })}
          after={
            <button
              type="button"
              className={css.show}
              aria-pressed={isPasswordVisible}
              onClick={() => setPasswordVisible(!isPasswordVisible)}
            >
              {isPasswordVisible ? t(['隐藏', 'Hide']) : t(['显示', 'Show'])}
            </button>
          }
        />
      </FormField>
      {isCaptchaRequired && !byWork ? (
        <FormField label={t(['验证码', 'Captcha'])} fault={form.faults.captcha}>
          <Input
            {...form.input('captcha', { autoComplete: 'off', maxLength: 8, inputMode: 'text' })}
            after={<Captcha image={captcha.data?.image} renew={captcha.refetch} />}
          />
        </FormField>
      ) : null}
      {isCaptchaRequired ? <CaptchaMethod byWork={byWork} change={() => setByWork(!byWork)} /> : null}
      <Button type="submit" kind="main" busy={form.busy}>
        {form.busy ? t(['正在登录', 'Logging in']) : t(words.login)}
      </Button>
      <p className={css.forgot}>
        <Button kind="link" onClick={() => setForgot(!forgot)} aria-expanded={forgot}>
          {t(['忘记密码？', 'Forgot the password?'])}
        </Button>
        {forgot ? (
          <span role="status">
            {t([
              '请用登记的手机号登录，或联系管理员重置密码。',
              'Log in by your registered phone, or ask an administrator to reset it.',
            ])}
          </span>
        ) : null}
      </p>
    </form>
  )
}
