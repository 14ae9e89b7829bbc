import { useState } from 'react'
import { declaration } from '#contract/project/declaration.ts'
import { correctionReason } from '#contract/project/score-sheet.ts'
import type { Status } from '#contract/project/status.ts'
import { words } from '#contract/words.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext, type FormState } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import { withValue } from '#web/form/form-values.ts'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import css from './review.module.css'
import { inputsFor, type OpenReview, withInputs } from './review-draft.ts'
import { CorrectionInputs } from './score-inputs.tsx'
import { withSheet } from './sheet-values.ts'

interface Props {
  readonly status: Status
  readonly review: OpenReview
}

/** The expert's own score as it counts now, with what was typed since. */
const typedFor = ({ timeline, rubric }: Status, { draft }: OpenReview) => {
  const own = timeline.findLast(({ move }) => move === 'score')
  const given = rubric.length ? { items: own?.items } : { score: own?.score }
  return withSheet({ ...given, ...inputsFor(draft, 'score') }, rubric)
}

const CorrectionForm = ({ status, review, close }: Props & { readonly close: () => void }) => {
  const t = useLocalize()
  const toaster = useToaster()
  const form = useForm({})
  const [key] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'))
  const typed = typedFor(status, review)
  const state: FormState = {
    ...form.state,
    change: (at, value) => {
      form.setFaults(form.faults.filter((fault) => fault.at !== at))
      review.change(withInputs(review.draft, 'score', withValue(typed, at.split('.'), value)))
    },
  }
  const send = async () => {
    const input = { ...typed, id: status.id }
    const isSent = await form.run(() =>
      ask(declaration.calls.correctScore, input as never, { headers: { 'idempotency-key': key } }),
    )
    if (!isSent) return
    review.clear()
    close()
    toaster.success(t(['评分已更正', 'Score corrected']))
    await invalidate(declaration.path)
  }
  return (
    <FormFrame refusal={form.refusal} className={css.form} onSubmit={send}>
      <FormContext value={state}>
        <CorrectionInputs rubric={status.rubric} typed={typed} />
        <FieldGrid fields={{ reason: correctionReason }} values={typed} />
      </FormContext>
      <div className={css.actions}>
        <Button type="submit" kind="main" busy={form.busy}>
          {t(['确认更正', 'Confirm the correction'])}
        </Button>
        <Button onClick={close}>{t(words.cancel)}</Button>
      </div>
    </FormFrame>
  )
}

/** An expert's correction of their own score, until scoring is closed, decided or due. */
export const ScoreCorrection = ({ status, review }: Props) => {
  const t = useLocalize()
  const [isOpen, setOpen] = useState(() => Object.keys(inputsFor(review.draft, 'score')).length > 0)
  if (!status.scoring?.canCorrect) return null
  return (
    <section>
      <h2>{t(['更正评分', 'Correct the score'])}</h2>
      {isOpen ? (
        <CorrectionForm status={status} review={review} close={() => setOpen(false)} />
      ) : (
        <>
          <p className="below-12 muted">
            {t([
              '收卷、作出评审结论或评分期限届满前可以更正，以最后一次为准；各次评分均保留。',
              'You can correct it until scoring is closed, a decision is made or the scores are due. The latest one counts; all are kept.',
            ])}
          </p>
          <Button onClick={() => setOpen(true)}>{t(['更正评分', 'Correct the score'])}</Button>
        </>
      )}
    </section>
  )
}
