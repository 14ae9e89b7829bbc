import { use, useRef } from 'react'
import { useParams } from 'react-router'
import { consoleWords } from '#contract/console-words.ts'
import { type FlowStep, flowProcess, type ModelView, type OpenTask } from '#contract/flow/flow-process.ts'
import type { Fields } from '#contract/kit/field.ts'
import type { OpinionValues } from '#contract/kit/opinion-variables.ts'
import type { Text } from '#contract/kit/text.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { askWithMessage, invalidate } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useUser } from '#web/base/api/session.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { deskPaths } from '#web/base/page/desk-paths.ts'
import type { Control } from '#web/form/control.ts'
import { FaultFocus } from '#web/form/fault-focus.tsx'
import { FaultSummary } from '#web/form/fault-summary.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { useFocusIfLost } from '#web/ui/use-focus-if-lost.ts'
import { usePageForm } from '../dialog/use-page-form.ts'
import { opinionControlAt, WithOpinionValues } from '../opinion/opinion-field.tsx'
import { useClosePage } from '../shell/page-tab.ts'
import { WalkContext } from '../walk/walk-context.ts'
import { type FieldAnswers, noAnswers, withAnswers } from './field-answers.ts'
import { decisionIdOf } from './instance-head.tsx'
import css from './process.module.css'

const { comment } = workTodo.actions.completeTask.input
const readPaths = [
  workTodo.calls.list.path,
  '/api/caict-flow/work',
  flowProcess.modelView.path,
  flowProcess.ownTasks.path,
  ...deskPaths,
]

/** What the person who started the process may do with a returned matter, besides sending it again. */
export interface Correction {
  /** Fields to correct, with their present values; saved before the matter is sent again. */
  readonly fields: Fields
  readonly initial: FormValues
  readonly save: (values: FormValues) => Promise<unknown>
  /** The button that withdraws it, and the question before. */
  readonly withdraw: Text
  readonly withdrawQuestion: Text
  readonly useAnswers?: FieldAnswers
  /** Controls of some fields. */
  readonly controls?: Readonly<Record<string, Control>>
}

/** What an opinion on the matter is called, and the sentence that asks for it. */
export interface Opinion {
  readonly label: Text
  readonly missing: Text
  /** What the variables of a common opinion stand for, besides the name of the task. */
  readonly values?: OpinionValues
}

/** What an approver of an office writes. */
export const approvalOpinion: Opinion = {
  label: ['审批意见', 'Opinion'],
  missing: ['请输入审批意见', 'Please fill in your opinion'],
}

interface Decision {
  readonly flag: 'ok' | 'no'
  readonly label: Text
}

const agree: Decision = { flag: 'ok', label: ['同意', 'Agree'] }
const giveBack: Decision = { flag: 'no', label: ['退回修改', 'Return for correction'] }
const resubmit: Decision = { flag: 'ok', label: ['重新提交', 'Submit again'] }

interface FormProps {
  readonly step: FlowStep
  /** Present if the matter was returned to the user, who started the process. */
  readonly correction?: Correction | undefined
  readonly opinion: Opinion
  /** Addresses whose answers change with the decision. */
  readonly reads: readonly string[]
}

const fieldsFor = (correction: Correction | undefined, { label, missing }: Opinion): Fields =>
  correction
    ? { ...correction.fields, comment: { ...comment, label: consoleWords.note } }
    : { comment: { ...comment, label, required: true, message: missing } }

/** Whoever corrects a matter gives no opinion on it. */
const controlsOf = (correction: Correction | undefined) => (correction ? {} : { controlAt: opinionControlAt })

const useDecision = (
  taskId: string,
  fields: Fields,
  values: FormValues,
  controls: NonNullable<Correction['controls']>,
) => usePageForm({ name: `handle-${taskId}`, initial: { ...values, comment: null }, controls, fieldsFor: () => fields })

