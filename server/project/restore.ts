import { Fail } from '#contract/kit/fail.ts'
import { declaration } from '#contract/project/declaration.ts'
import { type Ctx, tx } from '../engine/context.ts'
import { restoreRows } from '../engine/deleted-rows.ts'
import { type DeclarationRow, lockDeclaration } from './record/declaration-row.ts'
import { isOwner } from './record/editing.ts'
import { limitText, liveStages } from './template/template-availability.ts'
import { readTemplate } from './template/template-row.ts'

/** Number of a company's declarations that count in a round. Locks the company's row, as starting a declaration does. */
const countInRound = async ({ db }: Ctx, { companyId, templateId }: DeclarationRow): Promise<number> => {
  await db
    .selectFrom('company')
    .select('id')
    .where('id', '=', companyId ?? '0')
    .forUpdate()
    .execute()
  const row = await db
    .selectFrom('declaration')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('companyId', '=', companyId)
    .where('templateId', '=', templateId)
    .where('declareStatus', 'in', liveStages)
    .where('isDeleted', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Restores declarations of the caller's own company, up to the limit per company of the round (409 beyond it). */
export const restoreDeclarations = (ctx: Ctx, ids: readonly string[]): Promise<null> =>
  tx(ctx, async (inside) => {
    await restoreRows(inside, declaration, ids)
    for (const id of ids) {
      const row = await lockDeclaration(inside, id)
      if (!isOwner(inside, row))
        throw new Fail(['只能恢复本单位的申报', 'You can restore only declarations of your own organisation'])
      const round = await readTemplate(inside, row.templateId)
      if (round && (await countInRound(inside, row)) > round.maxPerCompany)
        throw new Fail(limitText(round.maxPerCompany), 409)
    }
    return null
  })
