import { type FormEvent, type ReactNode, useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { FormField } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { failureOf } from '../api/caller.ts'
import { useLocalize } from '../api/language.ts'
import css from './lock.module.css'
import { PasswordInput } from './password-input.tsx'

const missing: Text = ['锁屏密码不能为空', 'The lock password cannot be empty']

interface Props {
  readonly label: Text
  readonly hint?: Text
  readonly ok: Text
  /** Locks or unlocks. Faults it throws appear at the field, any other error above it. */
  readonly send: (password: string) => Promise<void>
  /** Rendered beside the submit button. */
  readonly children?: ReactNode
}

/** A form with one password that locks or unlocks the screen. */
export const LockForm = ({ label, hint, ok, send, children }: Props) => {
  const t = useLocalize()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | undefined>()
  const [refusal, setRefusal] = useState<string | null>(null)

  const go = async () => {
    setBusy(true)
    setFault(undefined)
    setRefusal(null)
    try {
      await send(password)
    } catch (error) {
      const { message, faults } = failureOf(error)
      if (faults.length) setFault(faults[0]?.msg)
      else setRefusal(message)
      setPassword('')
    }
    setBusy(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.currentTarget.querySelector('input')?.focus()
    if (busy) return
    if (password) void go()
    else setFault(t(missing))
  }
  return (
    <form noValidate className={css.form} onSubmit={submit}>
      {refusal ? <Notice tone="bad" title={refusal} live /> : null}
      <FormField label={t(label)} hint={hint ? t(hint) : undefined} fault={fault}>
        <PasswordInput name="lockPassword" autoComplete="off" maxLength={64} value={password} onValue={setPassword} />
      </FormField>
      <p aria-live="polite" className="hidden-words">
        {fault}
      </p>
      <div className="row wrap middle to-end gap-12">
        {children}
        <Button type="submit" kind="main" busy={busy}>
          {t(ok)}
        </Button>
      </div>
    </form>
  )
}
