import type { DraftPart } from '#contract/project/draft-values.ts'
import type { Prefill } from '#contract/project/status.ts'
import type { UserCtx } from '../../engine/context.ts'

/** Initial values of a declaration: address from the register of companies; contact from the last declaration, or the account. */
export const prefillFor = async (ctx: UserCtx): Promise<Prefill> => {
  const { organizationCode, id } = ctx.actor
  const company = await ctx.db
    .selectFrom('company')
    .selectAll()
    .where('organizationCode', '=', organizationCode)
    .where('tenantId', '=', ctx.actor.tenantId)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  const last = await ctx.db
    .selectFrom('declarationPart')
    .innerJoin('declaration', 'declaration.id', 'declarationPart.pid')
    .select('declarationPart.body')
    .where('declaration.organizationCode', '=', organizationCode)
    .where('declaration.tenantId', '=', ctx.actor.tenantId)
    .where('declaration.isDeleted', '=', 0)
    .where('declarationPart.part', '=', 'contact')
    .orderBy('declarationPart.savedAt', 'desc')
    .executeTakeFirst()
  const person = await ctx.db
    .selectFrom('user')
    .select(['realName', 'phone', 'email'])
    .where('id', '=', id)
    .executeTakeFirst()
  const accountContact: DraftPart = { contactName: person?.realName, contactPhone: person?.phone, email: person?.email }
  const { confirmTruth: _, ...lastContact } = (last?.body ?? {}) as DraftPart
  return {
    information: {
      province: company?.province ?? null,
      city: company?.city ?? null,
      address: company?.address ?? null,
    },
    contact: last ? lastContact : accountContact,
  }
}
