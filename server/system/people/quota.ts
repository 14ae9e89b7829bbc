import { Fail } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import type { Ctx } from '../../engine/context.ts'
import { platformTenant } from '../../engine/scope.ts'

/**
 * Throws if the caller's tenant has more active accounts than its quota. Call it after inserting, in the same transaction: it
 * locks the tenant's row until the end, so that of two concurrent inserts for the last place one fails.
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
          "The tenant's quota of {0} accounts is used up; please contact the platform administrator",
        ],
        quota,
      ),
    )
}
