import type { Expert } from '#contract/project/status.ts'
import type { Ctx } from '../engine/context.ts'

/** Active accounts with the role `expert`, who can be assigned to a review; 500 at most. */
export const listExperts = async (ctx: Ctx): Promise<Expert[]> =>
  ctx.db
    .selectFrom('user')
    .select(['id', 'realName', 'account'])
    .where('status', '=', 1)
    .where('tenantId', '=', ctx.actor.tenantId)
    .where('isDeleted', '=', 0)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('role')
          .select('role.id')
          .where('role.roleAlias', '=', 'expert')
          .where('role.isDeleted', '=', 0)
          .whereRef('role.id', '=', ({ fn }) => fn.any('user.roleId')),
      ),
    )
    .orderBy('realName')
    .orderBy('id')
    .limit(500)
    .execute()
