import { user } from '#contract/system/user.ts'
import type { Caller } from './platform.ts'

/** How a test's administrator has checked who an applicant is, where there is no proof. */
export const check = '电话核实'

/** Approves registrations, by their ids. */
export const approve = async (admin: Caller, ...ids: readonly string[]): Promise<void> => {
  await admin.get(user.calls.auditPass, { userIds: ids.join(','), check })
}
