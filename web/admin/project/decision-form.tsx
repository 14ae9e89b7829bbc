import { type MouseEvent, useState } from 'react'
import { consoleWords } from '#contract/console-words.ts'
import { flowProcess } from '#contract/flow/flow-process.ts'
import { split } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { Remark, Status } from '#contract/project/status.ts'
import { acceptance, type TransitionName, transitionOf } from '#contract/project/transitions.ts'
import { words } from '#contract/words.ts'
import { ask, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { deskPaths } from '#web/base/page/desk-paths.ts'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext, type FormState } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import { type FormValues, withValue } from '#web/form/form-values.ts'
import { useForm } from '#web/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { opinionControlAt } from '../opinion/opinion-field.tsx'
import type { OpenWalk } from '../walk/use-walk.ts'
import { fieldsOf } from './decision-fields.ts'
import { decisionWarnings } from './decision-warnings.ts'
import { doneWordsOf } from './done-words.ts'
import { ExpertChoice } from './expert-choice.tsx'
import { RemarkList } from './remark-list.tsx'
import { faultIn } from './remarks.ts'
import css from './review.module.css'
import { inputsFor, type OpenReview, withInputs } from './review-draft.ts'
import { ScoreInputs } from './score-inputs.tsx'
import { withSheet } from './sheet-values.ts'
import { actionLabel, RemovalRequestNote, removalRequestIn } from './stage-note.tsx'

/** Addresses whose answers change with a transition, which also completes a task. */
const readPaths = [
  declaration.path,
  'declaration-document',
  '/api/caict-porject/library',
  '/api/caict-flow/work',
  flowProcess.ownTasks.path,
  ...deskPaths,
]

const removalSent: Text = [
  '移出申请已提交，待另一人确认后移出',
  'The request was sent; another person has to confirm it',
]
const Recusal = () => {
  const t = useLocalize()
  return (
    <Notice tone="ask" title={t(['提交后您将回避本项目的评审', 'You will be recused from this review'])}>
      <p>{t(['您无需评分，平台将另行指派专家。', 'You do not score it; the platform will assign another expert.'])}</p>
    </Notice>
  )
}

interface FormProps {
  readonly name: TransitionName
  readonly status: Status
  readonly review: OpenReview
  /** Remarks of the last return that nobody has marked as resolved. */
  readonly unresolved: readonly Remark[]
  readonly walk: OpenWalk | null
}

/** Whether a transition needs no input: two presses at one place make it. */
export const isPlainMove = (name: TransitionName): boolean => transitionOf(name).requires === null

/** Whether the caller still has something to decide in this stage. */
const isOpenStill = ({ actions, obstacles }: Status): boolean =>
  actions.some((name) => transitionOf(name).traits.includes('duty') && !obstacles.some(({ action }) => action === name))

/** What the caller has typed; a score has a row for each item of the rubric, and an assignment starts with the experts that are assigned already. */
const typedFor = ({ draft }: OpenReview, name: TransitionName, { assigned, rubric }: Status): FormValues => {
  if (name === 'score') return withSheet(inputsFor(draft, name), rubric)
  if (transitionOf(name).requires !== 'experts') return inputsFor(draft, name)
  const ids = (assigned ?? []).filter(({ state }) => state !== 'recused').map(({ id }) => id)
  return { experts: ids.join(','), ...inputsFor(draft, name) }
}

/** The form of a transition: its values are those of the draft review, and its faults are its own. */
const useDecisionForm = ({ name, status, review, unresolved, walk }: FormProps) => {
  const t = useLocalize()
  const confirm = useConfirm()
  const toaster = useToaster()
  const form = useForm({})
  const [key] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'))
  const isReturn = transitionOf(name).requires === 'remarks'
  const { remarks, met } = review.draft
  /** The remarks that a fault is about; it disappears with the next change. */
  const [sent, setSent] = useState<readonly Remark[]>()
  const typed = typedFor(review, name, status)
  const state: FormState = {
    ...form.state,
    controlAt: opinionControlAt,
    change: (at, value) => {
      form.setFaults(form.faults.filter((fault) => fault.at !== at))
      review.change(withInputs(review.draft, name, withValue(typed, at.split('.'), value)))
    },
  }
  const submit = async () => {
    setSent(remarks)
    const fault = isReturn ? faultIn(remarks) : null
    form.setFaults(fault ? [{ at: 'remarks', text: fault }] : [])
    if (fault) return
    const warnings = decisionWarnings(name, remarks, unresolved)
    const title: Text = ['仍要提交?', 'Send it anyway?']
    if (
      warnings.length &&
      !(await confirm({ title, content: warnings.map((warning) => <p key={warning[1]}>{t(warning)}</p>) }))
    )
      return
    const { id, version } = status
    const input = {
      ...typed,
      id,
      version,
      action: name,
      met: met.map((at) => ({ at })),
      ...(isReturn ? { remarks: remarks.map((remark) => ({ ...remark })) } : {}),
    }
    let doneWords: Text = consoleWords.done
    let isOpen = false
    const isSubmitted = await form.run(async () => {
      const after = await ask(declaration.calls.submitStatus, input, { headers: { 'idempotency-key': key } })
      doneWords = removalRequestIn(after) ? removalSent : doneWordsOf(name, status, after)
      isOpen = isOpenStill(after)
    })
    if (!isSubmitted) return
    review.clear()
    toaster.success(t(doneWords))
    if (!isOpen) walk?.decided()
    await invalidate(...readPaths)
  }
  const remarkFault = sent === remarks ? form.faults.find(({ at }) => at.split('.')[0] === 'remarks')?.msg : undefined
  return { state, remarkFault, refusal: form.refusal, busy: form.busy, submit }
}

