import { check } from '#contract/kit/check.ts'
import { webhook, webhookFields } from '#contract/project/webhook.ts'
import { words } from '#contract/words.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useUnsaved } from '#web/base/preferences/unsaved.ts'
import { FaultSummary } from '#web/form/fault-summary.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'

interface Props {
  readonly onAdded: (secret: string) => void
  readonly onCancel: () => void
}

/** A new webhook of the person: purpose and address. */
export const WebhookForm = ({ onAdded, onCancel }: Props) => {
  const t = useLocalize()
  const form = useForm({ name: null, url: null })
  const { values } = form
  useUnsaved('new-webhook', Object.values(values).some(Boolean))
  const add = async () => {
    const { faults } = check(webhookFields, values, { mode: 'new' })
    form.setFaults(faults)
    if (faults.length) return
    await form.run(async () => {
      const { secret } = await ask(webhook.calls.create, values as never)
      onAdded(secret)
      await invalidate(webhook.calls.mine.path)
    })
  }
  return (
    <FormFrame refusal={form.refusal} className="stack gap-24" onSubmit={add}>
      <FaultSummary faults={form.faults} />
      <FormContext value={form.state}>
        <FieldGrid fields={webhookFields} values={values} />
      </FormContext>
      <div className="row wrap gap-12">
        <Button type="submit" kind="main" busy={form.busy}>
          {t(['确认新建', 'Add'])}
        </Button>
        <Button onClick={onCancel}>{t(words.cancel)}</Button>
      </div>
    </FormFrame>
  )
}
