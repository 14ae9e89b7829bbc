import { leave } from '#contract/desk/leave.ts'
import { ask } from '#web/base/api/caller.ts'
import type { Control } from '#web/form/control.ts'
import { PersonPicker } from '../../pickers/person-picker.tsx'
import { StartPage } from '../start-page.tsx'
import { useLeavePeriod } from './use-leave-period.tsx'

/** Picks a person who may approve the request, by part of the name. */
const ApproverPicker: Control = (props) => <PersonPicker {...props} from={leave.calls.approvers} input={{}} />

const { startTime, endTime, taskUser, reason } = leave.actions.startProcess.input
const fields = { startTime, endTime, taskUser, reason }
const controls = { taskUser: ApproverPicker }
const words = {
  send: ['提交申请', 'Send the request'],
  sent: ['请假申请已提交', 'Your request was sent'],
} as const

/** Requests leave: period, approver and reason. */
export const LeaveForm = () => (
  <StartPage
    name="leave"
    label={leave.label}
    fields={fields}
    controls={controls}
    start={(values, processDefinitionId) => ask(leave.calls.startProcess, { ...values, processDefinitionId })}
    words={words}
    reads={[leave.path]}
    useAnswers={useLeavePeriod}
  />
)
