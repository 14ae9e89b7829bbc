import { Fail, faulty, notFound } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { isSameText } from '#contract/kit/fold.ts'
import type { Text } from '#contract/kit/text.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { builtInRoles } from '#contract/system/built-in-roles.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { type Fragment, withIds } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type Ctx, type Handlers, hasPermission, requirePermission, tx } from '../../engine/context.ts'
import { removeRows, rowsOf, saveRow } from '../../engine/crud.ts'
import { restoreRows } from '../../engine/deleted-rows.ts'
import { rowFilter } from '../../engine/scope.ts'
import { forestOf, nodesOf } from '../../engine/tree.ts'
import { resolveParent } from '../reference/parent-row.ts'
import { aliasesBeyond } from './acting-aliases.ts'
import { applyGrant, grantableSelection, planGrant } from './grant-plan.ts'
import { assertCanChangeRoles, assertCanGrantRoles, isTop } from './grants.ts'

/** Only administrators see the roles of administrators. */
const visibleRoles = (ctx: Ctx, input: ListInput = {}, ...more: Fragment[]) =>
  rowsOf(ctx, role, input, [...more, ...(ctx.actor.rights.administrator ? [] : [sql`role_alias <> 'administrator'`])])

const actingAlias: Text = [
  '持有该别名的角色可以办理流程任务，您没有该别名的角色，不能设置',
  'Roles with this alias handle tasks of processes; you have no such role, so you cannot set it',
]

/** An alias can be a right (acting-aliases.ts). The aliases of built-in roles cannot change; only administrators may use the alias `administrator`. */
const checkAlias = async (ctx: Ctx, id: string | null | undefined, alias: string | null | undefined) => {
  if (!ctx.actor.rights.administrator && isSameText(alias ?? '', 'administrator'))
    throw faulty([{ at: 'roleAlias', text: ['该角色别名为系统保留', 'This alias is reserved'] }])
  const before = id ? (await rowsOf(ctx, role, {}, [withIds([id])]))[0] : undefined
  if (before && alias && before.roleAlias !== alias && builtInRoles(ctx.actor.tenantId).includes(before.roleAlias))
    throw new Fail(['内置角色的别名不能修改', 'The alias of a built-in role cannot be changed'])
  if (!alias || alias === before?.roleAlias || isTop(ctx)) return
  if ((await aliasesBeyond(ctx, [alias])).length) throw faulty([{ at: 'roleAlias', text: actingAlias }])
}

type CopyInput = Parameters<NonNullable<Handlers<'role'>['copy']>>[1]

/** Adds a role beside another one, with those of its grants that the caller may give. */
const copyRole = async (ctx: Ctx, { roleId, roleName, roleAlias }: CopyInput) => {
  for (const code of ['role_add', 'role_grant']) requirePermission(ctx, code)
  const [source] = await visibleRoles(ctx, {}, withIds(split(roleId)))
  if (!source) throw notFound()
  if (source.roleAlias === 'administrator')
    throw new Fail([
      '超级管理员的权限来自其别名，不能复制',
      'The permissions of super administrators come from their alias and cannot be copied',
    ])
  await checkAlias(ctx, null, roleAlias)
  const { parentId, sort } = source
  const { id } = await saveRow(ctx, role, { roleName, roleAlias, parentId, sort })
  const { selection, omitted } = await grantableSelection(ctx, source.id)
  await applyGrant(ctx, await planGrant(ctx, { ...selection, roleIds: id }), [id])
  await writeAudit(ctx, 'role', id, 'copy', null, { from: source.roleAlias })
  return { id, omitted }
}

export const roleHandlers: Handlers<'role'> = {
  forest: async (ctx, input) => forestOf(await visibleRoles(ctx, input)),
  tree: async (ctx) => forestOf(nodesOf(role, await visibleRoles(ctx), ctx.lang)),
  submit: (ctx, input) =>
    tx(ctx, async (inside) => {
      requirePermission(inside, input.id ? 'role_edit' : 'role_add')
      if (input.id) await assertCanChangeRoles(inside, [input.id])
      await checkAlias(inside, input.id, input.roleAlias)
      await resolveParent(inside, role, input.id, input.parentId)
      return saveRow(inside, role, input)
    }),
  remove: (ctx, input) =>
    tx(ctx, async (inside) => {
      const ids = split(input.ids)
      await assertCanChangeRoles(inside, ids)
      if (
        (await rowsOf(inside, role, {}, [withIds(ids)])).some(({ roleAlias }) =>
          builtInRoles(inside.actor.tenantId).includes(roleAlias),
        )
      )
        throw new Fail(['内置角色不能删除', 'Built-in roles cannot be deleted'])
      return removeRows(inside, role, ids)
    }),
  /** Accounts that still refer to the role get it again, so the caller must be allowed to grant it. */
  restore: (ctx, input) =>
    tx(ctx, async (inside) => {
      await restoreRows(inside, role, split(input.ids))
      await assertCanGrantRoles(inside, split(input.ids))
      return null
    }),
  /** The caller's own roles; callers who manage users get those of a visible user, those with given ids, or all. */
  select: async (ctx, input) => {
    if (!hasPermission(ctx, 'user')) return rowsOf(ctx, role, {}, [withIds(ctx.actor.roleIds)])
    if (input.roleId) return visibleRoles(ctx, {}, withIds(split(String(input.roleId))))
    if (!input.userId) return visibleRoles(ctx)
    const person = await ctx.db
      .selectFrom('user')
      .select('roleId')
      .where('id', '=', String(input.userId))
      .where(rowFilter(ctx, user))
      .executeTakeFirst()
    return visibleRoles(ctx, {}, withIds(person?.roleId ?? []))
  },
  /** Possible parents: all roles except the role itself and those below it. */
  treeById: async (ctx, input) => {
    const otherNodes = nodesOf(role, await visibleRoles(ctx), ctx.lang).filter(({ id }) => id !== input.roleId)
    return forestOf(otherNodes).filter(({ parentId }) => parentId !== input.roleId)
  },
  copy: (ctx, input) => tx(ctx, (inside) => copyRole(inside, input)),
  grant: (ctx, input) =>
    tx(ctx, async (inside) => {
      await applyGrant(inside, await planGrant(inside, input), split(input.roleIds))
      return null
    }),
}
