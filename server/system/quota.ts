import { Fail } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import type { Ctx } from '../engine/context.ts'
import { platformTenant } from '../engine/scope.ts'

/**
 * Refuses when the caller's tenant has more accounts in use than its quota. Asked after they were added, in the transaction that
 * added them: the tenant's row is held until it ends, so that of two who take the last place at once one is refused.
 */
export const checkQuota = async (ctx: Ctx): Promise<void> => {
  const { tenantId } = ctx.actor
  if (tenantId === platformTenant) return
  const tenant = await ctx.db
    .selectFrom('tenant')
    .select('accountNumber')
    .where('tenantId', '=', tenantId)
    .forUpdate()
    .executeTakeFirst()
  const quota = tenant?.accountNumber ?? -1
  if (quota < 0) return
  const { used } = await ctx.db
    .selectFrom('user')
    .select(({ fn }) => fn.countAll<string>().as('used'))
    .where('tenantId', '=', tenantId)
    .where('status', '=', 1)
    .where('isDeleted', '=', 0)
    .executeTakeFirstOrThrow()
  if (Number(used) > quota)
    throw new Fail(
      fill(
        [
          '账号数量已达到租户额度（{0} 个），请联系平台管理员',
          'The quota of {0} accounts is used up; please ask the platform',
        ],
        quota,
      ),
    )
}
