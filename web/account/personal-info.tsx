import { useState } from 'react'
import { auth } from '#contract/auth.ts'
import type { OutOf } from '#contract/kit/call.ts'
import { check } from '#contract/kit/check.ts'
import { contactFields, profileFields, user } from '#contract/system/user.ts'
import { words } from '#contract/words.ts'
import { ask, queries, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { saveUser } from '#web/base/api/session.ts'
import { encrypt } from '#web/base/login/login-calls.ts'
import { QueryView } from '#web/base/page/page.tsx'
import { useUnsaved } from '#web/base/preferences/unsaved.ts'
import { FaultSummary } from '#web/form/fault-summary.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext, useIdAt } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FormField } from '#web/ui/input.tsx'
import { AvatarControl } from './avatar.tsx'
import css from './personal-info.module.css'

type Person = OutOf<typeof user.calls.info>

const { avatar: picture, ...written } = profileFields
const { password } = contactFields

type Contacts = Readonly<Record<'phone' | 'email', unknown>>

/** Whether the contacts differ; the server then asks for the password. */
const areContactsChanged = (of: Person, { phone, email }: Contacts) =>
  (phone ?? '') !== (of.phone ?? '') || (email ?? '') !== (of.email ?? '')

/** Saves the contacts with the password, if they have changed, and then the other fields. */
const saveInfo = async (values: FormValues, needsPassword: boolean) => {
  if (needsPassword) {
    const { phone, email } = values
    await ask(user.calls.updateContacts, { phone, email, password: await encrypt(String(values.password)) } as never)
  }
  await ask(user.calls.updateInfo, { ...values, password: undefined } as never)
  saveUser(await ask(auth.userInfo))
}

/** Read-only fields, which only an administrator can change. */
const ReadOnlyFields = ({ of }: { of: Person }) => {
  const t = useLocalize()
  const fixedFields = [
    [user.fields.account.label, of.account],
    [user.fields.unitName.label, of.unitName],
  ] as const
  return (
    <dl className={css.fixed}>
      {fixedFields.map(([label, value]) =>
        value ? (
          <div key={label[1]}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

/** The form; unsaved input is tracked until it is saved. */
const Form = ({ of }: { of: Person }) => {
  const t = useLocalize()
  const { realName, name, phone, email, avatar } = of
  const initialValues = { realName, name, phone, email, avatar }
  const form = useForm(initialValues)
  const text = JSON.stringify({ ...form.values, password: undefined })
  useUnsaved('own-info', text !== JSON.stringify(initialValues))
  const idAt = useIdAt()
  const [savedText, setSavedText] = useState<string | null>(null)
  const needsPassword = areContactsChanged(of, form.values as Contacts)
  const fields = needsPassword ? { ...written, password } : written
  const avatarLink = String(form.values.avatar ?? '')

  const save = async () => {
    const { faults } = check({ ...fields, avatar: picture }, form.values, { mode: 'new' })
    form.setFaults(faults)
    if (faults.length) return
    if (!(await form.run(() => saveInfo(form.values, needsPassword)))) return
    form.state.change('password', null)
    setSavedText(text)
    await queries.invalidateQueries({ queryKey: [user.calls.info.path] })
  }

  return (
    <FormFrame refusal={form.refusal} className={css.form} onSubmit={save}>
      <FaultSummary faults={form.faults} />
      <div className={css.parts}>
        <FormField id={idAt('avatar')} group label={t(picture.label)} fault={form.state.faultAt('avatar')}>
          <AvatarControl
            value={avatarLink}
            onChange={(link) => form.state.change('avatar', link)}
            disabled={form.busy}
            isNew={avatarLink !== (avatar ?? '')}
          />
        </FormField>
        <div className="stack gap-24">
          <ReadOnlyFields of={of} />
          <FormContext value={{ ...form.state, isAboutUser: true }}>
            <FieldGrid fields={fields} values={form.values} />
          </FormContext>
          <div className="row wrap middle gap-12 gap-x-16">
            <Button type="submit" kind="main" busy={form.busy}>
              {t(words.save)}
            </Button>
            <span role="status" className="good bold">
              {savedText === text && !form.busy ? t(words.updated) : null}
            </span>
          </div>
        </div>
      </div>
    </FormFrame>
  )
}

/** Personal info: avatar, real name, user name, phone, e-mail (specification 000, section 2). */
export const PersonalInfo = () => {
  const info = useAnswer(user.calls.info)
  return <QueryView from={info}>{(of) => <Form key={of.id} of={of} />}</QueryView>
}
