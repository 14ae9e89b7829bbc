import type { Page } from '#contract/kit/call.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import { type Fault, faulty } from '#contract/kit/fail.ts'
import { type RowInput, split } from '#contract/kit/field.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { type NewPassword, user } from '#contract/system/user.ts'
import { clearFailures } from '../../auth/lockout.ts'
import { endSessions } from '../../auth/tokens.ts'
import type { Fragment } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type Ctx, type Handlers, requirePermission, tx, type UserCtx } from '../../engine/context.ts'
import { findRow, pageOf, removedOf, removeRows, rowsOf, saveRow, updateRow } from '../../engine/crud.ts'
import { restoreRows } from '../../engine/deleted-rows.ts'
import { orderOf } from '../../engine/filter.ts'
import { regionName } from '../../engine/labels.ts'
import { closeApproval, notifyAccounts } from '../../inbox/account-messages.ts'
import { assertCanGrantRoles } from '../access/grants.ts'
import { memberCounts } from '../access/members.ts'
import { unscoped } from '../access/unscoped.ts'
import { approve, disable, enable } from './approval.ts'
import { maskContacts, mayReadContacts, withoutContacts } from './contacts.ts'
import { readFirstPassword, setFirstPassword } from './first-password.ts'
import { lacksScopeFact } from './lacking-facts.ts'
import type { Account } from './managed-accounts.ts'
import {
  assertAdministratorsRemain,
  assertAdministratorsUnaffected,
  assertCanChangeDuties,
  assertDepartmentsExist,
  assertNotSelf,
  assertOpensNoOtherRows,
  checkRealName,
  lockManageablePeople,
  lockPeople,
  type Person,
} from './people.ts'
import { checkQuota } from './quota.ts'
import { registrationChecks } from './registration-checks.ts'
import { announceContacts, assertContactsUnchanged, updateContacts } from './update-contacts.ts'
import { updateInfo } from './update-info.ts'
import { updatePassword } from './update-password.ts'

interface Facts {
  readonly region?: string | null
  readonly operator?: number | null
}

/**
 * Gives region and operator to the accounts of operators that wait for approval and lack them. Approval then checks that they lie
 * within those of the approver (server/system/people/approval.ts); nothing else of the account can be set here.
 */
const giveFacts = async (ctx: UserCtx, ids: readonly string[], { region, operator }: Facts): Promise<void> => {
  if (!region && !operator) return
  const faults: Fault[] =
    region && !(await regionName(ctx, region))
      ? [{ at: 'region', text: ['没有这个地区', 'There is no such region'] }]
      : []
  if (faults.length) throw faulty(faults)
  for (const person of await lockPeople(ctx, ids)) {
    if (person.accountType !== 2 || person.status !== 0) continue
    const given = {
      ...(region && !person.region ? { region } : {}),
      ...(operator && !person.operator ? { operator } : {}),
    }
    if (Object.keys(given).length) await updateRow(ctx, user, person.id, given)
  }
}

type Row = RowOf<typeof user>

/** Condition: in one department or any below it. */
const inDept = (deptId: unknown): Fragment[] =>
  typeof deptId === 'string' && /^\d+$/.test(deptId)
    ? [
        sql`dept_id && (select array_agg(id) from dept where id = ${deptId} or ${deptId} = any(string_to_array(ancestors, ',')))`,
      ]
    : []

const withMaskedContacts = (page: Page<Row>): Page<Row> => ({ ...page, records: page.records.map(maskContacts) })

/** Adds the tenant name to rows, which all belong to the caller's tenant. */
const withTenant = async (ctx: Ctx, rows: readonly Row[]): Promise<Row[]> => {
  const { tenantId } = ctx.actor
  const tenant = await ctx.db
    .selectFrom('tenant')
    .select('tenantName')
    .where('tenantId', '=', tenantId)
    .executeTakeFirst()
  return rows.map((row) => ({ ...row, tenantName: tenant?.tenantName ?? '' }))
}

/** A page of accounts, those awaiting approval first, with masked phone and e-mail. */
const listUsers = async (ctx: Ctx, input: ListInput): Promise<Page<Row>> => {
  const { deptId, withoutScope, ...filters } = withoutContacts(ctx, input)
  const lacking = withoutScope ? [sql`status = 1`, await lacksScopeFact(ctx)] : []
  const defaultOrder = sql`(status = 0) desc, create_time desc, id desc`
  const order = filters.ascs || filters.descs ? orderOf(user, filters) : defaultOrder
  const page = withMaskedContacts(
    await pageOf(ctx, user, filters, { conditions: [...inDept(deptId), ...lacking], order }),
  )
  return { ...page, records: await withTenant(ctx, page.records) }
}

