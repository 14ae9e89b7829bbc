import type { DraftPart } from '#contract/project/draft-values.ts'
import { networkFields } from '#contract/project/network-values.ts'
import { privateNetwork } from '#contract/project/private-network.ts'
import type { Prefill } from '#contract/project/status.ts'
import { hasPermission, type UserCtx } from '../../engine/context.ts'
import { pageOf } from '../../engine/crud.ts'

/** The private networks of the caller's organisation that the caller sees. */
const networksOf = async (ctx: UserCtx): Promise<Prefill['privateNetworks']> => {
  const { organizationCode } = ctx.actor
  if (!organizationCode || !hasPermission(ctx, privateNetwork.code)) return []
  const { records } = await pageOf(ctx, privateNetwork, { organizationCode_equal: organizationCode, size: 50 })
  return records.map((row) =>
    Object.fromEntries(['id', 'networkName', ...networkFields].map((name) => [name, row[name as keyof typeof row]])),
  )
}

/**
 * Initial values of a declaration: address from the register of companies; contact from the last declaration, or the account; the
 * private networks from which the declarant can choose.
 */
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
    privateNetworks: await networksOf(ctx),
  }
}
