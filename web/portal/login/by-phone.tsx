import { useEffect, useRef, useState } from 'react'
import { auth, type Tokens } from '#contract/auth.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLoginForm } from '#web/account/use-login-form.ts'
import { ask, failureOf } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { defaultTenant, obtainByPhone } from '#web/base/login-calls.ts'
import { Button } from '#web/ui/button.tsx'
import { FormField, Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './login.module.css'
import { Tenant, usePreset } from './login-tenant.tsx'

const missing = {
  tenant: ['请输入租户编号', 'Please enter the tenant'],
  phone: ['请填写手机', 'Please enter your phone number'],
  code: ['请输入验证码', 'Please enter the code'],
} as const satisfies Record<string, Text>

/** Counts whole seconds down to zero; returns the remaining seconds and a function that starts the countdown. */
const useCountdown = (): readonly [number, (seconds: number) => void] => {
  const [secondsLeft, setSecondsLeft] = useState(0)
  useEffect(() => {
    if (secondsLeft === 0) return
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000)
    return () => clearTimeout(timer)
  }, [secondsLeft])
  return [secondsLeft, setSecondsLeft]
}

interface Props {
  readonly tenantMode: boolean
  /** Id of the tenant that owns this domain. */
  readonly preset: string | undefined
  readonly obtain: (tokens: Promise<Tokens>) => Promise<boolean>
}

/** Login by phone and a code sent to it; also the login for users who cannot see a captcha (docs/decisions/0047). */
export const ByPhone = ({ tenantMode, preset, obtain }: Props) => {
  const t = useLocalize()
  const form = useLoginForm(missing, { tenant: defaultTenant, phone: '', code: '' })
  usePreset(preset, (tenantId) => form.set('tenant', tenantId))
  const box = useRef<HTMLFormElement>(null)
  const [codeRequest, setCodeRequest] = useState<{ id: string; to: string } | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [secondsLeft, countDown] = useCountdown()
  const { tenant, phone, code } = form.values
  const getCode = async () => {
    if (!form.check(box.current, ['phone'])) return
    setRefusal(null)
    try {
      const { id, again } = await ask(auth.sendValidate, { tenantId: tenant, phone })
      setCodeRequest({ id, to: phone })
      countDown(again)
      box.current?.querySelector<HTMLInputElement>('[name=code]')?.focus()
    } catch (error) {
      setRefusal(failureOf(error).message)
    }
  }
  const required = [...(tenantMode ? (['tenant'] as const) : []), ...(['phone', 'code'] as const)]
  const send = () => obtain(obtainByPhone(tenant, phone, codeRequest?.id ?? '', code))
  return (
    <form ref={box} noValidate className={css.form} onSubmit={form.onSubmit(required, send)}>
      {tenantMode ? <Tenant {...form.input('tenant')} fault={form.faults.tenant} /> : null}
      <FormField label={t(['手机', 'Phone'])} fault={form.faults.phone ?? refusal ?? undefined}>
        <Input
          {...form.input('phone', { type: 'tel', autoComplete: 'tel-national', inputMode: 'tel', maxLength: 24 })}
        />
      </FormField>
      <FormField label={t(['短信验证码', 'Code'])} fault={form.faults.code}>
        <Input
          {...form.input('code', { autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 6 })}
          after={
            <button type="button" className={css.get} disabled={secondsLeft > 0} onClick={() => void getCode()}>
              {secondsLeft > 0
                ? t([`${secondsLeft} 秒后重发`, `Resend in ${secondsLeft} s`])
                : t(['获取验证码', 'Get code'])}
            </button>
          }
        />
      </FormField>
      {codeRequest ? (
        <Notice tone="good" live title={t(['验证码已发送', 'Code sent'])}>
          <p>
            {t([
              `如果 ${codeRequest.to} 是已登记的手机号，您将收到短信，5 分钟内有效。`,
              `If ${codeRequest.to} is a registered number, you will receive a text message. The code is valid for 5 minutes.`,
            ])}
          </p>
        </Notice>
      ) : null}
      <Button type="submit" kind="main" busy={form.busy}>
        {form.busy ? t(['正在登录', 'Logging in']) : t(words.login)}
      </Button>
    </form>
  )
}