/** One account; phone and e-mail are unmasked for callers who may read them. */
const detail = async (ctx: Ctx, id: unknown): Promise<Row> => {
  const row = await findRow(ctx, user, id)
  return mayReadContacts(ctx) ? row : maskContacts(row)
}

type Input = RowInput<typeof user.fields> & { id?: string | null }

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))

const noFacts: Account = { roleId: null, deptId: null, organizationCode: null, operator: null, region: null }

/** Roles and facts of an account after a change; fields that are not sent stay. */
const accountAfter = (before: Account, input: Input): Account => {
  const listed = (value: string | null | undefined, other: readonly string[] | null) =>
    value === undefined ? other : split(value)
  const { organizationCode = before.organizationCode, operator = before.operator, region = before.region } = input
  return {
    roleId: listed(input.roleId, before.roleId),
    deptId: listed(input.deptId, before.deptId),
    organizationCode,
    operator,
    region,
  }
}

const changeUser = async (ctx: Ctx, input: Input): Promise<{ id: string }> => {
  const [before] = (await lockManageablePeople(ctx, [input.id ?? ''])) as [Person]
  assertCanChangeDuties(ctx, before, input)
  if (input.roleId !== undefined) await assertAdministratorsUnaffected(ctx, [before.id], split(input.roleId))
  await assertOpensNoOtherRows(ctx, accountAfter(before, input), Object.keys(input))
  if (before.id === ctx.actor.id) assertContactsUnchanged(before, input)
  else await announceContacts(ctx, before, input)
  const saved = await saveRow(ctx, user, { ...input, id: before.id })
  if (input.roleId !== undefined && !isSameSet(split(input.roleId), before.roleId ?? []))
    await notifyAccounts(ctx, 'rolesChanged', [before.id])
  return saved
}

const checkInput = async (ctx: Ctx, input: Input): Promise<void> => {
  checkRealName(input.realName)
  if (input.region && !(await regionName(ctx, input.region)))
    throw faulty([{ at: 'region', text: ['没有这个地区', 'There is no such region'] }])
  if (input.roleId) await assertCanGrantRoles(ctx, split(input.roleId))
}

