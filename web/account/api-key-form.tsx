import { check } from '#contract/kit/check.ts'
import { apiKey } from '#contract/system/api-key.ts'
import { keyFields } from '#contract/system/key-fields.ts'
import { words } from '#contract/words.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { encrypt } from '#web/base/login/login-calls.ts'
import { useUnsaved } from '#web/base/preferences/unsaved.ts'
import { FaultSummary } from '#web/form/fault-summary.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'

const { password } = apiKey.actions.create.input
const fields = { ...keyFields, password }
const initialValues: FormValues = Object.fromEntries(
  Object.entries(keyFields).map(([name, field]) => [name, 'initial' in field ? field.initial : null]),
)

interface Props {
  readonly onMade: (key: string) => void
  readonly onCancel: () => void
}

/** A new key of the person: purpose, scopes, last day, networks, and the password again. */
export const KeyForm = ({ onMade, onCancel }: Props) => {
  const t = useLocalize()
  const form = useForm(initialValues)
  const { values } = form
  useUnsaved('new-key', JSON.stringify(values) !== JSON.stringify(initialValues))
  const make = async () => {
    const { faults } = check(fields, values, { mode: 'new' })
    form.setFaults(faults)
    if (faults.length) return
    await form.run(async () => {
      const cipher = await encrypt(String(values.password))
      const { key } = await ask(apiKey.calls.create, { ...values, password: cipher } as never)
      onMade(key)
      await invalidate(apiKey.calls.mine.path)
    })
  }
  return (
    <FormFrame refusal={form.refusal} className="stack gap-24" onSubmit={make}>
      <FaultSummary faults={form.faults} />
      <FormContext value={{ ...form.state, isAboutUser: true }}>
        <FieldGrid fields={fields} values={values} />
      </FormContext>
      <div className="row wrap gap-12">
        <Button type="submit" kind="main" busy={form.busy}>
          {t(['确认新建密钥', 'Make the key'])}
        </Button>
        <Button onClick={onCancel}>{t(words.cancel)}</Button>
      </div>
    </FormFrame>
  )
}
