import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { auth, type Tokens } from '#contract/auth.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { ChooseRole } from '#web/account/choose-role.tsx'
import { ask, failureOf, useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { openSession } from '#web/base/login-calls.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice, type Tone } from '#web/ui/notice.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ByAccount } from './by-account.tsx'
import { ByPhone } from './by-phone.tsx'
import css from './login.module.css'
import { useTenantByDomain } from './login-tenant.tsx'
import { SignOn } from './sign-on-link.tsx'

const reasons = {
  ended: { tone: 'ask', text: ['用户令牌过期，请重新登录', 'Your session has ended, please log in again'] },
  changed: { tone: 'good', text: ['密码修改成功，请用新密码登录', 'password changed successfully'] },
} as const satisfies Readonly<Record<string, { tone: Tone; text: Text }>>

interface Props {
  /** Why the dialog opened automatically; null when the user opened it. */
  readonly reason: keyof typeof reasons | null
  readonly onClose: (entered: boolean) => void
}

type LoginMethod = 'account' | 'phone'

const hasMultiple = (ids: string) => ids.includes(',')

/** Login by account or phone; in switch mode the user then chooses department and role (specification 000, section 2). */
export const Login = ({ reason, onClose }: Props) => {
  const t = useLocalize()
  const settings = useAnswer(auth.settings)
  const tenantMode = settings.data?.tenantMode === true
  const tenant = useTenantByDomain(tenantMode)
  const [method, setMethod] = useState<LoginMethod>('account')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [choosing, setChoosing] = useState<Tokens | null>(null)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const startSession = (tokens: Tokens) => {
    openSession(tokens)
    onClose(true)
  }
  /** Resolves to true when the server issued tokens, to false on an error. */
  const obtain = async (tokens: Promise<Tokens>): Promise<boolean> => {
    setRefusal(null)
    try {
      const answer = await tokens
      const needsChoice = settings.data?.switchMode && (hasMultiple(answer.dept_id) || hasMultiple(answer.role_id))
      if (needsChoice) setChoosing(answer)
      else startSession(answer)
      return true
    } catch (error) {
      setRefusal(failureOf(error).message)
      return false
    }
  }
  const cancel = () => {
    // end the unused session on the server
    if (choosing)
      void ask(auth.logout, {}, { headers: { 'blade-auth': `bearer ${choosing.access_token}` } }).catch(() => null)
    onClose(false)
  }
  if (choosing)
    return (
      <Dialog title={t(['选择部门和角色', 'Department and role'])} closeWords={t(words.close)} onClose={cancel}>
        <ChooseRole access={choosing.access_token} refresh={choosing.refresh_token} onSelect={startSession} />
      </Dialog>
    )
  const show = (next: LoginMethod) => {
    setRefusal(null)
    setMethod(next)
  }
  const tabs = [
    { name: 'account', label: t(['账号登录', 'By account']) },
    { name: 'phone', label: t(['手机号登录', 'By phone']) },
  ] as const
  const common = { tenantMode, preset: tenant?.tenantId, obtain }
  return (
    <Dialog title={t(words.login)} closeWords={t(words.close)} onClose={cancel}>
      {tenant?.backgroundUrl ? <img className={css.background} src={tenant.backgroundUrl} alt="" /> : null}
      {reason ? (
        <div className={css.why}>
          <Notice tone={reasons[reason].tone} title={t(reasons[reason].text)} />
        </div>
      ) : null}
      <Tabs label={t(['登录方式', 'Way to log in'])} tabs={tabs} shown={method} onShow={show}>
        <div ref={form} className={css.form}>
          {refusal ? <Notice tone="bad" title={refusal} live /> : null}
          {method === 'account' ? (
            <ByAccount {...common} captcha={settings.data?.captcha !== false} />
          ) : (
            <ByPhone {...common} />
          )}
        </div>
      </Tabs>
      <SignOn />
      {settings.data?.registration === false ? null : (
        <p className={css.register}>
          {t(['还没有账号？', 'No account yet? '])}
          <Link to="/registerView/register" onClick={() => onClose(false)}>
            {t(words.register)}
          </Link>
        </p>
      )}
    </Dialog>
  )
}
