import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { auth, type LoginSettings, type Tokens } from '#contract/auth.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import type { RefusedLogin } from '#contract/registration.ts'
import { signOn } from '#contract/sign-on.ts'
import { signOnAddress } from '#contract/sign-on-address.ts'
import { words } from '#contract/words.ts'
import { answerQuery, failureOf, queries, useAnswer } from '#web/base/api/caller.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import { logoutReason } from '#web/base/api/session.ts'
import { rememberReturnPath } from '#web/base/login/return-path.ts'
import { messageOf, useMessage } from '#web/form/use-localized.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Notice, type Tone } from '#web/ui/notice.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ByAccount } from './by-account.tsx'
import { ByPhone } from './by-phone.tsx'
import css from './login.module.css'
import { useTenantByDomain } from './login-tenant.tsx'

/** Link to the external sign-on site, if one is configured (docs/decisions/0015); it returns to the current page. */
const SignOnLink = () => {
  const t = useLocalize()
  const { pathname, search, state } = useLocation()
  const { data } = useAnswer(signOn.site, {}, { staleTime: 300_000 })
  if (!data?.configured) return null
  const from = (state as { from?: string } | null)?.from ?? (pathname === '/Home' ? null : pathname + search)
  return (
    <div className="stack gap-16 above-16">
      <p className={css.or}>{t(['或', 'or'])}</p>
      <a className={buttonClass()} href={signOnAddress} onClick={() => rememberReturnPath(from)}>
        {data.name
          ? t(fill(['使用{0}登录', 'Log in with {0}'], data.name))
          : t(['统一身份认证登录', 'Log in with single sign-on'])}
      </a>
    </div>
  )
}

const ForgottenPassword = lazyComponent(async () => (await import('./forgotten-password.tsx')).ForgottenPassword)

const reasons = {
  ended: { tone: 'ask', text: ['用户令牌过期，请重新登录', 'Your session has ended, please log in again'] },
  changed: {
    tone: 'good',
    text: ['密码修改成功，请用新密码登录', 'Password changed successfully. Log in with the new one.'],
  },
} as const satisfies Readonly<Record<string, { tone: Tone; text: Text }>>

export type LoginReason = keyof typeof reasons

/** Why the login is open; after a forced logout with the reason the administrator gave. */
const Reason = ({ of }: { of: LoginReason }) => {
  const t = useLocalize()
  const forced = of === 'ended' ? logoutReason() : null
  const title: Text =
    forced === null
      ? reasons[of].text
      : fill(['您的登录已被管理员强制下线，原因：{0}', 'An administrator ended your session. Reason: {0}'], forced)
  if (of === 'changed') return <Notice tone={reasons[of].tone} title={t(title)} />
  return (
    <Notice tone="ask" title={t(title)}>
      <p>
        {t([
          '尚未提交的内容保留在本浏览器中，用同一账号登录后可继续填写。',
          'What you have typed is still in this browser. Log in to the same account to continue.',
        ])}
      </p>
    </Notice>
  )
}

/** What a login answered last, and the function that waits for another one. */
const useObtaining = (onTokens: (tokens: Tokens) => void) => {
  const [refusal, setRefusal] = useMessage()
  const [application, setApplication] = useState<RefusedLogin['registration']>()
  const clear = () => {
    setRefusal(null)
    setApplication(undefined)
  }
  /** Resolves to true when the server issued tokens, to false on an error. */
  const obtain = async (tokens: Promise<Tokens>): Promise<boolean> => {
    clear()
    try {
      onTokens(await tokens)
      return true
    } catch (error) {
      const failure = failureOf(error)
      setRefusal(messageOf(failure))
      setApplication((failure.data as RefusedLogin | null)?.registration)
      return false
    }
  }
  return { refusal, application, clear, obtain }
}

interface ApplicationProps {
  readonly of: NonNullable<RefusedLogin['registration']>
  readonly onLeave: () => void
}

/** From a login that was refused to the registration, for its applicant, who has given the right password. */
const ToApplication = ({ of: { key, state }, onLeave }: ApplicationProps) => {
  const t = useLocalize()
  return (
    <Link to="/registerView/register" state={{ registrationKey: key }} onClick={onLeave}>
      {t(
        state === 'refused'
          ? ['修改并重新提交', 'Correct and submit again']
          : ['补交证明材料或修改申请', 'Hand in a proof or correct the registration'],
      )}
    </Link>
  )
}

