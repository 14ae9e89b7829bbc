import { leave } from '#contract/desk/leave.ts'
import type { InOf } from '#contract/kit/call.ts'
import type { Caller } from './platform.ts'

/** Sends a request for leave; resolves to its id, which the call itself does not answer. */
export const requestLeave = async (by: Caller, input: NonNullable<InOf<typeof leave.calls.startProcess>>) => {
  await by.get(leave.calls.startProcess, input)
  const { records } = await by.get(leave.calls.list, { size: 1, descs: 'id' })
  return String(records[0]?.id)
}
