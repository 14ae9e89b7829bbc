import type { Choices } from '#contract/auth.ts'
import type { Ctx } from '../engine/context.ts'

/** The department and the role somebody with several has chosen to work as, while switch mode is on; null: all he holds. */
export interface Choice {
  readonly dept: string | null
  readonly role: string | null
}

const idIn = (header: unknown): string | null =>
  typeof header === 'string' && /^\d{1,19}$/.test(header) ? header : null

/** The choice in the headers Dept-Id and Role-Id (wire-and-fields.md 1.7); outside of switch mode there is none. */
export const choiceOf = (ctx: Ctx): Choice => {
  if (!ctx.app.env.switchMode) return { dept: null, role: null }
  const { headers } = ctx.request
  return { dept: idIn(headers['dept-id']), role: idIn(headers['role-id']) }
}

/** What of these is worked as: the chosen one while it is still held, else all. */
export const activeIds = (all: readonly string[] | null, selectedId: string | null): readonly string[] =>
  selectedId && all?.includes(selectedId) ? [selectedId] : (all ?? [])

/** Every department and every role of the caller's account, in whichever of them he works. */
export const listChoices = async (ctx: Ctx): Promise<Choices> => {
  const { deptId, roleId } = await ctx.db
    .selectFrom('user')
    .select(['deptId', 'roleId'])
    .where('id', '=', ctx.actor.id as string)
    .executeTakeFirstOrThrow()
  const [depts, roles] = await Promise.all([
    ctx.db
      .selectFrom('dept')
      .select(['id', 'deptName as name'])
      .where('id', 'in', deptId?.length ? deptId : ['0'])
      .where('isDeleted', '=', 0)
      .orderBy('sort')
      .execute(),
    ctx.db
      .selectFrom('role')
      .select(['id', 'roleName as name'])
      .where('id', 'in', roleId?.length ? roleId : ['0'])
      .where('isDeleted', '=', 0)
      .orderBy('sort')
      .execute(),
  ])
  return { depts, roles }
}
