import type { Field } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { RestoredNotice } from './restored-notice.tsx'
import { usePageForm } from './use-page-form.ts'

interface Props {
  /** Under which an unsent reason is kept. */
  readonly name: string
  readonly reason: Field
  /** The button, and the message after it has worked. */
  readonly label: Text
  readonly done: Text
  readonly send: (reason: string) => Promise<unknown>
  readonly close: () => void
}

const initial = { reason: null }

/** Asks for the reason of an act on a page before it is sent; a reason that was typed survives a reload, a refusal and 取消. */
export const ReasonForm = ({ name, reason, label, done, send, close }: Props) => {
  const t = useLocalize()
  const toaster = useToaster()
  const fields = { reason }
  const { form, state, submit, isRestored } = usePageForm({ name, initial, fieldsFor: () => fields })
  const act = async () => {
    if (!(await submit((values) => send(String(values.reason ?? ''))))) return
    close()
    toaster.success(t(done))
  }
  return (
    <FormFrame refusal={form.refusal} className="stack gap-16 above-12" onSubmit={act}>
      {isRestored ? <RestoredNotice /> : null}
      <FormContext value={state}>
        <FieldGrid fields={fields} values={form.values} />
      </FormContext>
      <div className="row wrap gap-8">
        <Button type="submit" kind="main" busy={form.busy}>
          {t(label)}
        </Button>
        <Button onClick={close}>{t(words.cancel)}</Button>
      </div>
    </FormFrame>
  )
}
