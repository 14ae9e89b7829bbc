import { type RefObject, useEffect, useState } from 'react'
import { auth } from '#contract/auth.ts'
import type { InOf } from '#contract/kit/call.ts'
import { normalizeByRule } from '#contract/kit/normalize.ts'
import { rules } from '#contract/kit/rules.ts'
import type { Text } from '#contract/kit/text.ts'
import { ask, failureOf } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { solveProofOfWork } from '#web/base/api/proof-of-work.ts'
import { messageOf, useMessage } from '#web/form/use-localized.ts'
import { FormField, Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './login.module.css'

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

/** What is missing in a form that asks for a code, whatever the code is for. */
export const missingForCode = {
  tenant: ['请输入租户编号', 'Please enter the tenant'],
  phone: ['请输入手机', 'Please enter your phone number'],
  value: ['请输入验证码', 'Please enter the code'],
} as const satisfies Record<string, Text>

interface Options {
  readonly purpose: NonNullable<InOf<typeof auth.sendValidate>>['purpose']
  /** Whether the server asks for a captcha; the browser then computes a proof of work (docs/decisions/0047). */
  readonly captcha: boolean
  readonly tenantId: string
  readonly phone: string
  /** The form with the input `value`, which gets the focus when the code has been sent. */
  readonly form: RefObject<HTMLFormElement | null>
}

/** Requests a code by SMS for a phone number; `receiptId` is to be sent back with the code. */
export const usePhoneCode = ({ purpose, captcha, tenantId, phone, form }: Options) => {
  const [sent, setSent] = useState<{ readonly id: string; readonly to: string } | null>(null)
  const [refusal, setRefusal] = useMessage()
  const [isBusy, setBusy] = useState(false)
  const [secondsLeft, countDown] = useCountdown()
  const request = async () => {
    // before the proof of work, which takes some seconds
    const wrong = rules.phone(normalizeByRule('phone', phone))
    setRefusal(wrong && { text: wrong })
    if (wrong) return
    setBusy(true)
    try {
      const proof = captcha ? await solveProofOfWork() : null
      const headers: Record<string, string> = proof ? { 'captcha-key': proof.key, 'captcha-code': proof.code } : {}
      const { id, again } = await ask(auth.sendValidate, { tenantId, phone, purpose }, { headers })
      setSent({ id, to: phone })
      countDown(again)
      form.current?.querySelector<HTMLInputElement>('[name=value]')?.focus()
    } catch (error) {
      setRefusal(messageOf(failureOf(error)))
    } finally {
      setBusy(false)
    }
  }
  return { request, isBusy, secondsLeft, refusal, sentTo: sent?.to ?? null, receiptId: sent?.id ?? '' }
}

interface PhoneProps {
  readonly input: Parameters<typeof Input>[0]
  readonly fault: string | undefined
}

/** Input of the phone number. */
export const PhoneField = ({ input, fault }: PhoneProps) => {
  const t = useLocalize()
  return (
    <FormField label={t(['手机', 'Phone'])} fault={fault}>
      <Input {...input} type="tel" autoComplete="tel-national" inputMode="tel" maxLength={24} />
    </FormField>
  )
}

interface CodeProps extends PhoneProps {
  readonly code: ReturnType<typeof usePhoneCode>
  /** Called for a code, unless one has just been sent. */
  readonly onRequest: () => void
}

/** Input of the code, with the button that requests one and the notice that it was sent. */
export const CodeField = ({ input, fault, code, onRequest }: CodeProps) => {
  const t = useLocalize()
  const { secondsLeft, isBusy, sentTo } = code
  const label = isBusy
    ? t(['正在验证', 'Verifying'])
    : secondsLeft > 0
      ? t([`${secondsLeft} 秒后重发`, `Resend in ${secondsLeft} s`])
      : t(['获取验证码', 'Get code'])
  return (
    <>
      <FormField label={t(['短信验证码', 'SMS code'])} fault={fault}>
        <Input
          {...input}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={6}
          after={
            <button type="button" className={css.get} disabled={isBusy || secondsLeft > 0} onClick={onRequest}>
              {label}
            </button>
          }
        />
      </FormField>
      <span role="status" className="hidden-words">
        {isBusy ? t(['浏览器正在完成验证，需要几秒钟', 'The browser completes the verification; a few seconds']) : null}
      </span>
      {sentTo ? (
        <Notice tone="good" live title={t(['验证码已发送', 'Code sent'])}>
          <p>
            {t([
              `如果 ${sentTo} 是已登记的手机号，您将收到短信，5 分钟内有效。`,
              `If ${sentTo} is a registered number, you will receive a text message. The code is valid for 5 minutes.`,
            ])}
          </p>
        </Notice>
      ) : null}
    </>
  )
}
