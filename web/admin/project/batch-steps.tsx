import { useState } from 'react'
import type { Text } from '#contract/kit/text.ts'
import { type BatchStep, batchMoves, batchReason } from '#contract/project/batch-moves.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { Status } from '#contract/project/status.ts'
import { words } from '#contract/words.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { batchWords, quotaWords } from '#web/declaration/batch-words.ts'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import css from './review.module.css'

/** The batch of a declaration, and the quotas that the reader may know. */
export const BatchLine = ({ status: { batch, quotas } }: { readonly status: Status }) => {
  const t = useLocalize()
  const lines = [...(batch ? [batchWords(batch)] : []), ...quotas.map(quotaWords)]
  return lines.map((line) => <span key={line[0]}>{t(line)}</span>)
}

const done: Readonly<Record<BatchStep, Text>> = {
  defer: ['已顺延至下一批次', 'Deferred to the next batch'],
  leaveBatch: ['已退出本批次', 'Left the batch'],
}

interface FormProps {
  readonly status: Status
  readonly step: BatchStep
  readonly close: () => void
}

const StepForm = ({ status: { id, version }, step, close }: FormProps) => {
  const t = useLocalize()
  const toaster = useToaster()
  const form = useForm({})
  const send = async () => {
    const input = { id, version, reason: String(form.values.reason ?? '') }
    if (!(await form.run(() => ask(declaration.calls[step], input)))) return
    close()
    toaster.success(t(done[step]))
    await invalidate(declaration.path)
  }
  return (
    <FormFrame refusal={form.refusal} className={css.form} onSubmit={send}>
      <FormContext value={form.state}>
        <FieldGrid fields={{ reason: batchReason }} values={form.values} />
      </FormContext>
      <div className={css.actions}>
        <Button type="submit" kind="main" busy={form.busy}>
          {t(batchMoves[step].label)}
        </Button>
        <Button onClick={close}>{t(words.cancel)}</Button>
      </div>
    </FormFrame>
  )
}

/** What an officer can do about the batch of a declaration: defer it to the next one, or take it out. */
export const BatchSteps = ({ status }: { readonly status: Status }) => {
  const t = useLocalize()
  const [step, setStep] = useState<BatchStep | null>(null)
  if (status.batchSteps.length === 0) return null
  return (
    <section>
      <h2>{t(['批次', 'Batch'])}</h2>
      {step ? (
        <StepForm status={status} step={step} close={() => setStep(null)} />
      ) : (
        <div className="row wrap gap-8">
          {status.batchSteps.map((one) => (
            <Button key={one} onClick={() => setStep(one)}>
              {t(batchMoves[one].label)}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}
