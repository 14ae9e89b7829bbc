import { type ReactNode, useRef } from 'react'
import { useParams } from 'react-router'
import { type FlowStep, flowProcess, type ModelView, type OpenTask } from '#contract/flow/flow-process.ts'
import type { Fields } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { ask, invalidate } from '#web/base/caller.ts'
import { deskPaths } from '#web/base/desk-paths.ts'
import { useLocalize } from '#web/base/language.ts'
import { useUser } from '#web/base/session.ts'
import { FaultSummary } from '#web/form/fault-summary.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { useFocusIfLost } from '#web/ui/use-focus-if-lost.ts'
import { usePageForm } from '../crud/use-page-form.ts'
import { useClosePage } from '../shell/close-page.ts'
import { decisionIdOf } from './instance-head.tsx'
import css from './process.module.css'

const comment = { ...workTodo.actions.completeTask.input.comment, label: ['批复意见', 'Opinion'] as const }
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
  readonly cancel: Text
  /** What follows from the values so far. */
  readonly note?: (values: FormValues) => ReactNode
}

interface FormProps {
  readonly step: FlowStep
  /** Whether the matter was returned to the user, who started the process. */
  readonly isReturned: boolean
  readonly correction?: Correction | undefined
  /** Addresses whose answers change with the decision. */
  readonly reads: readonly string[]
}

/** Opinion and decision of a task. Who has to correct the matter sends it again instead. */
const DecisionForm = ({ step, isReturned, correction, reads }: FormProps) => {
  const t = useLocalize()
  const toaster = useToaster()
  const closePage = useClosePage()
  const { processInstanceId = '' } = useParams()
  const taskId = step.taskId ?? ''
  const fields: Fields = { ...correction?.fields, comment }
  const initial = { ...correction?.initial, comment: null }
  const { form, state, submit } = usePageForm({ name: `handle-${taskId}`, initial, fieldsFor: () => fields })
  const decide = async (flag: 'ok' | 'no') => {
    const isSent = await submit(async ({ comment: opinion, ...values }) => {
      if (flag === 'ok') await correction?.save(values)
      return ask(workTodo.calls.completeTask, { taskId, processInstanceId, flag, comment: String(opinion) })
    })
    if (!isSent) return
    toaster.success(t(['办理成功', 'Your decision was recorded']))
    closePage()
    await invalidate(...readPaths, ...reads)
  }
  const refusal: Text | undefined = isReturned ? correction?.cancel : ['不同意', 'Refuse']
  return (
    <FormFrame className={css.form} refusal={form.refusal} onSubmit={() => decide('ok')}>
      {correction ? <FaultSummary faults={form.faults} /> : null}
      <FormContext value={state}>
        <FieldGrid fields={fields} values={form.values} />
      </FormContext>
      {correction?.note?.(form.values)}
      <div className={css.actions}>
        {refusal ? (
          <Button kind="danger" busy={form.busy} onClick={() => void decide('no')}>
            {t(refusal)}
          </Button>
        ) : null}
        <Button kind="main" type="submit" busy={form.busy}>
          {isReturned ? t(['重新提交', 'Send again']) : t(['同意', 'Agree'])}
        </Button>
      </div>
    </FormFrame>
  )
}

interface Props {
  readonly createUser: string | null
  readonly view: ModelView
  readonly correction?: Correction
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
export const TaskDecision = ({ createUser, view, correction, reads }: Props) => {
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
        key={taskId}
        step={step}
        isReturned={isReturned}
        correction={isReturned ? correction : undefined}
        reads={reads}
      />
    </section>
  )
}
