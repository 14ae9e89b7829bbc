import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { auth, type Tokens, type UnregisteredUser } from '#contract/auth.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import { signOnAddress } from '#contract/sign-on-address.ts'
import { words } from '#contract/words.ts'
import { ask, Failure, failureOf } from '#web/base/api/caller.ts'
import { currentLang, useLocalize } from '#web/base/api/language.ts'
import { dropSession } from '#web/base/api/session.ts'
import { endUnusedSession, hasRoleChoice, openSession } from '#web/base/login/login-calls.ts'
import { takeReturnPath } from '#web/base/login/return-path.ts'
import { obtainByCode } from '#web/base/login/sign-on.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadingNotice, Notice } from '#web/ui/notice.tsx'
import page from '../page.module.css'

const Home = lazy(async () => ({ default: (await import('../home/home.tsx')).Home }))
const ChooseRole = lazy(async () => ({ default: (await import('#web/account/choose-role.tsx')).ChooseRole }))
const ThirdParty = lazy(async () => ({ default: (await import('./third-party.tsx')).ThirdParty }))

const declined: Text = ['您已在统一身份认证站点取消登录', 'You cancelled the login at the sign-on site']
const refused: Text = ['统一身份认证未通过，请重新登录', 'Single sign-on failed; please log in again']

// read once, before the parameters are removed from the URL
const returnParams = new URLSearchParams(location.search)
const paramOf = (name: string) => returnParams.get(name) ?? ''

type SignOnResult =
  | { readonly tokens: Tokens; readonly choose: boolean }
  | { readonly unregisteredUser: UnregisteredUser }
let pendingResult: Promise<SignOnResult> | undefined

const completeSignOn = async (): Promise<SignOnResult> => {
  if (!paramOf('code'))
    throw new Failure(localize(paramOf('error') === 'access_denied' ? declined : refused, currentLang()), 400)
  const answer = await obtainByCode({ code: paramOf('code'), state: paramOf('state'), iss: paramOf('iss') })
  if (!('access_token' in answer)) return { unregisteredUser: answer }
  return { tokens: answer, choose: hasRoleChoice(answer) && (await ask(auth.settings)).switchMode }
}

/** The code can be used only once, so repeated renders share one request. */
const completeSignOnOnce = (): Promise<SignOnResult> => {
  pendingResult ??= completeSignOn()
  return pendingResult
}

/** The choice of department and role in switch mode, as after any other login. */
const Choosing = ({ tokens, onCancel }: { tokens: Tokens; onCancel: () => void }) => {
  const t = useLocalize()
  const cancel = () => {
    endUnusedSession(tokens)
    onCancel()
  }
  return (
    <Dialog title={t(['选择部门和角色', 'Choose department and role'])} closeWords={t(words.close)} onClose={cancel}>
      <Suspense>
        <ChooseRole access={tokens.access_token} refresh={tokens.refresh_token} onSelect={openSession} />
      </Suspense>
    </Dialog>
  )
}

const SignOnProgress = ({ failed, onHome }: { failed: string | null; onHome: () => void }) => {
  const t = useLocalize()
  return (
    <div className={page.narrow}>
      <h1>{t(['统一身份认证登录', 'Single sign-on'])}</h1>
      {failed === null ? (
        <LoadingNotice words={t(['正在登录，请稍候', 'Logging in, please wait'])} />
      ) : (
        <>
          <Notice tone="bad" title={failed} live />
          <p className={page.actions}>
            <a className={buttonClass('main')} href={signOnAddress}>
              {t(['重新登录', 'Log in again'])}
            </a>
            <Button onClick={onHome}>{t(words.home)}</Button>
          </p>
        </>
      )}
    </div>
  )
}

type Stage =
  | { readonly at: 'waiting' | 'home' }
  | { readonly at: 'failed'; readonly message: string }
  | { readonly at: 'unregisteredUser'; readonly unregisteredUser: UnregisteredUser }
  | { readonly at: 'choosing'; readonly tokens: Tokens }

/**
 * The home page after a redirect from the sign-on site, with code and state in the URL (specification 000, section 2).
 * Logs in automatically, displays the error, or asks a user without an account to register.
 */
export const Returned = () => {
  const navigate = useNavigate()
  const [stage, setStage] = useState<Stage>({ at: 'waiting' })
  const toHome = () => setStage({ at: 'home' })
  const removeParameters = useEffectEvent(() => {
    navigate('/Home', { replace: true, state: { from: takeReturnPath() ?? '/' } })
  })
  useEffect(() => {
    removeParameters()
    completeSignOnOnce().then(
      (result) => {
        if ('unregisteredUser' in result) setStage({ at: 'unregisteredUser', ...result })
        else if (result.choose) setStage({ at: 'choosing', tokens: result.tokens })
        // once logged in, the guard of this page redirects to the page the user came from
        else openSession(result.tokens)
      },
      (error) => setStage({ at: 'failed', message: failureOf(error).message }),
    )
  }, [])
  const closeRegistration = (registered: boolean) => {
    toHome()
    if (!registered) return
    dropSession('left')
    navigate('/login', { replace: true })
  }

  if (stage.at === 'waiting' || stage.at === 'failed')
    return <SignOnProgress failed={stage.at === 'failed' ? stage.message : null} onHome={toHome} />
  return (
    <>
      <Home />
      <Suspense>
        {stage.at === 'unregisteredUser' ? (
          <ThirdParty guest={stage.unregisteredUser} onClose={closeRegistration} />
        ) : null}
        {stage.at === 'choosing' ? <Choosing tokens={stage.tokens} onCancel={toHome} /> : null}
      </Suspense>
    </>
  )
}
