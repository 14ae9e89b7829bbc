import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { auth, type FlatResult } from '#contract/auth.ts'
import { ask } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { encrypt } from '#web/base/login/login-calls.ts'
import { usePageTitle } from '#web/base/page/page.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useFocusIfLost } from '#web/ui/use-focus-if-lost.ts'
import page from '../page.module.css'
import { CorrectRegistration, RegistrationState } from './correct-registration.tsx'
import { RegistrationForm } from './registration-form.tsx'

const register = async (values: FormValues) => {
  const [password, password2] = await Promise.all([encrypt(String(values.password)), encrypt(String(values.password2))])
  const answer = await ask(auth.token, { ...values, grant_type: 'register', password, password2 } as never)
  return (answer as FlatResult).registrationKey ?? ''
}

const Submitted = ({ registrationKey, onKey }: { registrationKey: string; onKey: (nextKey: string) => void }) => {
  const t = useLocalize()
  return (
    <>
      <Notice
        tone="good"
        live
        title={t([
          '注册申请已提交,请耐心等待管理员通过!',
          'Your registration has been submitted. Please wait for an administrator to approve it.',
        ])}
      />
      <RegistrationState registrationKey={registrationKey} onKey={onKey} />
      <h2>{t(['后续流程', 'What happens next'])}</h2>
      <p>
        {t([
          '管理员将在1至3个工作日内核对单位名称与统一社会信用代码，并可能拨打您填写的手机核实。审核通过后，即可使用注册的账号和密码登录；未通过的，登录时将告知原因。',
          'Within 1 to 3 working days, an administrator will check the organisation against its unified social credit code and may call the phone number you entered. Once your registration is approved, you can log in with this account and password. If it is rejected, you will see the reason when you log in.',
        ])}
      </p>
      <Link className={buttonClass('main')} to="/Home">
        {t(['返回首页', 'Go to the home page'])}
      </Link>
    </>
  )
}

/** What the page was opened with, by a login that was refused because the registration is not approved. */
interface State {
  readonly registrationKey?: string
}

/**
 * Registration in two steps; the account can log in after an administrator approves it (specification 000, section 5). With a key,
 * its applicant corrects it.
 */
export const Register = () => {
  const t = useLocalize()
  const title = usePageTitle()
  const { state, ...address } = useLocation()
  const navigate = useNavigate()
  const key = (state as State | null)?.registrationKey
  // the state of the address arrives later than this one
  const [submittedKey, setSubmittedKey] = useState<string | null>(null)
  useFocusIfLost(() => document.getElementById('main'), submittedKey !== null)
  // after a reload, the registration is open with the key of the next change
  const onKey = (nextKey: string) => void navigate(address, { replace: true, state: { registrationKey: nextKey } })
  const onSent = (nextKey: string) => {
    onKey(nextKey)
    setSubmittedKey(nextKey)
  }
  return (
    <div className={page.narrow}>
      <h1>{t(title)}</h1>
      {submittedKey !== null ? (
        <Submitted registrationKey={submittedKey} onKey={onSent} />
      ) : key ? (
        <CorrectRegistration registrationKey={key} onSent={onSent} onKey={onKey} />
      ) : (
        <RegistrationForm item="registration" send={async (values) => onSent(await register(values))} />
      )}
    </div>
  )
}
