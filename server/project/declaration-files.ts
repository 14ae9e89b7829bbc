import { sql } from 'kysely'
import { declaration } from '#contract/project/declaration.ts'
import type { Ctx } from '../engine/context.ts'
import { rowFilter } from '../engine/scope.ts'

/** Blank forms of a template are open to everyone in the tenant. */
const isBlankForm = async (ctx: Ctx, attachId: string): Promise<boolean> =>
  (await ctx.db
    .selectFrom('template')
    .select('id')
    .where(sql<boolean>`materials @> ${JSON.stringify([{ templateAttachId: attachId }])}::jsonb`)
    .where('tenantId', '=', ctx.actor.tenantId)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()) !== undefined

/** Anyone who may see a declaration may read its files; blank forms are open to everyone in the tenant. */
export const mayReadDeclarationFile = async (ctx: Ctx, attachId: string): Promise<boolean> => {
  const match = await ctx.db
    .selectFrom('declaration')
    .select('id')
    .where('id', 'in', ctx.db.selectFrom('declarationFile').select('pid').where('attachId', '=', attachId))
    .where(rowFilter(ctx, declaration))
    .executeTakeFirst()
  return match !== undefined || isBlankForm(ctx, attachId)
}
