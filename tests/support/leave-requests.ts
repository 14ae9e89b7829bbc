import { leave } from '#contract/desk/leave.ts'
import type { InOf } from '#contract/kit/call.ts'
import { workStart } from '#contract/work/work-start.ts'
import type { Caller } from './platform.ts'

/** Sends a request for leave; resolves to its id, which the call itself does not answer. */
export const requestLeave = async (by: Caller, input: NonNullable<InOf<typeof leave.calls.startProcess>>) => {
  await by.get(leave.calls.startProcess, input)
  const { records } = await by.get(leave.calls.list, { size: 1, descs: 'id' })
  return String(records[0]?.id)
}

/** A request of two days that this person has to approve, in the deployed process; resolves to its id. */
export const requestDaysOff = async (by: Caller, approver: { readonly id: string }, reason: string) => {
  const { records } = await by.get(workStart.calls.list, {})
  return requestLeave(by, {
    processDefinitionId: records.find(({ key }) => key === 'leave')?.id ?? '',
    taskUser: approver.id,
    startTime: '2026-11-02 09:00:00',
    endTime: '2026-11-03 18:00:00',
    reason,
  })
}
