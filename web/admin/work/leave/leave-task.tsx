import { useParams } from 'react-router'
import type { LeaveDetail } from '#contract/desk/leave.ts'
import { leave } from '#contract/desk/leave.ts'
import { type FlowStep, flowProcess } from '#contract/flow/flow-process.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { ask, invalidate } from '#web/base/caller.ts'
import { deskPaths } from '#web/base/desk-paths.ts'
import { useLocalize } from '#web/base/language.ts'
import { useUser } from '#web/base/session.ts'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { usePageForm } from '../../crud/use-page-form.ts'
import { useClosePage } from '../../shell/close-page.ts'
import css from './leave.module.css'
import { LeavePage } from './leave-page.tsx'

const fields = { comment: { ...workTodo.actions.completeTask.input.comment, label: ['批复意见', 'Opinion'] as const } }
const initial = { comment: null }
const readPaths = [
  workTodo.calls.list.path,
  '/api/caict-flow/work',
  leave.path,
  flowProcess.modelView.path,
  ...deskPaths,
]

/** Opinion and decision of a task. An applicant who has to correct the request sends it again instead. */
const DecisionForm = ({ step, isCorrection }: { step: FlowStep; isCorrection: boolean }) => {
  const t = useLocalize()
  const toaster = useToaster()
  const closePage = useClosePage()
  const { processInstanceId = '' } = useParams()
  const taskId = step.taskId ?? ''
  const { form, state, submit } = usePageForm({ name: `handle-${taskId}`, initial, fieldsFor: () => fields })
  const decide = async (flag: 'ok' | 'no') => {
    const isSent = await submit(({ comment }) =>
      ask(workTodo.calls.completeTask, { taskId, processInstanceId, flag, comment: String(comment) }),
    )
    if (!isSent) return
    toaster.success(t(['办理成功', 'Your decision was recorded']))
    closePage()
    await invalidate(...readPaths)
  }
  return (
    <FormFrame className={css.form} refusal={form.refusal} onSubmit={() => decide('ok')}>
      <FormContext value={state}>
        <FieldGrid fields={fields} values={form.values} />
      </FormContext>
      <div className={css.actions}>
        {isCorrection ? null : (
          <Button kind="danger" busy={form.busy} onClick={() => void decide('no')}>
            {t(['不同意', 'Refuse'])}
          </Button>
        )}
        <Button kind="main" type="submit" busy={form.busy}>
          {isCorrection ? t(['重新提交', 'Send again']) : t(['同意', 'Agree'])}
        </Button>
      </div>
    </FormFrame>
  )
}

/** The user's task in the request, or why there is nothing to do. */
const Decision = ({ request, flow }: { request: LeaveDetail; flow: readonly FlowStep[] }) => {
  const t = useLocalize()
  const me = useUser()?.user_id
  const { taskId } = useParams()
  const step = flow.find((one) => one.taskId === taskId && one.historyActivityType === 'userTask')
  if (!step || step.endTime) return <Notice title={t(['该任务已办理', 'This task has already been handled'])} />
  if (!step.assigneeName)
    return <Notice tone="ask" title={t(['请先在“待签事务”中签收此任务', 'Claim this task in “To claim” first'])} />
  return (
    <section>
      <h2>{step.historyActivityName}</h2>
      <DecisionForm key={taskId} step={step} isCorrection={request.createUser === me} />
    </section>
  )
}

/** A request for leave, to read. */
export const LeaveDetailPage = () => <LeavePage />

/** Handles a task of a request for leave. */
export const LeaveHandlePage = () => (
  <LeavePage>{({ request, view }) => <Decision request={request} flow={view.flow ?? []} />}</LeavePage>
)