type LoginMethod = 'account' | 'phone'

/** Whether a captcha is required, once the settings have answered; without an answer the server is assumed to ask for one. */
const useCaptchaSetting = () => {
  const query = answerQuery(auth.settings, undefined, useLang())
  return () =>
    queries.ensureQueryData(query).then(
      ({ captcha }) => captcha,
      () => true,
    )
}

/** The form of a login method; its first input has the focus at first. */
const FocusedForm = ({ children }: { children: ReactNode }) => {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={form} className="stack gap-16">
      {children}
    </div>
  )
}

interface FrameProps {
  readonly reason: LoginReason | null
  /** Address of the tenant's own background image. */
  readonly background: string | undefined
  readonly hasRegistration: boolean
  /** Called when the user goes to the registration. */
  readonly onLeave: () => void
  readonly children: ReactNode
}

/** What surrounds the forms: why the login is open, the sign-on site and the registration. */
const LoginFrame = ({ reason, background, hasRegistration, onLeave, children }: FrameProps) => {
  const t = useLocalize()
  return (
    <>
      {background ? <img className={css.background} src={background} alt="" /> : null}
      {reason ? (
        <div className="below-12">
          <Reason of={reason} />
        </div>
      ) : null}
      {children}
      <SignOnLink />
      {hasRegistration ? (
        <p className="above-16 muted centre-text">
          {t(['还没有账号？', 'No account yet? '])}
          <Link to="/registerView/register" onClick={onLeave}>
            {t(words.register)}
          </Link>
        </p>
      ) : null}
    </>
  )
}

interface Props extends Pick<FrameProps, 'reason' | 'onLeave'> {
  /** Undefined until they have answered; `hasFailed` if they could not be read. */
  readonly settings: LoginSettings | undefined
  readonly hasFailed: boolean
  readonly onTokens: (tokens: Tokens) => void
}

/** The methods to log in: by account, by phone or at the sign-on site. */
export const LoginForms = ({ reason, settings, hasFailed, onTokens, onLeave }: Props) => {
  const t = useLocalize()
  const tenantMode = settings?.tenantMode === true
  const tenant = useTenantByDomain(tenantMode)
  const [method, setMethod] = useState<LoginMethod>('account')
  const { refusal, application, clear, obtain } = useObtaining(onTokens)
  const [reset, setReset] = useState<'open' | 'done' | null>(null)
  const captchaSetting = useCaptchaSetting()
  const show = (next: LoginMethod) => {
    clear()
    setMethod(next)
  }
  const tabs = [
    { name: 'account', label: t(['账号登录', 'Account']) },
    ...(settings?.sms ? [{ name: 'phone', label: t(['手机号登录', 'Phone']) } as const] : []),
  ] as const
  const common = { tenantMode, preset: tenant?.tenantId }
  const onResetEnd = (changed: boolean) => {
    setReset(changed ? 'done' : null)
    show('account')
  }
  if (reset === 'open')
    return <ForgottenPassword {...common} captcha={settings?.captcha !== false} onEnd={onResetEnd} />
  return (
    <LoginFrame
      reason={reset === 'done' ? 'changed' : reason}
      background={tenant?.backgroundUrl}
      hasRegistration={settings?.registration !== false}
      onLeave={onLeave}
    >
      <Tabs label={t(['登录方式', 'Login method'])} tabs={tabs} shown={method} onShow={show}>
        <FocusedForm>
          {refusal ? (
            <Notice tone="bad" title={refusal} live>
              {application ? <ToApplication of={application} onLeave={onLeave} /> : null}
            </Notice>
          ) : null}
          {method === 'account' ? (
            <ByAccount
              {...common}
              obtain={obtain}
              captcha={settings ? settings.captcha : hasFailed || undefined}
              whenKnown={captchaSetting}
              onReset={settings?.sms ? () => setReset('open') : null}
            />
          ) : (
            <ByPhone {...common} obtain={obtain} captcha={settings?.captcha !== false} />
          )}
        </FocusedForm>
      </Tabs>
    </LoginFrame>
  )
}
