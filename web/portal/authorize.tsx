import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type RequestingClient, signOn } from '#contract/sign-on.ts'
import { ask, failureOf, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useUser } from '#web/base/api/session.ts'
import { takeReturnPath } from '#web/base/login/return-path.ts'
import { QueryView, usePageTitle } from '#web/base/page/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './authorize.module.css'
import page from './page.module.css'

type AuthorizeParams = Record<string, string>

/** The platform's own client requested the login: the user is already logged in, so return to the page they came from. */
const RedirectBack = () => {
  const navigate = useNavigate()
  const goBack = useEffectEvent(() => {
    navigate(takeReturnPath() ?? '/', { replace: true })
  })
  useEffect(() => goBack(), [])
  return null
}

const Decision = ({ client, params }: { client: RequestingClient; params: AuthorizeParams }) => {
  const t = useLocalize()
  const user = useUser()
  const [busy, setBusy] = useState<0 | 1 | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  if (client.own) return <RedirectBack />

  const decide = async (allow: 0 | 1) => {
    if (busy !== null) return
    setBusy(allow)
    setRefusal(null)
    try {
      const { to } = await ask(signOn.decide, { ...params, allow })
      location.assign(to)
    } catch (error) {
      setBusy(null)
      setRefusal(failureOf(error).message)
    }
  }
  return (
    <>
      <p className="muted large">
        {t([
          '以下应用申请使用您的平台账号登录，请确认是您本人的操作。',
          'This application wants to use your account on this platform to log in. Continue only if you started this login.',
        ])}
      </p>
      {refusal ? <Notice tone="bad" title={refusal} live /> : null}
      <dl className={css.facts}>
        <dt>{t(['申请应用', 'Application'])}</dt>
        <dd>{client.clientId}</dd>
        <dt>{t(['返回网站', 'Returns to'])}</dt>
        <dd>{client.host}</dd>
        <dt>{t(['授权账号', 'Your account'])}</dt>
        <dd>
          {user?.real_name} ({user?.account})
        </dd>
      </dl>
      <Notice
        tone="ask"
        title={t([
          '同意后，该应用将能以您的身份查看和办理此账号在平台上的事项，直至登录到期。',
          'If you agree, the application can view and do everything on this platform that your account can, until the login expires.',
        ])}
      />
      <div className={page.actions}>
        <Button kind="main" busy={busy === 1} onClick={() => void decide(1)}>
          {t(['同意并继续', 'Agree and continue'])}
        </Button>
        <Button busy={busy === 0} onClick={() => void decide(0)}>
          {t(['拒绝', 'Decline'])}
        </Button>
      </div>
    </>
  )
}

/** A registered application requests a login with the user's account, who allows or denies it (docs/decisions/0015). */
export const Authorize = () => {
  const t = useLocalize()
  const title = usePageTitle()
  const params: AuthorizeParams = Object.fromEntries(new URLSearchParams(useLocation().search))
  const client = useAnswer(signOn.client, params)
  return (
    <div className={page.narrow}>
      <h1>{t(title)}</h1>
      <QueryView from={client}>{(clientInfo) => <Decision client={clientInfo} params={params} />}</QueryView>
    </div>
  )
}
