import { missingText } from '#contract/kit/check.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { Fail, faulty } from '#contract/kit/fail.ts'
import type { Field } from '#contract/kit/field.ts'
import { company, type currentCompany } from '#contract/project/company.ts'
import { user } from '#contract/system/user.ts'
import { type CallHandlers, type Ctx, hasPermission, tx } from '../../engine/context.ts'
import { rowsOf, updateRow } from '../../engine/crud.ts'
import { rowFilter } from '../../engine/scope.ts'
import { unscoped } from '../../system/access/unscoped.ts'
import { enrolCompany } from './company.ts'

type Row = RowOf<typeof company>

/** The requested account if the caller has permission `code`, else always the caller's own. */
const personOf = async (ctx: Ctx, uid: string | null | undefined, code: string) => {
  const id = uid && hasPermission(ctx, code) ? uid : ctx.actor.id
  const person = await ctx.db
    .selectFrom('user')
    .select(['id', 'unitName', 'organizationCode', 'accountType', 'operator'])
    .where('id', '=', id)
    .where(rowFilter(id === ctx.actor.id ? unscoped(ctx) : ctx, user))
    .executeTakeFirst()
  if (!person) throw new Fail(['所选账号不存在或已删除', 'A selected account does not exist or was deleted'], 404)
  return person
}

/** The context with a scope of exactly this organisation, whatever the data scopes of the caller's roles. */
const limitedToCompany = (ctx: Ctx, organizationCode: string): Ctx => {
  const scope = {
    id: '',
    name: '',
    resource: company.code,
    type: 5,
    column: 'organizationCode',
    value: '',
    fields: '*',
  }
  const scopes = new Map([[company.code, [scope]]])
  return { ...ctx, actor: { ...ctx.actor, organizationCode, rights: { ...ctx.actor.rights, scopes } } }
}

const companyOf = async (ctx: Ctx, organizationCode: string | null): Promise<Row | undefined> => {
  if (!organizationCode) return undefined
  const [row] = await rowsOf(limitedToCompany(ctx, organizationCode), company, {
    organizationCode_equal: organizationCode,
  })
  return row
}

/** Fields that were checked when the account was approved: only those who may edit users can change them. */
const approvedFields = ['commpanyName', 'organizationCode', 'accountType', 'operator'] as const

type Input = Readonly<Record<string, unknown>>

const assertApprovedUnchanged = (before: Row, input: Input): void => {
  const text = [
    '已审核的单位信息不能自行修改，请联系平台管理员',
    'Approved details can be changed only by the platform; please contact the platform administrator',
  ] as const
  const changedFields = approvedFields.filter((name) => input[name] !== undefined && input[name] !== before[name])
  if (changedFields.length) throw faulty(changedFields.map((at) => ({ at, text })))
}

const assertRequiredFilled = (input: Input): void => {
  const emptiedFields = Object.entries(company.fields).filter(
    ([name, field]: [string, Field]) => field.required && input[name] === null,
  )
  if (emptiedFields.length) throw faulty(emptiedFields.map(([at, field]) => ({ at, text: missingText(field) })))
}

export const ownCompanyCalls: CallHandlers<typeof currentCompany> = {
  detail: async (ctx, { uid }) => {
    const { organizationCode } = await personOf(ctx, uid, 'user')
    // an account without an organisation gets an empty object
    return (await companyOf(ctx, organizationCode)) ?? ({} as Row)
  },
  submit: (ctx, { uid, ...input }) =>
    tx(ctx, async (inside) => {
      const person = await personOf(inside, uid, 'user_edit')
      const { organizationCode } = person
      if (!organizationCode) throw new Fail(['账号没有关联的单位', 'The account does not belong to an organisation'])
      if (!(await companyOf(inside, organizationCode))) await enrolCompany(inside, person)
      const before = (await companyOf(inside, organizationCode)) as Row
      if (!hasPermission(inside, 'user_edit')) assertApprovedUnchanged(before, input)
      // the credit code links the account to the company and never changes here
      const { organizationCode: _, ...changes } = input
      assertRequiredFilled(changes)
      await updateRow(limitedToCompany(inside, organizationCode), company, before.id, changes)
      return null
    }),
}
