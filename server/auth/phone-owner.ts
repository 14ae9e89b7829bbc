import type { Ctx } from '../engine/context.ts'

/**
 * The account of a code that was entered correctly: the one that may log in by this number, else the only one that has it, which
 * waits for approval or is disabled. 'several' if accounts share the number and none of them may log in by it; null without one.
 */
export const findPhoneOwner = async (ctx: Ctx, phone: string) => {
  const people = await ctx.db
    .selectFrom('user')
    .leftJoin('credential', 'credential.userId', 'user.id')
    .select(['user.id', 'user.tenantId', 'user.status', 'user.roleId', 'user.reason', 'user.phoneLogin'])
    .select(['user.account', 'user.unitName', 'credential.hash', 'credential.isInitial'])
    .where('user.phone', '=', phone)
    .where('user.tenantId', '=', ctx.actor.tenantId)
    .where('user.isDeleted', '=', 0)
    .execute()
  const person = people.find(({ phoneLogin }) => phoneLogin === 1) ?? people[0]
  if (person?.phoneLogin !== 1 && people.length > 1) return 'several'
  return person ?? null
}
