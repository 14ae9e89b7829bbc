import { leave } from '#contract/desk/leave.ts'
import type { Control } from '#web/form/control.ts'
import { PersonPicker } from '../../pickers/person-picker.tsx'

/** Picks a person who may approve the request, by part of the name. */
export const ApproverPicker: Control = (props) => <PersonPicker {...props} from={leave.calls.approvers} input={{}} />
