import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { auth } from '#contract/auth.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { ask, failureOf } from '#web/base/caller.ts'
import { login } from '#web/base/login.ts'
import { useSay } from '#web/base/say.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Input, Labelled } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './login.module.css'

const missing: Record<'username' | 'password' | 'captcha', Text> = {
  username: ['请输入用户名', 'Please enter the user name'],
  password: ['请输入密码', 'Please enter the password'],
  captcha: ['请输入验证码', 'Please enter the captcha'],
}
type Name = keyof typeof missing

interface Props {
  /** Why it opened by itself, if it did. */
  readonly notice: Text | null
  readonly onClose: (entered: boolean) => void
}

const Captcha = ({ image, renew }: { image: string | undefined; renew: () => unknown }) => {
  const t = useSay()
  const again = t(['看不清，换一张', 'Another picture'])
  return (
    <button type="button" className={css.captcha} title={again} onClick={() => renew()}>
      {image ? <img src={image} alt={t(['验证码图片，点击更换', 'Captcha, press for another one'])} /> : again}
    </button>
  )
}

/** Login by account, password and captcha; the captcha is new after each failure (specification 000, sections 2 and 5). */
export const Login = ({ notice, onClose }: Props) => {
  const t = useSay()
  const [typed, setTyped] = useState<Record<Name, string>>({ username: '', password: '', captcha: '' })
  const [faults, setFaults] = useState<Partial<Record<Name, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState(false)
  const captcha = useQuery({ queryKey: ['captcha'], queryFn: () => ask(auth.captcha), staleTime: 0, gcTime: 0 })

  const enter = async () => {
    setBusy(true)
    setRefusal(null)
    try {
      await login({ ...typed, captchaKey: captcha.data?.key ?? '', captchaCode: typed.captcha })
      onClose(true)
    } catch (error) {
      setBusy(false)
      setRefusal(failureOf(error).message)
      setTyped((now) => ({ ...now, captcha: '' }))
      void captcha.refetch()
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const names = Object.keys(missing) as Name[]
    const empty = names.filter((name) => typed[name].trim() === '')
    setFaults(Object.fromEntries(empty.map((name) => [name, t(missing[name])])))
    if (empty.length === 0) void enter()
    else event.currentTarget.querySelector<HTMLInputElement>(`[name=${empty[0]}]`)?.focus()
  }
  const input = (name: Name, more: object) => ({
    ...{ name, value: typed[name], ...more },
    onValue: (value: string) => setTyped((now) => ({ ...now, [name]: value })),
  })

  return (
    <Dialog title={t(words.login)} closeWords={t(words.close)} onClose={() => onClose(false)}>
      <form noValidate className={css.form} onSubmit={submit}>
        {notice ? <Notice tone="ask" title={t(notice)} /> : null}
        {refusal ? <Notice tone="bad" title={refusal} live /> : null}
        <Labelled label={t(['用户名', 'User name'])} fault={faults.username}>
          <Input {...input('username', { autoComplete: 'username', maxLength: 64 })} />
        </Labelled>
        <Labelled label={t(['密码', 'Password'])} fault={faults.password}>
          <Input
            {...input('password', {
              type: shown ? 'text' : 'password',
              autoComplete: 'current-password',
              maxLength: 64,
            })}
            after={
              <button type="button" className={css.show} aria-pressed={shown} onClick={() => setShown(!shown)}>
                {shown ? t(['隐藏', 'Hide']) : t(['显示', 'Show'])}
              </button>
            }
          />
        </Labelled>
        <Labelled label={t(['验证码', 'Captcha'])} fault={faults.captcha}>
          <Input
            {...input('captcha', { autoComplete: 'off', maxLength: 8, inputMode: 'text' })}
            after={<Captcha image={captcha.data?.image} renew={captcha.refetch} />}
          />
        </Labelled>
        <Button type="submit" kind="main" busy={busy}>
          {busy ? t(['正在登录', 'Logging in']) : t(words.login)}
        </Button>
        <p className={css.register}>
          {t(['还没有账号？', 'No account yet? '])}
          <Link to="/registerView/register" onClick={() => onClose(false)}>
            {t(words.register)}
          </Link>
        </p>
      </form>
    </Dialog>
  )
}
