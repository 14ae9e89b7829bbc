import type { Choices } from '#contract/auth.ts'
import type { Ctx, UserCtx } from '../engine/context.ts'

/** The department and the role a user has selected in switch mode; null means all of the user's departments or roles. */
export interface Choice {
  readonly dept: string | null
  readonly role: string | null
}

const idIn = (header: unknown): string | null =>
  typeof header === 'string' && /^\d{1,19}$/.test(header) ? header : null

/** The choice in the headers Dept-Id and Role-Id; null for both without switch mode. */
export const choiceOf = (ctx: Ctx): Choice => {
  if (!ctx.app.env.switchMode) return { dept: null, role: null }
  const { headers } = ctx.request
  return { dept: idIn(headers['dept-id']), role: idIn(headers['role-id']) }
}

/** The active ids: only the selected one while the user still has it, else all. */
export const activeIds = (all: readonly string[] | null, selectedId: string | null): readonly string[] =>
  selectedId && all?.includes(selectedId) ? [selectedId] : (all ?? [])

/** All departments and roles of the caller's account, regardless of the current choice. */
export const listChoices = async (ctx: UserCtx): Promise<Choices> => {
  const { deptId, roleId } = await ctx.db
    .selectFrom('user')
    .select(['deptId', 'roleId'])
    .where('id', '=', ctx.actor.id)
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
