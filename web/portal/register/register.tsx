import { useState } from 'react'
import { Link } from 'react-router'
import { auth, registerFields } from '#contract/auth.ts'
import { check } from '#contract/kit/check.ts'
import type { Fields } from '#contract/kit/field.ts'
import { rules } from '#contract/kit/rules.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { ask } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { encrypt } from '#web/base/login-calls.ts'
import { usePageTitle } from '#web/base/page.tsx'
import { FaultSummary, useFocusAt } from '#web/form/fault-summary.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { useForm } from '#web/form/use-form.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useFocusIfLost } from '#web/ui/use-focus-if-lost.ts'
import page from '../page.module.css'
import { rulesOfPasswords } from '../password-words.ts'
import css from './register.module.css'
import { StepMarks } from './step-marks.tsx'

const { unitName, code, password, password2, ...person } = registerFields
const unit = { unitName, code }
const passwords = { password, password2 }
/** The field groups of each step; each group starts on a new line. */
const steps: readonly (readonly Fields[])[] = [[unit], [person, passwords]]
type Step = 0 | 1
const fieldsOf = (step: Step): Fields => Object.assign({}, ...(steps[step] as readonly Fields[]))
const stepOf = (at: string): Step => (at in unit ? 0 : 1)

const stepNames: readonly Text[] = [
  ['单位信息', 'Organisation'],
  ['账号信息', 'Account'],
]

/** Validates a step before the request, with the server's own rules and messages. */
const faultsIn = (fields: Fields, values: FormValues): { at: string; text: Text }[] => {
  const { faults } = check(fields, values, { mode: 'new' })
  if (!('password' in fields) || faults.some(({ at }) => at.startsWith('password'))) return [...faults]
  const weak = rules.password(String(values.password))
  const differ = values.password !== values.password2
  return [
    ...faults,
    ...(weak ? [{ at: 'password', text: weak }] : []),
    ...(differ ? [{ at: 'password2', text: ['两次密码输入不一致', 'The two passwords differ'] as const }] : []),
  ]
}

const register = async (values: FormValues) => {
  const [password, password2] = await Promise.all([encrypt(String(values.password)), encrypt(String(values.password2))])
  await ask(auth.token, { ...values, grant_type: 'register', password, password2 } as never)
}

const Submitted = () => {
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

const RegistrationForm = ({ onSubmitted }: { onSubmitted: () => void }) => {
  const t = useLocalize()
  const form = useForm({})
  const [step, setStep] = useState<Step>(0)
  const { values } = form
  const focusAt = useFocusAt()

  // a response without a message comes from a proxy in between, not from the server
  const refusal =
    form.refusal === t(words.systemError) ? t(['提交失败', 'The registration could not be submitted']) : form.refusal
  const show = (other: Step, at: string) => {
    setStep(other)
    requestAnimationFrame(() => focusAt(at))
  }
  const next = async () => {
    const faults = faultsIn(fieldsOf(step), values).map(({ at, text }) => ({ at, msg: t(text) }))
    if (faults.length) return form.setFaults(faults)
    form.setFaults([])
    if (step === 0) return show(1, 'type')
    if (await form.run(() => register(values))) onSubmitted()
  }
  const noteAt = (at: string) => (at === 'password' ? <span className={css.rules}>{t(rulesOfPasswords)}</span> : null)
  return (
    <FormFrame refusal={refusal} className={page.form} onSubmit={next}>
      <p className={page.soft}>
        {t([
          '提交后1至3个工作日内完成审核，审核通过后即可登录。',
          'Registrations are reviewed within 1 to 3 working days. You can log in once yours is approved.',
        ])}
      </p>
      <StepMarks names={stepNames.map(t)} current={step} />
      <FaultSummary faults={form.faults} go={(at) => show(stepOf(at), at)} />
      <FormContext value={{ ...form.state, isAboutUser: true, noteAt }}>
        {steps[step]?.map((fields) => (
          <FieldGrid key={Object.keys(fields)[0]} fields={fields} values={values} />
        ))}
      </FormContext>
      <div className={page.actions}>
        {step === 1 ? <Button onClick={() => show(0, 'unitName')}>{t(['上一步', 'Back'])}</Button> : null}
        <Button type="submit" kind="main" busy={form.busy}>
          {step === 0 ? t(['下一步', 'Next']) : t(['提交注册', 'Submit'])}
        </Button>
      </div>
    </FormFrame>
  )
}

/** Registration in two steps; the account can log in after an administrator approves it (specification 000, section 5). */
export const Register = () => {
  const t = useLocalize()
  const title = usePageTitle()
  const [isSubmitted, setSubmitted] = useState(false)
  useFocusIfLost(() => document.getElementById('main'), isSubmitted)
  return (
    <div className={page.narrow}>
      <h1>{t(title)}</h1>
      {isSubmitted ? <Submitted /> : <RegistrationForm onSubmitted={() => setSubmitted(true)} />}
    </div>
  )
}
