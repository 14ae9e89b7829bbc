import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { registerFields } from '#contract/auth.ts'
import { check } from '#contract/kit/check.ts'
import type { Fault } from '#contract/kit/fail.ts'
import type { Fields } from '#contract/kit/field.ts'
import { rules } from '#contract/kit/rules.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { passwordWords } from '#web/account/password-lines.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { readLocal, removeLocal, writeLocal } from '#web/base/api/local.ts'
import { FaultSummary, useFocusAt } from '#web/form/fault-summary.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import page from '../page.module.css'
import { AgreementField, consentAt, consentMissing } from './agreement.tsx'
import css from './register.module.css'

/** The steps of a wizard, with the current one marked. */
const StepMarks = ({ names, current }: { names: readonly string[]; current: number }) => (
  <ol className={css.steps}>
    {names.map((name, i) => (
      <li key={name} aria-current={i === current ? 'step' : undefined} data-past={i < current || undefined}>
        <span className={css.mark} aria-hidden="true">
          {i + 1}
        </span>
        {name}
      </li>
    ))}
  </ol>
)

const storedFields: Fields = registerFields

/** The values of the form that may be stored: all but passwords. */
const withoutPasswords = (values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => storedFields[name] && storedFields[name].kind !== 'secret'),
  )

/** What was typed in this tab and not sent yet; it ends with the tab. `item` names the form. */
const readRegistration = (item: string): FormValues => withoutPasswords(readLocal<FormValues>(item) ?? {})

const storeRegistration = (item: string, values: FormValues): void => writeLocal(item, withoutPasswords(values), true)

const clearRegistration = (item: string): void => removeLocal(item)

const { unitName, code, password, password2, ...person } = registerFields
const unit = { unitName, code }
const passwords = { password, password2 }
/** The field groups of each step; each group starts on a new line. */
const steps: readonly (readonly Fields[])[] = [[unit], [person, passwords]]
type Step = 0 | 1
const groupsOf = (step: Step, isCorrection: boolean): readonly Fields[] =>
  (steps[step] ?? []).filter((fields) => fields !== passwords || !isCorrection)
const stepOf = (at: string): Step => (at in unit ? 0 : 1)

const stepNames: readonly Text[] = [
  ['单位信息', 'Organisation'],
  ['账号信息', 'Account'],
]

/** Validates a step before the request, with the server's own rules and messages. */
const faultsIn = (fields: Fields, values: FormValues): Fault[] => {
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

/** The step of the wizard. The second one is an entry of the browser's history, so Back leads to the first one. */
const useStep = (isFirstComplete: boolean) => {
  const { state, ...address } = useLocation()
  const navigate = useNavigate()
  const focusAt = useFocusAt()
  const target = useRef<string | null>(null)
  const step: Step = isFirstComplete && (state as { step?: Step } | null)?.step === 1 ? 1 : 0
  useEffect(() => {
    if (!target.current || stepOf(target.current) !== step) return
    focusAt(target.current)
    target.current = null
  }, [step, focusAt])
  /** Shows the step of a field and focuses it. */
  const show = (at: string) => {
    if (stepOf(at) === step) return focusAt(at)
    target.current = at
    if (step === 1) navigate(-1)
    else navigate(address, { state: { ...(state as object | null), step: 1 } })
  }
  return { step, show }
}

interface Props {
  /** Name under which what is typed is stored in this tab. */
  readonly item: string
  readonly initial?: FormValues
  /** A registration that was sent before: without passwords, which stay. */
  readonly isCorrection?: boolean
  /** Sends the complete registration. */
  readonly send: (values: FormValues) => Promise<unknown>
}

/** The registration in two steps. What is typed survives going back and reloading, except passwords. */
export const RegistrationForm = ({ item, initial = {}, isCorrection = false, send }: Props) => {
  const t = useLocalize()
  const form = useForm({ ...initial, ...readRegistration(item) })
  const { values } = form
  const { step, show } = useStep(faultsIn(unit, values).length === 0)
  useEffect(() => storeRegistration(item, values), [item, values])
  const groups = groupsOf(step, isCorrection)

  // a response without a message comes from a proxy in between, not from the server
  const refusal =
    form.refusal === t(words.systemError) ? t(['提交失败', 'The registration could not be submitted']) : form.refusal
  const next = async () => {
    const isUnread = step === 1 && !isCorrection && !values[consentAt]
    const faults = [
      ...faultsIn(Object.assign({}, ...groups), values),
      ...(isUnread ? [{ at: consentAt, text: consentMissing }] : []),
    ]
    form.setFaults(faults)
    if (faults.length) return
    if (step === 0) return show('type')
    await form.run(async () => {
      await send(values)
      clearRegistration(item)
    })
  }
  const noteAt = (at: string) => (at === 'password' ? <span className={css.rules}>{t(passwordWords)}</span> : null)
  return (
    <FormFrame refusal={refusal} className={page.form} onSubmit={next}>
      <p className="muted">
        {t([
          '提交后1至3个工作日内完成审核，审核通过后即可登录。',
          'Registrations are reviewed within 1 to 3 working days. You can log in once yours is approved.',
        ])}
      </p>
      {isCorrection ? null : (
        <p className="muted">
          {t([
            '请准备授权委托书或营业执照的扫描件，提交注册后上传。',
            'Have a scan of the letter of authorisation or the business licence ready; you upload it after you submit.',
          ])}
        </p>
      )}
      <StepMarks names={stepNames.map(t)} current={step} />
      <FaultSummary faults={form.faults} go={show} />
      <FormContext value={{ ...form.state, isAboutUser: true, noteAt }}>
        {groups.map((fields) => (
          <FieldGrid key={Object.keys(fields)[0]} fields={fields} values={values} />
        ))}
        {step === 1 && !isCorrection ? <AgreementField value={values[consentAt]} /> : null}
      </FormContext>
      <div className={page.actions}>
        {step === 1 ? <Button onClick={() => show('unitName')}>{t(['上一步', 'Back'])}</Button> : null}
        <Button type="submit" kind="main" busy={form.busy}>
          {step === 0 ? t(['下一步', 'Next']) : t(isCorrection ? ['重新提交', 'Submit again'] : ['提交注册', 'Submit'])}
        </Button>
      </div>
    </FormFrame>
  )
}
