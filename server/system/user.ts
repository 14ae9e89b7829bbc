import { sql } from 'kysely'
import { Fail, noSession } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type NewPassword, user } from '#contract/system/user.ts'
import { forgetFailures, tryPassword } from '../auth/lockout.ts'
import { checkNewPassword, hashPassword, isPassword, makePassword } from '../auth/password.ts'
import { endSessions } from '../auth/tokens.ts'
import type { Fragment } from '../base/db.ts'
import { openSecret } from '../engine/cipher.ts'
import { type Ctx, type Handlers, need, tx } from '../engine/context.ts'
import { change, find, insert, pageOf, removeRows } from '../engine/crud.ts'
import { orderOf } from '../engine/filter.ts'
import { mayGiveRoles, mayTouch } from './grants.ts'
import { updateInfo } from './own-info.ts'

type Person = Awaited<ReturnType<typeof people>>[number]

const people = async (ctx: Ctx, ids: readonly string[]) => {
  const rows = await ctx.db
    .selectFrom('user')
    .selectAll()
    .where('id', 'in', ids)
    .where('isDeleted', '=', 0)
    .forUpdate()
    .execute()
  if (rows.length !== new Set(ids).size)
    throw new Fail(['所选账号不存在或已删除', 'A selected account does not exist'], 404)
  await mayTouch(ctx, rows)
  return rows
}

/** A new random password, valid until its first use; running sessions end. */
const giveInitialPassword = async (ctx: Ctx, userId: string): Promise<string> => {
  const password = makePassword()
  const hash = await hashPassword(password)
  await ctx.db
    .insertInto('credential')
    .values({ userId, hash, isInitial: true })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ hash, isInitial: true, changedAt: sql`now()` }))
    .execute()
  await endSessions(ctx, [userId])
  return password
}

/** The role an account of each type gets with its approval. */
const roleOfType: Readonly<Record<number, string>> = { 1: 'enterprise', 2: 'operator' }

const roleFor = async (ctx: Ctx, person: Person): Promise<string[]> => {
  if (person.roleId?.length) return person.roleId
  const alias = person.accountType ? roleOfType[person.accountType] : undefined
  const role = alias
    ? await ctx.db
        .selectFrom('role')
        .select('id')
        .where('roleAlias', '=', alias)
        .where('isDeleted', '=', 0)
        .executeTakeFirst()
    : undefined
  if (!role)
    throw new Fail(fill(['请先为账号“{0}”分配角色', 'Please give the account "{0}" a role first'], person.account))
  return [role.id]
}

const pass = async (ctx: Ctx, person: Person) => {
  if (person.accountType === 2 && !person.operator)
    throw new Fail(
      fill(['请先在账号“{0}”中选择所属运营商', 'Please set the operator of the account "{0}" first'], person.account),
    )
  const roleId = await roleFor(ctx, person)
  const dept =
    person.accountType && person.organizationCode ? [await ctx.app.enrolCompany(ctx, person)] : (person.deptId ?? [])
  await change(
    ctx,
    user,
    person.id,
    { status: 1, reason: null, roleId: roleId.join(','), deptId: dept.join(',') },
    'auditPass',
  )
}

/** One after the other: two who take each other's leave at the same moment would leave nobody. */
const administratorsLeft = async (ctx: Ctx, without: readonly string[]) => {
  await sql`select pg_advisory_xact_lock(5021)`.execute(ctx.db)
  const left = await ctx.db
    .selectFrom('user')
    .innerJoin('role', (on) => on.on(sql<boolean>`role.id = any("user".role_id)`))
    .select('user.id')
    .where('role.roleAlias', '=', 'administrator')
    .where('user.status', '=', 1)
    .where('user.isDeleted', '=', 0)
    .where('user.id', 'not in', without)
    .executeTakeFirst()
  if (!left) throw new Fail(['至少保留一名可登录的超级管理员', 'At least one administrator has to remain'])
}

/** Other roles for these accounts must not take the last administrator his. */
const administratorsStay = async (ctx: Ctx, ids: readonly string[], roleIds: readonly string[]) => {
  const kept = await ctx.db
    .selectFrom('role')
    .select('id')
    .where('roleAlias', '=', 'administrator')
    .where('id', 'in', roleIds.length ? roleIds : ['0'])
    .executeTakeFirst()
  if (!kept) await administratorsLeft(ctx, ids)
}

const notOneself = (ctx: Ctx, ids: readonly string[], text: Text) => {
  if (ids.includes(ctx.actor.id as string)) throw new Fail(text)
}

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

