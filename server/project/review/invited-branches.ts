import { denied, faulty } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import type { Branch } from '#contract/project/status.ts'
import { isRegionWithin } from '#contract/system/region-code.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, hasPermission } from '../../engine/context.ts'
import { readPeople } from '../../engine/session.ts'
import { ctxOf, idsOf } from '../../inbox/people-who.ts'
import { type DeclarationRow, readDeclaration } from '../record/declaration-row.ts'
import { isOwner } from '../record/editing.ts'

/** The branches of its operators with an account that may fill in the section of the operator in the region of the declaration. */
const branchesFor = async (ctx: Ctx, { city, operators }: DeclarationRow): Promise<Branch[]> => {
  const people = await readPeople(
    ctx,
    sql`u.tenant_id = ${ctx.actor.tenantId} and u.account_type = 2 and u.operator = any(${operators}::integer[])`,
  )
  const able = people.filter(
    (person) => isRegionWithin(city, person.region) && hasPermission(ctxOf(ctx, person), 'declaration_confirm'),
  )
  if (able.length === 0) return []
  const rows = await ctx.db
    .selectFrom('user')
    .select((user) => ['organizationCode', user.fn.min('unitName').as('unitName')])
    .where('id', 'in', idsOf(able))
    .where('organizationCode', 'is not', null)
    .groupBy('organizationCode')
    .orderBy('unitName')
    .execute()
  return rows.flatMap(({ organizationCode, unitName }) =>
    organizationCode ? [{ organizationCode, unitName: unitName ?? organizationCode }] : [],
  )
}

/** For the declarant, who chooses one. */
export const listBranches = async (ctx: Ctx, id: string): Promise<Branch[]> => {
  const row = await readDeclaration(ctx, id)
  if (!isOwner(ctx, row)) throw denied()
  return branchesFor(ctx, row)
}

const noSuchBranch: Text = [
  '所选单位不能填写本项目，请重新选择',
  'This branch cannot fill in this project; please choose another one',
]

/** Throws a fault unless the branch that is invited is one of those. */
export const validBranch = async (ctx: Ctx, row: DeclarationRow, { branch }: { branch?: string | null }) => {
  if (!branch) return
  const branches = await branchesFor(ctx, row)
  if (!branches.some(({ organizationCode }) => organizationCode === branch))
    throw faulty([{ at: 'branch', text: noSuchBranch }])
}

/** The name of the branch that has to act on the declaration. */
export const invitedName = async (ctx: Ctx, { declareStatus, invitedCode }: DeclarationRow): Promise<string | null> => {
  if (declareStatus !== 5 || !invitedCode) return null
  const row = await ctx.db
    .selectFrom('user')
    .select('unitName')
    .where('organizationCode', '=', invitedCode)
    .where('tenantId', '=', ctx.actor.tenantId)
    .where('unitName', 'is not', null)
    .orderBy('id')
    .executeTakeFirst()
  return row?.unitName ?? invitedCode
}
