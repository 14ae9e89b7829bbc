import { type Fault, faulty } from '#contract/kit/fail.ts'
import { user } from '#contract/system/user.ts'
import type { UserCtx } from '../../engine/context.ts'
import { updateRow } from '../../engine/crud.ts'
import { regionName } from '../../engine/labels.ts'
import { lockPeople } from './people.ts'

interface Facts {
  readonly region?: string | null
  readonly operator?: number | null
}

/**
 * Gives region and operator to the accounts of operators that wait for approval and lack them. Approval then checks that they lie
 * within those of the approver (server/system/people/approval.ts); nothing else of the account can be set here.
 */
export const giveFacts = async (ctx: UserCtx, ids: readonly string[], { region, operator }: Facts): Promise<void> => {
  if (!region && !operator) return
  const faults: Fault[] =
    region && !(await regionName(ctx, region))
      ? [{ at: 'region', text: ['没有这个地区', 'There is no such region'] }]
      : []
  if (faults.length) throw faulty(faults)
  for (const person of await lockPeople(ctx, ids)) {
    if (person.accountType !== 2 || person.status !== 0) continue
    const given = {
      ...(region && !person.region ? { region } : {}),
      ...(operator && !person.operator ? { operator } : {}),
    }
    if (Object.keys(given).length) await updateRow(ctx, user, person.id, given)
  }
}