const changePassword = async (
  ctx: Ctx,
  input: { oldPassword?: string | null; newPassword?: string | null; newPassword1?: string | null },
) => {
  const { id, account } = ctx.actor
  const [old, plain, again] = [input.oldPassword, input.newPassword, input.newPassword1].map((cipher) =>
    openSecret(ctx, cipher),
  ) as [string, string, string]
  const refuse = (at: string, text: Text) => new Fail(text, 400, { faults: [{ at, text }] })
  if (plain !== again) throw refuse('newPassword1', ['两次密码输入不一致', 'The two passwords differ'])
  const kept = await ctx.db
    .selectFrom('credential')
    .innerJoin('user', 'user.id', 'credential.userId')
    .select(['credential.hash', 'user.unitName'])
    .where('userId', '=', id as string)
    .executeTakeFirst()
  // with the initial password in use its owner has just shown that he knows it
  if (!ctx.actor.mustChange && !old) throw refuse('oldPassword', ['请输入原密码', 'Please enter: Old password'])
  if (!ctx.actor.mustChange && !(await tryPassword(ctx, account, kept?.hash, old)))
    throw refuse('oldPassword', ['原密码不正确', 'The old password is wrong'])
  checkNewPassword(plain, { account, unitName: kept?.unitName ?? null }, 'newPassword')
  if (await isPassword(kept?.hash, plain))
    throw refuse('newPassword', ['新密码不能与原密码相同', 'The new password must differ from the old one'])
  const hash = await hashPassword(plain)
  await tx(ctx, async (inside) => {
    await inside.db
      .updateTable('credential')
      .set({ hash, isInitial: false, changedAt: sql`now()` })
      .where('userId', '=', id as string)
      .execute()
    await endSessions(inside, [id as string])
  })
  return null
}

export const userHandlers: Handlers<'user'> = {
  page: (ctx, input) => {
    const order = input.ascs || input.descs ? orderOf(user, input) : '(status = 0) desc, create_time desc, id desc'
    return pageOf(ctx, user, { ...input, deptId: undefined }, inDept(input.deptId), order)
  },
  submit: (ctx, input) =>
    tx(ctx, async (inside) => {
      need(inside, input.id ? 'user_edit' : 'user_add')
      if (input.roleId) await mayGiveRoles(inside, split(input.roleId))
      if (input.id) {
        await people(inside, [input.id])
        if (input.roleId !== undefined) await administratorsStay(inside, [input.id], split(input.roleId))
        return { ...(await change(inside, user, input.id, input)), initialPassword: null }
      }
      const { id } = await insert(inside, user, { ...input, status: 1 })
      return { id, initialPassword: await giveInitialPassword(inside, id) }
    }),
  update: (ctx, input) =>
    tx(ctx, async (inside) => {
      if (input.roleId) await mayGiveRoles(inside, split(input.roleId))
      await people(inside, [input.id ?? ''])
      if (input.roleId !== undefined) await administratorsStay(inside, [input.id ?? ''], split(input.roleId))
      return change(inside, user, input.id, input)
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
  auditPass: (ctx, input) =>
    tx(ctx, async (inside) => {
      const rows = await people(inside, split(input.userIds))
      for (const person of rows) if (person.status !== 1) await pass(inside, person)
      return null
    }),
  auditRefuse: (ctx, input) =>
    tx(ctx, async (inside) => {
      const ids = split(input.userIds)
      notOneself(inside, ids, ['不能停用当前登录的账号', 'You cannot disable your own account'])
      const rows = await people(inside, ids)
      await administratorsLeft(inside, ids)
      for (const person of rows)
        await change(inside, user, person.id, { status: -1, reason: input.reason }, 'auditRefuse')
      await endSessions(inside, ids)
      return null
    }),
  grant: (ctx, input) =>
    tx(ctx, async (inside) => {
      await mayGiveRoles(inside, split(input.roleIds))
      const rows = await people(inside, split(input.userIds))
      await administratorsStay(inside, split(input.userIds), split(input.roleIds))
      for (const person of rows) await change(inside, user, person.id, { roleId: input.roleIds }, 'grant')
      return null
    }),
  resetPassword: (ctx, input) =>
    tx(ctx, async (inside) => {
      const made: NewPassword[] = []
      for (const person of await people(inside, split(input.userIds))) {
        const password = await giveInitialPassword(inside, person.id)
        await change(inside, user, person.id, {}, 'resetPassword')
        made.push({ account: person.account, password })
      }
      return made
    }),
  unlock: (ctx, input) =>
    tx(ctx, async (inside) => {
      const rows = await people(inside, split(input.userIds))
      await forgetFailures(
        inside,
        rows.map(({ account }) => account),
      )
      return null
    }),
  info: (ctx) => {
    if (!ctx.actor.id) throw noSession()
    return find(ctx, user, ctx.actor.id)
  },
  updateInfo,
  updatePassword: changePassword,
  verifyInitialPassword: async (ctx) => {
    const row = await ctx.db
      .selectFrom('credential')
      .select('isInitial')
      .where('userId', '=', ctx.actor.id as string)
      .executeTakeFirst()
    return row?.isInitial === true
  },
}