interface Props extends FormProps {
  readonly documents: Readonly<Record<string, FormValues>>
}

/** The acceptance takes one press: it decides nothing, and nothing is typed for it. */
export const Acceptance = (props: Omit<FormProps, 'name'>) => {
  const t = useLocalize()
  const { refusal, busy, submit } = useDecisionForm({ name: acceptance, ...props })
  return (
    <FormFrame refusal={refusal} className={css.form} onSubmit={submit}>
      <div className={css.actions}>
        <Button type="submit" kind="main" busy={busy} aria-keyshortcuts={chord}>
          {t(actionLabel(acceptance, props.status))}
        </Button>
      </div>
    </FormFrame>
  )
}

const chord = 'Control+Enter'

/** The second press of a double click is no confirmation. */
const ignoreDoubleClick = (event: MouseEvent) => {
  if (event.detail > 1) event.preventDefault()
}

/** Opinions on a plain decision, folded away until somebody wants to write one. */
const Opinions = ({ name, typed }: { name: TransitionName; typed: FormValues }) => {
  const t = useLocalize()
  const [isOpen] = useState(() => Object.values(typed).some(Boolean))
  return (
    <details open={isOpen}>
      <summary>{t(['附意见', 'Add an opinion'])}</summary>
      <div className="above-8">
        <FieldGrid fields={fieldsOf(name)} values={typed} />
      </div>
    </details>
  )
}

interface InputsProps {
  readonly name: TransitionName
  readonly typed: FormValues
  readonly rubric: Status['rubric']
}

const Inputs = ({ name, typed, rubric }: InputsProps) => {
  if (isPlainMove(name)) return <Opinions name={name} typed={typed} />
  if (name === 'score') return <ScoreInputs rubric={rubric} typed={typed} />
  return <FieldGrid fields={fieldsOf(name)} values={typed} />
}

/** The required inputs of one transition, and sending it. A plain one is confirmed where it was chosen. */
export const DecisionForm = ({ documents, ...props }: Props) => {
  const t = useLocalize()
  const { name, status, review, unresolved } = props
  const { state, remarkFault, refusal, busy, submit } = useDecisionForm(props)
  const move = transitionOf(name)
  const typed = typedFor(review, name, status)
  const isRecused = move.requires === 'score' && typed.conflict === 1
  const isPlain = isPlainMove(name)
  const buttons = (
    <div className={css.actions}>
      <Button
        type="submit"
        kind={move.traits.includes('danger') ? 'danger' : 'main'}
        busy={busy}
        aria-keyshortcuts={chord}
        onClick={ignoreDoubleClick}
      >
        {name === 'unlist' ? null : t(['确认', 'Confirm: '])}
        {isRecused ? t(['回避', 'recusal']) : t(actionLabel(name, status))}
      </Button>
      <Button onClick={() => review.change({ move: null })}>{t(words.cancel)}</Button>
    </div>
  )
  return (
    <FormFrame refusal={refusal} className={css.form} onSubmit={submit}>
      {move.requires === 'experts' ? (
        <ExpertChoice
          selectedIds={split(typed.experts as string | undefined)}
          recused={(status.assigned ?? []).filter(({ state }) => state === 'recused').map((one) => one.id)}
          choose={(ids) => review.change(withInputs(review.draft, name, { ...typed, experts: ids.join(',') }))}
          fault={state.faultAt('experts')}
        />
      ) : null}
      {move.requires === 'remarks' ? (
        <RemarkList status={status} review={review} unresolved={unresolved} documents={documents} fault={remarkFault} />
      ) : null}
      {isPlain ? buttons : null}
      <FormContext value={state}>
        <Inputs name={name} typed={typed} rubric={status.rubric} />
      </FormContext>
      {isRecused ? <Recusal /> : null}
      {name === 'unlist' && !removalRequestIn(status) ? <RemovalRequestNote /> : null}
      {isPlain ? null : buttons}
    </FormFrame>
  )
}
