import { useState } from 'react'
import { auth, type UnregisteredUser } from '#contract/auth.ts'
import { secret, text } from '#contract/kit/field.ts'
import { guestFaults, guestFields, signOn } from '#contract/sign-on.ts'
import { words } from '#contract/words.ts'
import { passwordWords } from '#web/account/password-lines.ts'
import { ask, useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { defaultTenant, encrypt } from '#web/base/login/login-calls.ts'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import page from '../page.module.css'

const { tenantId, name, account } = guestFields
const must = { required: true } as const
const fields = {
  name: text(...name.label, { max: name.max }),
  account: text(...account.label, { max: account.max, ...must }),
  password: secret('密码', 'Password', must),
  password2: secret('确认密码', 'Confirm password', must),
}
const withTenant = { tenantId: text(...tenantId.label, { max: tenantId.max, ...must }), ...fields }

const Submitted = ({ onClose }: { onClose: () => void }) => {
  const t = useLocalize()
  return (
    <Dialog title={t(['注册提示', 'Registration'])} closeWords={t(words.close)} onClose={onClose}>
      <div className={page.form}>
        <Notice
          tone="good"
          live
          title={t([
            '注册申请已提交,请耐心等待管理员通过!',
            'Your registration has been submitted. Please wait for an administrator to approve it.',
          ])}
        >
          <p>
            {t([
              '审核通过后，可使用刚才设置的账号和密码登录，也可继续通过统一身份认证登录；未通过时，登录页会说明原因。',
              'Once your registration is approved, you can log in with this account and password or through single sign-on. If it is rejected, you will see the reason when you log in.',
            ])}
          </p>
        </Notice>
        <Button kind="main" onClick={onClose}>
          {t(words.ok)}
        </Button>
      </div>
    </Dialog>
  )
}

type GuestValues = Record<keyof typeof withTenant, string | undefined>

const register = async (values: GuestValues, oauthId: string) => {
  const [password, password2] = await Promise.all([encrypt(values.password ?? ''), encrypt(values.password2 ?? '')])
  await ask(signOn.registerGuest, { ...values, password, password2, oauthId })
}

interface Props {
  readonly guest: UnregisteredUser
  /** Called on closing; `registered` tells whether the user registered. */
  readonly onClose: (registered: boolean) => void
}

/** Registration of a user who has an account at the sign-on site, but not here (specification 000, sections 2 and 5). */
export const ThirdParty = ({ guest, onClose }: Props) => {
  const t = useLocalize()
  const form = useForm({ tenantId: defaultTenant, name: guest.nick_name })
  const [done, setDone] = useState(false)
  const { data: settings } = useAnswer(auth.settings, {}, { staleTime: 60_000 })
  if (done) return <Submitted onClose={() => onClose(true)} />

  const values = form.values as GuestValues
  const submit = async () => {
    const faults = guestFaults(values)
    form.setFaults(faults)
    if (faults[0]) return document.getElementById(`f-${faults[0].at}`)?.focus()
    if (await form.run(() => register(values, guest.oauth_id))) setDone(true)
  }
  return (
    <Dialog
      title={t(['第三方账号注册', 'Third-party registration'])}
      closeWords={t(words.close)}
      onClose={() => onClose(false)}
      wide
    >
      <form
        noValidate
        className={page.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p>
          {t([
            '您已通过统一身份认证，但在本平台还没有账号。请设置平台账号，管理员审核通过后即可登录。',
            'You have logged in through single sign-on, but you have no account on this platform yet. Set one up here; you can log in once an administrator has approved it.',
          ])}
        </p>
        {form.refusal ? <Notice tone="bad" title={form.refusal} live /> : null}
        <FormContext value={{ ...form.state, hintAt: (at) => (at === 'password' ? t(passwordWords) : null) }}>
          <FieldGrid fields={settings?.tenantMode ? withTenant : fields} values={form.values} />
        </FormContext>
        <div className={page.actions}>
          <Button type="submit" kind="main" busy={form.busy}>
            {t(['提交注册', 'Submit'])}
          </Button>
          <Button onClick={() => onClose(false)}>{t(words.cancel)}</Button>
        </div>
      </form>
    </Dialog>
  )
}
