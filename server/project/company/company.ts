import type { Text } from '#contract/kit/text.ts'
import { company } from '#contract/project/company.ts'
import { dept } from '#contract/system/dept.ts'
import { wireTime } from '../../base/process/clock.ts'
import type { App, Ctx } from '../../engine/context.ts'
import { insertRow, updateRow } from '../../engine/crud.ts'

type Person = Parameters<App['enrolCompany']>[1]

const regionAt = async (ctx: Ctx, code: string, level: number) => {
  const row = await ctx.db
    .selectFrom('region')
    .select('code')
    .where('code', '=', code)
    .where('regionLevel', '=', level)
    .executeTakeFirst()
  return row?.code ?? null
}

/** Province and city from digits 3 to 8 of a credit code, the place of registration. A suggestion: the plant may be elsewhere. */
const seatOf = async (ctx: Ctx, creditCode: string) => ({
  province: await regionAt(ctx, `${creditCode.slice(2, 4)}0000`, 1),
  city: await regionAt(ctx, `${creditCode.slice(2, 6)}00`, 2),
})

/** Name of the parent department of all declaring organisations. */
const declarants: Text = ['申报单位', 'Declarants']

const departmentFor = async (ctx: Ctx, name: string): Promise<string> => {
  const root = await ctx.db
    .selectFrom('dept')
    .select('id')
    .where('deptName', '=', declarants[0])
    .where('parentId', '=', '0')
    .where('tenantId', '=', ctx.actor.tenantId)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  const parentId = root?.id ?? '0'
  const row = {
    parentId,
    deptName: name.slice(0, 45),
    fullName: name,
    deptCategory: 1,
    sort: 1,
    ancestors: root ? `0,${root.id}` : '0',
  }
  return (await insertRow(ctx, dept, row)).id
}

const deptExists = async (ctx: Ctx, deptId: string): Promise<boolean> => {
  const query = ctx.db.selectFrom('dept').select('id').where('id', '=', deptId).where('isDeleted', '=', 0)
  return (await query.executeTakeFirst()) !== undefined
}

/**
 * Creates the company of a credit code and its department when its first account is approved; both are reused later. Resolves
 * to the id of the department.
 */
export const enrolCompany = async (ctx: Ctx, person: Person): Promise<string> => {
  const organizationCode = person.organizationCode as string
  const existingCompany = await ctx.db
    .selectFrom('company')
    .select(['id', 'deptId'])
    .where('organizationCode', '=', organizationCode)
    .where('tenantId', '=', ctx.actor.tenantId)
    .where('isDeleted', '=', 0)
    .forUpdate()
    .executeTakeFirst()
  if (existingCompany?.deptId && (await deptExists(ctx, existingCompany.deptId))) return existingCompany.deptId
  const name = person.unitName ?? organizationCode
  const deptId = await departmentFor(ctx, name)
  if (existingCompany) await updateRow(ctx, company, existingCompany.id, { deptId })
  else
    await insertRow(ctx, company, {
      commpanyName: name,
      organizationCode,
      accountType: person.accountType,
      operator: person.operator,
      deptId,
      year: wireTime().slice(0, 4),
      ...(await seatOf(ctx, organizationCode)),
    })
  return deptId
}