export const userHandlers: Handlers<'user'> = {
  page: (ctx, input) => listUsers(ctx, input),
  list: (ctx, input) => listUsers(ctx, input),
  userList: async (ctx, input) => {
    const { deptId, ...filters }: ListInput = withoutContacts(ctx, input)
    return (await rowsOf(ctx, user, filters, inDept(deptId))).map(maskContacts)
  },
  removed: async (ctx, input) => {
    const { deptId, ...filters } = withoutContacts(ctx, input)
    return withMaskedContacts(await removedOf(ctx, user, filters, inDept(deptId)))
  },
  detail: (ctx, { id }) => detail(ctx, id),
  submit: (ctx, { password, ...input }) =>
    tx(ctx, async (inside) => {
      requirePermission(inside, input.id ? 'user_edit' : 'user_add')
      await checkInput(inside, input)
      if (input.id) return { ...(await changeUser(inside, input)), initialPassword: null }
      await assertOpensNoOtherRows(inside, accountAfter(noFacts, input), Object.keys(input))
      const owner = { account: input.account ?? '', unitName: input.unitName ?? null }
      const requestedPassword = await readFirstPassword(inside, password, owner)
      const { id } = await saveRow(inside, user, { ...input, id: null, status: 1 })
      await checkQuota(inside)
      const firstPassword = await setFirstPassword(inside, id, requestedPassword)
      // a caller who chose the password already has it
      return { id, initialPassword: requestedPassword ? null : firstPassword }
    }),
  update: (ctx, input) =>
    tx(ctx, async (inside) => {
      await checkInput(inside, input)
      return changeUser(inside, input)
    }),
  remove: (ctx, input) =>
    tx(ctx, async (inside) => {
      const ids = split(input.ids)
      assertNotSelf(inside, ids, ['不能删除当前登录的账号', 'You cannot delete your own account'])
      await lockPeople(inside, ids)
      await assertAdministratorsRemain(inside, ids)
      await endSessions(inside, ids)
      for (const id of ids) await closeApproval(inside, id)
      return removeRows(inside, user, ids)
    }),
  restore: (ctx, input) =>
    tx(ctx, async (inside) => {
      const ids = split(input.ids)
      await restoreRows(inside, user, ids)
      await lockManageablePeople(inside, ids)
      await assertDepartmentsExist(inside, ids)
      await checkQuota(inside)
      await notifyAccounts(inside, 'restored', ids)
      return null
    }),
  memberCounts,
  auditPass: (ctx, input) =>
    tx(ctx, async (inside) => {
      await giveFacts(inside, split(input.userIds), input)
      return approve(inside, split(input.userIds), input.check ?? null)
    }),
  registrations: (ctx, input) => registrationChecks(ctx, split(input.userIds)),
  enable: (ctx, input) => enable(ctx, split(input.userIds), input.check ?? null),
  auditRefuse: (ctx, input) => disable(ctx, split(input.userIds), input.reason ?? null, 'auditRefuse'),
  disable: (ctx, input) => disable(ctx, split(input.userIds), input.reason ?? null, 'disable'),
  grant: (ctx, input) =>
    tx(ctx, async (inside) => {
      await assertCanGrantRoles(inside, split(input.roleIds))
      const rows = await lockManageablePeople(inside, split(input.userIds))
      await assertAdministratorsUnaffected(inside, split(input.userIds), split(input.roleIds))
      for (const person of rows)
        await assertOpensNoOtherRows(inside, accountAfter(person, { roleId: input.roleIds }), [])
      for (const person of rows) await updateRow(inside, user, person.id, { roleId: input.roleIds }, 'grant')
      const changed = rows.filter(({ roleId }) => !isSameSet(split(input.roleIds), roleId ?? []))
      await notifyAccounts(
        inside,
        'rolesChanged',
        changed.map(({ id }) => id),
      )
      return null
    }),
  resetPassword: (ctx, input) =>
    tx(ctx, async (inside) => {
      const newPasswords: NewPassword[] = []
      for (const person of await lockManageablePeople(inside, split(input.userIds))) {
        const password = await setFirstPassword(inside, person.id)
        await updateRow(inside, user, person.id, {}, 'resetPassword')
        newPasswords.push({ account: person.account, password })
      }
      await notifyAccounts(inside, 'passwordReset', split(input.userIds))
      return newPasswords
    }),
  unlock: (ctx, input) =>
    tx(ctx, async (inside) => {
      const rows = await lockManageablePeople(inside, split(input.userIds))
      await clearFailures(
        inside,
        rows.map(({ account }) => account),
      )
      for (const { id } of rows) await writeAudit(inside, 'user', id, 'unlock', null, null)
      await notifyAccounts(
        inside,
        'unlocked',
        rows.map(({ id }) => id),
      )
      return null
    }),
  platformDetail: async (ctx, { id }) => {
    const row = await detail(ctx, id)
    const platformRow = await ctx.db
      .selectFrom('userPlatform')
      .select('userExt')
      .where('userId', '=', row.id)
      .where('userType', '=', row.userType ?? 1)
      .executeTakeFirst()
    return { ...row, userExt: platformRow?.userExt ?? null }
  },
  updatePlatform: (ctx, input) =>
    tx(ctx, async (inside) => {
      const [{ id }] = (await lockManageablePeople(inside, [input.userId ?? ''])) as [Person]
      const [userType, userExt] = [input.userType as number, input.userExt ?? null]
      await inside.db
        .insertInto('userPlatform')
        .values({ userId: id, userType, userExt })
        .onConflict((conflict) => conflict.columns(['userId', 'userType']).doUpdateSet({ userExt }))
        .execute()
      await updateRow(inside, user, id, {}, 'updatePlatform')
      return null
    }),
  info: (ctx) => findRow(unscoped(ctx), user, ctx.actor.id),
  updateInfo,
  updateContacts,
  updatePassword,
  verifyInitialPassword: async (ctx) => {
    const row = await ctx.db
      .selectFrom('credential')
      .select('isInitial')
      .where('userId', '=', ctx.actor.id)
      .executeTakeFirst()
    return row?.isInitial === true
  },
}
