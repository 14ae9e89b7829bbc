import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { leave } from '#contract/desk/leave.ts'
import { workSend } from '#contract/work/work-send.ts'
import { ask, invalidate, useAnswer } from '#web/base/caller.ts'
import { useLocalize } from '#web/base/language.ts'
import { usePageTitle } from '#web/base/page.tsx'
import { screenPathOf } from '#web/base/screen-paths.ts'
import { FaultSummary } from '#web/form/fault-summary.tsx'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext } from '#web/form/form-context.ts'
import { FormFrame } from '#web/form/form-frame.tsx'
import type { FormValues } from '#web/form/form-values.ts'
import { Button } from '#web/ui/button.tsx'
import { useToaster } from '#web/ui/toasts.tsx'
import { PageHead } from '../../crud/page-head.tsx'
import { RestoredNotice } from '../../crud/restored-notice.tsx'
import { usePageForm } from '../../crud/use-page-form.ts'
import { diagramWords } from '../../flow/diagram/diagram-of.ts'
import { useDiagram } from '../../flow/diagram/use-diagram.tsx'
import css from '../process.module.css'
import { ApproverPicker } from './approver-picker.tsx'

const { startTime, endTime, taskUser, reason } = leave.actions.startProcess.input
const fields = { startTime, endTime, taskUser, reason }
const initial: FormValues = { startTime: null, endTime: null, taskUser: null, reason: null }
const controls = { taskUser: ApproverPicker }

/** The working days of the period as the server counts them, or why it is not possible; nothing until both ends are chosen. */
const Days = ({ values: { startTime: from, endTime: to } }: { values: FormValues }) => {
  const t = useLocalize()
  const { data, error } = useAnswer(
    leave.calls.days,
    { startTime: String(from), endTime: String(to) },
    { enabled: Boolean(from && to), staleTime: 60_000 },
  )
  if (!from || !to) return null
  if (error) return <p className={css.wrong}>{error.faults[0]?.msg ?? error.message}</p>
  if (!data) return null
  return (
    <p className={css.days} role="status">
      {t([
        `共 ${data.days} 个工作日，不含周末和法定节假日`,
        `${data.days} working ${data.days === 1 ? 'day' : 'days'}, without weekends and holidays`,
      ])}
    </p>
  )
}

/** The form of one request; after it was sent, another takes its place. */
const RequestForm = ({ definitionId, next }: { definitionId: string; next: () => void }) => {
  const t = useLocalize()
  const toaster = useToaster()
  const navigate = useNavigate()
  const { form, state, submit, isRestored } = usePageForm({
    name: 'leave',
    initial,
    fieldsFor: () => fields,
    controls,
  })
  const send = async () => {
    const isSent = await submit((value) =>
      ask(leave.calls.startProcess, { ...value, processDefinitionId: definitionId } as never),
    )
    if (!isSent) return
    toaster.success(t(['请假申请已提交', 'Your request was sent']))
    void invalidate(workSend.calls.list.path, leave.path)
    next()
    navigate(screenPathOf(workSend))
  }
  return (
    <FormFrame className={css.form} refusal={form.refusal} onSubmit={send}>
      <FaultSummary faults={form.faults} />
      {isRestored ? <RestoredNotice /> : null}
      <FormContext value={state}>
        <FieldGrid fields={fields} values={form.values} />
      </FormContext>
      <Days values={form.values} />
      <div>
        <Button kind="main" type="submit" busy={form.busy}>
          {t(['提交申请', 'Send'])}
        </Button>
      </div>
    </FormFrame>
  )
}

/** Requests leave: period, approver and reason. */
export const LeaveForm = () => {
  const t = useLocalize()
  const { processDefinitionId = '' } = useParams()
  const diagram = useDiagram()
  const title = usePageTitle()
  const [round, setRound] = useState(0)
  return (
    <>
      <PageHead title={title}>
        <Button onClick={() => diagram.show({ of: { processDefinitionId }, name: t(leave.label) })}>
          {t(diagramWords)}
        </Button>
      </PageHead>
      <RequestForm
        key={`${processDefinitionId} ${round}`}
        definitionId={processDefinitionId}
        next={() => setRound(round + 1)}
      />
      {diagram.dialog}
    </>
  )
}
