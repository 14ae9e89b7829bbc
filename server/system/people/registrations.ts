import { user } from '#contract/system/user.ts'
import type { Ctx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'

interface Registrations {
  readonly count: number
  /** When the oldest of them was made; null without any. */
  readonly oldest: string | null
}

/** The registrations that await approval, of the accounts that the caller may see. */
export const readRegistrations = async (ctx: Ctx): Promise<Registrations> => {
  const { count, oldest } = await ctx.db
    .selectFrom('user')
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.min('createTime').as('oldest')])
    .where('status', '=', 0)
    .where(rowFilter(ctx, user))
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldest }
}
