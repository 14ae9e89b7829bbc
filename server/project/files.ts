import { declaration } from '#contract/project/declaration.ts'
import type { Ctx } from '../engine/context.ts'
import { reachable } from '../engine/scope.ts'

/** Who may see a declaration may read the files it names. */
export const mayReadDeclarationFile = async (ctx: Ctx, attachId: string): Promise<boolean> => {
  const found = await ctx.db
    .selectFrom('declaration')
    .select('id')
    .where('id', 'in', ctx.db.selectFrom('declarationFile').select('pid').where('attachId', '=', attachId))
    .where(reachable(ctx, declaration))
    .executeTakeFirst()
  return found !== undefined
}
