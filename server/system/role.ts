import { Fail } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { role } from '#contract/system/role.ts'
import { type Handlers, may, need, tx } from '../engine/context.ts'
import { change, insert, removeRows, rowsOf } from '../engine/crud.ts'
import { forestOf, nodesOf } from '../engine/tree.ts'
import { mayGiveMenus, mayGiveScopes, mayTouchRoles } from './grants.ts'

/** The platform's own code relies on these; their names may change, their aliases stay. */
const builtIn = [
  'administrator',
  'platform',
  'enterprise',
  'operator',
  'city',
  'province_miit',
  'province_ca',
  'expert',
]

const among = (ids: readonly string[]) => ({ text: 'id = any(?::bigint[])', values: [ids] })

export const roleHandlers: Handlers<'role'> = {
  submit: (ctx, input) =>
    tx(ctx, async (inside) => {
      need(inside, input.id ? 'role_edit' : 'role_add')
      if (input.id && input.id === input.parentId)
        throw new Fail(['上级角色不能是自身', 'A role cannot be its own parent'])
      if (!input.id) return insert(inside, role, input)
      await mayTouchRoles(inside, [input.id])
      const before = await inside.db
        .selectFrom('role')
        .select('roleAlias')
        .where('id', '=', input.id)
        .executeTakeFirst()
      if (before && input.roleAlias && before.roleAlias !== input.roleAlias && builtIn.includes(before.roleAlias))
        throw new Fail(['内置角色的别名不能修改', 'The alias of a built-in role stays'])
      return change(inside, role, input.id, input)
    }),
  remove: (ctx, input) =>
    tx(ctx, async (inside) => {
      const ids = split(input.ids)
      const rows = await inside.db.selectFrom('role').select('roleAlias').where('id', 'in', ids).execute()
      if (rows.some(({ roleAlias }) => builtIn.includes(roleAlias)))
        throw new Fail(['内置角色不能删除', 'Built-in roles cannot be removed'])
      return removeRows(inside, role, ids)
    }),
  /** Roles of the caller; of anybody, or all of them, for those who manage users. */
  select: async (ctx, input) => {
    if (!may(ctx, 'user')) return rowsOf(ctx, role, {}, [among(ctx.actor.roleIds)])
    if (!input.userId) return rowsOf(ctx, role)
    const person = await ctx.db
      .selectFrom('user')
      .select('roleId')
      .where('id', '=', String(input.userId))
      .executeTakeFirst()
    return rowsOf(ctx, role, {}, [among(person?.roleId ?? [])])
  },
  treeById: async (ctx, input) =>
    forestOf(
      nodesOf(
        role,
        (await rowsOf(ctx, role)).filter(({ id }) => id !== input.roleId),
      ),
    ),
  grant: (ctx, input) =>
    tx(ctx, async (inside) => {
      const roleIds = split(input.roleIds)
      const menuIds = split(input.menuIds)
      await mayTouchRoles(inside, roleIds)
      await mayGiveMenus(inside, menuIds)
      await mayGiveScopes(inside, [...split(input.dataScopeIds), ...split(input.apiScopeIds)])
      await inside.db.deleteFrom('roleMenu').where('roleId', 'in', roleIds).execute()
      await inside.db.deleteFrom('roleScope').where('roleId', 'in', roleIds).execute()
      const menus = roleIds.flatMap((roleId) => menuIds.map((menuId) => ({ roleId, menuId })))
      if (menus.length) await inside.db.insertInto('roleMenu').values(menus).execute()
      const scopes = roleIds.flatMap((roleId) => [
        ...split(input.dataScopeIds).map((scopeId) => ({ roleId, scopeId, scopeCategory: 1 })),
        ...split(input.apiScopeIds).map((scopeId) => ({ roleId, scopeId, scopeCategory: 2 })),
      ])
      if (scopes.length) await inside.db.insertInto('roleScope').values(scopes).execute()
      for (const id of roleIds) await change(inside, role, id, {}, 'grant')
      return null
    }),
}
