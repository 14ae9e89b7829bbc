import type { Page } from '#contract/kit/call.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { noSession } from '#contract/kit/fail.ts'
import { type RowInput, split } from '#contract/kit/field.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { type NewPassword, user } from '#contract/system/user.ts'
import { forgetFailures } from '../auth/lockout.ts'
import { endSessions } from '../auth/tokens.ts'
import type { Fragment } from '../base/db.ts'
import { writeAudit } from '../engine/audit.ts'
import { type Ctx, type Handlers, requirePermission, tx } from '../engine/context.ts'
import { findRow, pageOf, removedOf, removeRows, rowsOf, saveRow, updateRow } from '../engine/crud.ts'
import { orderOf } from '../engine/filter.ts'
import { restoreRows } from '../engine/recycling.ts'
import { approve, disable, enable } from './approval.ts'
import { masked, mayReadContacts, withoutContacts } from './contacts.ts'
import { giveFirstPassword, typedFirstPassword } from './first-password.ts'
import { mayGiveRoles } from './grants.ts'
import { updateInfo } from './own-info.ts'
import { updatePassword } from './own-password.ts'
import {
  administratorsLeft,
  administratorsStay,
  checkRealName,
  departmentsStand,
  mayChangeDuties,
  notOneself,
  type Person,
  people,
  peopleBelow,
} from './people.ts'
import { checkQuota } from './quota.ts'
import { unscoped } from './unscoped.ts'

type Row = RowOf<typeof user>

/** In one department or in any below it. */
const inDept = (deptId: unknown): Fragment[] =>
  typeof deptId === 'string' && /^\d+$/.test(deptId)
    ? [
        {
          text: `dept_id && (select array_agg(id) from dept where id = ? or ? = any(string_to_array(ancestors, ',')))`,
          values: [deptId, deptId],
        },
      ]
    : []

const withMasked = (found: Page<Row>): Page<Row> => ({ ...found, records: found.records.map(masked) })

/** Each with the name of its tenant, which is the caller's own. */
const withTenant = async (ctx: Ctx, rows: readonly Row[]): Promise<Row[]> => {
  const { tenantId } = ctx.actor
  const own = await ctx.db.selectFrom('tenant').select('tenantName').where('tenantId', '=', tenantId).executeTakeFirst()
  return rows.map((row) => ({ ...row, tenantName: own?.tenantName ?? '' }))
}

/** A page of accounts, those who wait for approval first; nobody reads forty phones at once. */
const listed = async (ctx: Ctx, input: ListInput): Promise<Page<Row>> => {
  const { deptId, ...asked } = withoutContacts(ctx, input)
  const usual = '(status = 0) desc, create_time desc, id desc'
  const order = asked.ascs || asked.descs ? orderOf(user, asked) : usual
  const found = withMasked(await pageOf(ctx, user, asked, { conditions: inDept(deptId), order }))
  return { ...found, records: await withTenant(ctx, found.records) }
}

/** One account; phone and e-mail whole for those who may read them. */
const detail = async (ctx: Ctx, id: unknown): Promise<Row> => {
  const row = await findRow(ctx, user, id)
  return mayReadContacts(ctx) ? row : masked(row)
}

type Input = RowInput<typeof user.fields> & { id?: string | null }

const changed = async (ctx: Ctx, input: Input): Promise<{ id: string }> => {
  const [before] = (await peopleBelow(ctx, [input.id ?? ''])) as [Person]
  mayChangeDuties(ctx, before, input)
  if (input.roleId !== undefined) await administratorsStay(ctx, [before.id], split(input.roleId))
  return saveRow(ctx, user, { ...input, id: before.id })
}

const checked = async (ctx: Ctx, input: Input): Promise<void> => {
  checkRealName(input.realName)
  if (input.roleId) await mayGiveRoles(ctx, split(input.roleId))
}

