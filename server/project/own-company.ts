import { missingText } from '#contract/kit/check.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { Fail, faulty } from '#contract/kit/fail.ts'
import type { Field } from '#contract/kit/field.ts'
import { company, type currentCompany } from '#contract/project/company.ts'
import { user } from '#contract/system/user.ts'
import { type CallHandlers, type Ctx, hasPermission, tx } from '../engine/context.ts'
import { rowsOf, updateRow } from '../engine/crud.ts'
import { whereVisible } from '../engine/scope.ts'
import { unscoped } from '../system/unscoped.ts'
import { enrolCompany } from './company.ts'

type Row = RowOf<typeof company>

/** The account asked about: the caller's own, whoever he names, unless he manages users (security rule 31). */
const personOf = async (ctx: Ctx, uid: string | null | undefined, code: string) => {
  const id = uid && hasPermission(ctx, code) ? uid : ctx.actor.id
  const person = await ctx.db
    .selectFrom('user')
    .select(['id', 'unitName', 'organizationCode', 'accountType', 'operator'])
    .where('id', '=', id)
    .where(whereVisible(id === ctx.actor.id ? unscoped(ctx) : ctx, user))
    .executeTakeFirst()
  if (!person) throw new Fail(['所选账号不存在或已删除', 'A selected account does not exist'], 404)
  return person
}

/** Who reaches this one organisation and no other, whatever the data scopes of his roles. */
const withinOf = (ctx: Ctx, organizationCode: string): Ctx => {
  const own = {
    ...{ id: '', name: '', resource: company.code },
    type: 5,
    column: 'organizationCode',
    value: '',
    fields: '*',
  }
  const scopes = new Map([[company.code, [own]]])
  return { ...ctx, actor: { ...ctx.actor, organizationCode, rights: { ...ctx.actor.rights, scopes } } }
}

const companyOf = async (ctx: Ctx, organizationCode: string | null): Promise<Row | undefined> => {
  if (!organizationCode) return undefined
  const [row] = await rowsOf(withinOf(ctx, organizationCode), company, { organizationCode_equal: organizationCode })
  return row
}

/** What was looked at when the account was approved; changing it is a matter of those who approve. */
const approved = ['commpanyName', 'organizationCode', 'accountType', 'operator'] as const

type Given = Readonly<Record<string, unknown>>

const staysApproved = (before: Row, input: Given): void => {
  const text = [
    '已审核的单位信息不能自行修改，请联系平台管理员',
    'What was approved is changed by the platform only',
  ] as const
  const changed = approved.filter((name) => input[name] !== undefined && input[name] !== before[name])
  if (changed.length) throw faulty(changed.map((at) => ({ at, text })))
}

const namesStay = (input: Given): void => {
  const emptied = Object.entries(company.fields).filter(
    ([name, field]: [string, Field]) => field.required && input[name] === null,
  )
  if (emptied.length) throw faulty(emptied.map(([at, field]) => ({ at, text: missingText(field) })))
}

export const ownCompanyCalls: CallHandlers<typeof currentCompany> = {
  detail: async (ctx, { uid }) => {
    const { organizationCode } = await personOf(ctx, uid, 'user')
    // an account of no organisation has an empty one (wire-and-fields.md 2.28)
    return (await companyOf(ctx, organizationCode)) ?? ({} as Row)
  },
  submit: (ctx, { uid, ...input }) =>
    tx(ctx, async (inside) => {
      const person = await personOf(inside, uid, 'user_edit')
      const { organizationCode } = person
      if (!organizationCode) throw new Fail(['账号没有关联的单位', 'The account belongs to no organisation'])
      if (!(await companyOf(inside, organizationCode))) await enrolCompany(inside, person)
      const before = (await companyOf(inside, organizationCode)) as Row
      if (!hasPermission(inside, 'user_edit')) staysApproved(before, input)
      // the code is what ties the account to it
      const { organizationCode: _, ...rest } = input
      namesStay(rest)
      await updateRow(withinOf(inside, organizationCode), company, before.id, rest)
      return null
    }),
}
