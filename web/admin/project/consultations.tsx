import { useId, useState } from 'react'
import type { Fields } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { Status } from '#contract/project/status.ts'
import type { Consultation } from '#contract/work/consultation.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { askWithMessage, failureOf, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { deskPaths } from '#web/base/page/desk-paths.ts'
import { TimelineComment } from '#web/declaration/timeline-entry.tsx'
import { FaultFocus } from '#web/form/fault-focus.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { Tag, type Tone } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { usePageForm } from '../dialog/use-page-form.ts'
import { opinionControlAt } from '../opinion/opinion-field.tsx'
import type { OpenWalk } from '../walk/use-walk.ts'
import css from './review.module.css'

const { advise, withdrawConsultation } = workTodo.calls
const fields: Fields = { comment: workTodo.actions.advise.input.comment }
const reread = () => invalidate(declaration.path, '/api/caict-flow/work', ...deskPaths)

const states: Readonly<Record<Consultation['state'], readonly [Tone, Text]>> = {
  open: ['ask', ['待答复', 'Not answered yet']],
  answered: ['good', ['已答复', 'Answered']],
  withdrawn: ['calm', ['已撤回', 'Withdrawn']],
  closed: ['calm', ['任务已办结，已关闭', 'Closed with the task']],
}

const AdviceForm = ({ id, walk }: { id: string; walk: OpenWalk | null }) => {
  const t = useLocalize()
  const toaster = useToaster()
  const { form, state, submit } = usePageForm({
    name: `advise-${id}`,
    initial: { comment: null },
    fieldsFor: () => fields,
  })
  const send = async () => {
    const isSent = await submit(async ({ comment }) => {
      toaster.success((await askWithMessage(advise, { consultationId: id, comment: String(comment) })).msg)
    })
    if (!isSent) return
    walk?.decided()
    await reread()
  }
  return (
    <FormFrame className={`${css.form} above-8`} refusal={form.refusal} onSubmit={send}>
      <FormContext value={{ ...state, controlAt: opinionControlAt }}>
        <FieldGrid fields={fields} values={form.values} />
        <FaultFocus faults={form.faults} />
      </FormContext>
      <p className="muted small">
        {t([
          '意见供办理人参考，不代替其决定；办理人员可见，申报单位不可见。',
          'Your advice decides nothing. Officers read it, the declarant does not.',
        ])}
      </p>
      <div className={css.actions}>
        <Button kind="main" type="submit" busy={form.busy}>
          {t(advise.label)}
        </Button>
      </div>
    </FormFrame>
  )
}

const WithdrawButton = ({ of: { id, adviserName } }: { of: Consultation }) => {
  const t = useLocalize()
  const confirm = useConfirm()
  const toaster = useToaster()
  const [busy, setBusy] = useState(false)
  const withdraw = async () => {
    if (!(await confirm({ title: ['确定撤回此加签?', 'Withdraw this consultation?'], content: adviserName ?? '' })))
      return
    setBusy(true)
    await askWithMessage(withdrawConsultation, { consultationId: id }).then(
      ({ msg }) => toaster.success(msg),
      (error: unknown) => toaster.error(failureOf(error).message),
    )
    setBusy(false)
    await reread()
  }
  return (
    <Button kind="link" busy={busy} onClick={() => void withdraw()}>
      {t(withdrawConsultation.label)}
      <span className="hidden-words"> {adviserName}</span>
    </Button>
  )
}

/** Whether a consultation was asked with the one before it, with the same note. */
const isWithBefore = (one: Consultation, before: Consultation | undefined): boolean =>
  before?.createTime === one.createTime && before.consultedByName === one.consultedByName && before.note === one.note

interface ItemProps {
  readonly of: Consultation
  readonly before: Consultation | undefined
  readonly walk: OpenWalk | null
}

const ConsultationItem = ({ of, before, walk }: ItemProps) => {
  const t = useLocalize()
  const { state, taskName, consultedByName, adviserName, note, advice, createTime, endTime } = of
  const [tone, words] = states[state]
  return (
    <li>
      <p className="row wrap gap-4 gap-x-12">
        <strong>{adviserName}</strong>
        <Tag tone={tone}>{t(words)}</Tag>
        {of.canWithdraw ? <WithdrawButton of={of} /> : null}
      </p>
      {advice ? <TimelineComment>{advice}</TimelineComment> : null}
      <p className="row wrap gap-x-12 muted small">
        <span>{taskName}</span>
        <span>{t([`由${consultedByName ?? ''}加签`, `Consulted by ${consultedByName ?? ''}`])}</span>
        <time>{state === 'answered' ? endTime : createTime}</time>
      </p>
      {note && !isWithBefore(of, before) ? (
        <p className="muted small">{t([`说明：${note}`, `Note: ${note}`])}</p>
      ) : null}
      {of.canAdvise ? <AdviceForm id={of.id} walk={walk} /> : null}
    </li>
  )
}

/** Colleagues who were consulted, and what they advise; the form of a colleague who has not answered yet. */
export const Consultations = ({ status, walk }: { status: Status; walk: OpenWalk | null }) => {
  const t = useLocalize()
  const headingId = useId()
  const { consultations } = status
  if (consultations.length === 0) return null
  // what waits for the reader comes first, then the latest
  const rows = consultations.toReversed().toSorted((one, other) => Number(other.canAdvise) - Number(one.canAdvise))
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{t(['加签意见', 'Advice'])}</h2>
      <ul className="stack gap-16">
        {rows.map((one, i) => (
          <ConsultationItem key={one.id} of={one} before={rows[i - 1]} walk={walk} />
        ))}
      </ul>
    </section>
  )
}