export const userHandlers: Handlers<'user'> = {
  page: (ctx, input) => listed(ctx, input),
  list: (ctx, input) => listed(ctx, input),
  userList: async (ctx, input) => {
    const { deptId, ...asked }: ListInput = withoutContacts(ctx, input)
    return (await rowsOf(ctx, user, asked, inDept(deptId))).map(masked)
  },
  removed: async (ctx, input) => {
    const { deptId, ...asked } = withoutContacts(ctx, input)
    return withMasked(await removedOf(ctx, user, asked, inDept(deptId)))
  },
  detail: (ctx, { id }) => detail(ctx, id),
  submit: (ctx, { password, ...input }) =>
    tx(ctx, async (inside) => {
      requirePermission(inside, input.id ? 'user_edit' : 'user_add')
      await checked(inside, input)
      if (input.id) return { ...(await changed(inside, input)), initialPassword: null }
      const owner = { account: input.account ?? '', unitName: input.unitName ?? null }
      const typed = await typedFirstPassword(inside, password, owner)
      const { id } = await saveRow(inside, user, { ...input, id: null, status: 1 })
      await checkQuota(inside)
      const first = await giveFirstPassword(inside, id, typed)
      // who typed one knows it
      return { id, initialPassword: typed ? null : first }
    }),
  update: (ctx, input) =>
    tx(ctx, async (inside) => {
      await checked(inside, input)
      return changed(inside, input)
    }),
  remove: (ctx, input) =>
    tx(ctx, async (inside) => {
      const ids = split(input.ids)
      notOneself(inside, ids, ['不能删除当前登录的账号', 'You cannot remove your own account'])
      await people(inside, ids)
      await administratorsLeft(inside, ids)
      await endSessions(inside, ids)
      return removeRows(inside, user, ids)
    }),
  restore: (ctx, input) =>
    tx(ctx, async (inside) => {
      const ids = split(input.ids)
      await restoreRows(inside, user, ids)
      await peopleBelow(inside, ids)
      await departmentsStand(inside, ids)
      await checkQuota(inside)
      return null
    }),
  auditPass: (ctx, input) => approve(ctx, split(input.userIds)),
  enable: (ctx, input) => enable(ctx, split(input.userIds)),
  auditRefuse: (ctx, input) => disable(ctx, split(input.userIds), input.reason ?? null, 'auditRefuse'),
  disable: (ctx, input) => disable(ctx, split(input.userIds), input.reason ?? null, 'disable'),
  grant: (ctx, input) =>
    tx(ctx, async (inside) => {
      await mayGiveRoles(inside, split(input.roleIds))
      const rows = await peopleBelow(inside, split(input.userIds))
      await administratorsStay(inside, split(input.userIds), split(input.roleIds))
      for (const person of rows) await updateRow(inside, user, person.id, { roleId: input.roleIds }, 'grant')
      return null
    }),
  resetPassword: (ctx, input) =>
    tx(ctx, async (inside) => {
      const made: NewPassword[] = []
      for (const person of await peopleBelow(inside, split(input.userIds))) {
        const password = await giveFirstPassword(inside, person.id)
        await updateRow(inside, user, person.id, {}, 'resetPassword')
        made.push({ account: person.account, password })
      }
      return made
    }),
  unlock: (ctx, input) =>
    tx(ctx, async (inside) => {
      const rows = await peopleBelow(inside, split(input.userIds))
      await forgetFailures(
        inside,
        rows.map(({ account }) => account),
      )
      for (const { id } of rows) await writeAudit(inside, 'user', id, 'unlock', null, null)
      return null
    }),
  platformDetail: async (ctx, { id }) => {
    const row = await detail(ctx, id)
    const kept = await ctx.db
      .selectFrom('userPlatform')
      .select('userExt')
      .where('userId', '=', row.id)
      .where('userType', '=', row.userType ?? 1)
      .executeTakeFirst()
    return { ...row, userExt: kept?.userExt ?? null }
  },
  updatePlatform: (ctx, input) =>
    tx(ctx, async (inside) => {
      const [{ id }] = (await peopleBelow(inside, [input.userId ?? ''])) as [Person]
      const [userType, userExt] = [input.userType as number, input.userExt ?? null]
      await inside.db
        .insertInto('userPlatform')
        .values({ userId: id, userType, userExt })
        .onConflict((conflict) => conflict.columns(['userId', 'userType']).doUpdateSet({ userExt }))
        .execute()
      await updateRow(inside, user, id, {}, 'updatePlatform')
      return null
    }),
  info: (ctx) => {
    if (!ctx.actor.id) throw noSession()
    return findRow(unscoped(ctx), user, ctx.actor.id)
  },
  updateInfo,
  updatePassword,
  verifyInitialPassword: async (ctx) => {
    const row = await ctx.db
      .selectFrom('credential')
      .select('isInitial')
      .where('userId', '=', ctx.actor.id as string)
      .executeTakeFirst()
    return row?.isInitial === true
  },
}
