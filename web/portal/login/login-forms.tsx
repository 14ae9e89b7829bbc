import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { LoginSettings, Tokens } from '#contract/auth.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { failureOf } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { logoutReason } from '#web/base/session.ts'
import { Notice, type Tone } from '#web/ui/notice.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ByAccount } from './by-account.tsx'
import { ByPhone } from './by-phone.tsx'
import css from './login.module.css'
import { useTenantByDomain } from './login-tenant.tsx'
import { SignOnLink } from './sign-on-link.tsx'

const reasons = {
  ended: { tone: 'ask', text: ['用户令牌过期，请重新登录', 'Your session has ended, please log in again'] },
  changed: {
    tone: 'good',
    text: ['密码修改成功，请用新密码登录', 'Your password has been changed. Log in with the new one.'],
  },
} as const satisfies Readonly<Record<string, { tone: Tone; text: Text }>>

export type LoginReason = keyof typeof reasons

/** Why the login is open; after a forced logout with the reason the administrator gave. */
const Reason = ({ of }: { of: LoginReason }) => {
  const t = useLocalize()
  const forced = of === 'ended' ? logoutReason() : null
  if (forced === null) return <Notice tone={reasons[of].tone} title={t(reasons[of].text)} />
  return (
    <Notice
      tone="ask"
      title={t(
        fill(['您的登录已被管理员强制下线，原因：{0}', 'An administrator ended your session. Reason: {0}'], forced),
      )}
    >
      <p>
        {t([
          '尚未提交的内容保留在本浏览器中，用同一账号登录后可继续填写。',
          'What you have typed is still in this browser. Log in to the same account to continue.',
        ])}
      </p>
    </Notice>
  )
}

type LoginMethod = 'account' | 'phone'

interface Props {
  readonly reason: LoginReason | null
  readonly settings: LoginSettings | undefined
  readonly onTokens: (tokens: Tokens) => void
  /** Called when the user goes to the registration. */
  readonly onLeave: () => void
}

/** The methods to log in: by account, by phone or at the sign-on site. */
export const LoginForms = ({ reason, settings, onTokens, onLeave }: Props) => {
  const t = useLocalize()
  const tenantMode = settings?.tenantMode === true
  const tenant = useTenantByDomain(tenantMode)
  const [method, setMethod] = useState<LoginMethod>('account')
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  /** Resolves to true when the server issued tokens, to false on an error. */
  const obtain = async (tokens: Promise<Tokens>): Promise<boolean> => {
    setRefusal(null)
    try {
      onTokens(await tokens)
      return true
    } catch (error) {
      setRefusal(failureOf(error).message)
      return false
    }
  }
  const show = (next: LoginMethod) => {
    setRefusal(null)
    setMethod(next)
  }
  const tabs = [
    { name: 'account', label: t(['账号登录', 'Account']) },
    { name: 'phone', label: t(['手机号登录', 'Phone']) },
  ] as const
  const common = { tenantMode, preset: tenant?.tenantId, obtain }
  return (
    <>
      {tenant?.backgroundUrl ? <img className={css.background} src={tenant.backgroundUrl} alt="" /> : null}
      {reason ? (
        <div className={css.why}>
          <Reason of={reason} />
        </div>
      ) : null}
      <Tabs label={t(['登录方式', 'Login method'])} tabs={tabs} shown={method} onShow={show}>
        <div ref={form} className={css.form}>
          {refusal ? <Notice tone="bad" title={refusal} live /> : null}
          {method === 'account' ? (
            <ByAccount {...common} captcha={settings?.captcha !== false} />
          ) : (
            <ByPhone {...common} />
          )}
        </div>
      </Tabs>
      <SignOnLink />
      {settings?.registration === false ? null : (
        <p className={css.register}>
          {t(['还没有账号？', 'No account yet? '])}
          <Link to="/registerView/register" onClick={onLeave}>
            {t(words.register)}
          </Link>
        </p>
      )}
    </>
  )
}