/** Opinion and decision of a task. Who has to correct the matter sends it again instead, or withdraws it. */
const DecisionForm = ({ step, correction, opinion, reads }: FormProps) => {
  const t = useLocalize()
  const toaster = useToaster()
  const confirm = useConfirm()
  const closePage = useClosePage()
  const walk = use(WalkContext)
  const { processInstanceId = '' } = useParams()
  const taskId = step.taskId ?? ''
  const fields = fieldsFor(correction, opinion)
  const { controls = {}, useAnswers = noAnswers } = correction ?? {}
  const { form, state, submit, finish } = useDecision(taskId, fields, correction?.initial ?? {}, controls)
  const complete = async (flag: 'ok' | 'no', note: unknown) => {
    const input = { taskId, processInstanceId, flag, comment: String(note ?? '') }
    // what was done is what the server says, not what the button says
    toaster.success((await askWithMessage(workTodo.calls.completeTask, input)).msg)
  }
  const close = async () => {
    if (!walk) closePage()
    else if (!walk.decided()) walk.leave()
    await invalidate(...readPaths, ...reads)
  }
  const decide = async ({ flag }: Decision) => {
    const isSent = await submit(async ({ comment: note, ...values }) => {
      await correction?.save(values)
      return complete(flag, note)
    })
    if (isSent) await close()
  }
  const withdraw = async ({ withdrawQuestion: title }: Correction) => {
    if (!(await confirm({ title, danger: true }))) return
    // the corrections are not saved, so they need not be complete
    if (await finish(() => complete('no', form.values.comment))) await close()
  }
  const main = correction ? resubmit : agree
  return (
    <FormFrame className={css.form} refusal={form.refusal} onSubmit={() => decide(main)}>
      {correction ? <FaultSummary faults={form.faults} /> : null}
      <FormContext value={{ ...withAnswers(state, useAnswers(form.values)), ...controlsOf(correction) }}>
        <WithOpinionValues value={{ stage: step.historyActivityName, ...opinion.values }}>
          <FieldGrid fields={fields} values={form.values} />
          {correction ? null : <FaultFocus faults={form.faults} />}
        </WithOpinionValues>
      </FormContext>
      <div className="row wrap to-end gap-8">
        {correction ? (
          <Button kind="danger" busy={form.busy} onClick={() => void withdraw(correction)}>
            {t(correction.withdraw)}
          </Button>
        ) : (
          <Button busy={form.busy} onClick={() => void decide(giveBack)}>
            {t(giveBack.label)}
          </Button>
        )}
        <Button kind="main" type="submit" busy={form.busy}>
          {t(main.label)}
        </Button>
      </div>
    </FormFrame>
  )
}

interface Props {
  readonly createUser: string | null
  readonly view: ModelView
  /** Absent if nothing was returned: whoever started it has another task. */
  readonly correction: Correction | undefined
  readonly opinion: Opinion
  readonly reads: readonly string[]
}

/** Why the user has nothing to decide; nothing where the head of the page lets them claim the task. */
const NoDecision = ({ step, task }: { step: FlowStep | undefined; task: OpenTask | undefined }) => {
  const t = useLocalize()
  if (task?.canClaim) return null
  if (!task || !step || step.endTime)
    return <Notice title={t(['该任务已办理', 'This task has already been handled'])} />
  return (
    <Notice
      title={t(
        task.assigneeName
          ? [`该任务由${task.assigneeName}办理`, `${task.assigneeName} has this task`]
          : ['该任务不由您办理', 'This task is not yours'],
      )}
    />
  )
}

/** The user's task in the matter, or why there is nothing to do. */
export const TaskDecision = ({ createUser, view, correction, opinion, reads }: Props) => {
  const me = useUser()?.user_id
  const { taskId } = useParams()
  const section = useRef<HTMLElement>(null)
  const step = view.flow?.find((one) => one.taskId === taskId && one.historyActivityType === 'userTask')
  const task = view.overview?.tasks.find((one) => one.taskId === taskId)
  // the button that claimed it has gone
  useFocusIfLost(() => section.current, task?.isMine)
  if (!step || step.endTime || !task?.isMine) return <NoDecision step={step} task={task} />
  const isReturned = createUser === me
  return (
    <section ref={section} id={decisionIdOf(step.taskId ?? '')} tabIndex={-1}>
      <h2>{step.historyActivityName}</h2>
      <DecisionForm
        // the two forms have different hooks
        key={`${taskId} ${isReturned}`}
        step={step}
        correction={isReturned ? correction : undefined}
        opinion={opinion}
        reads={reads}
      />
    </section>
  )
}
