import { fill, type Text } from '#contract/kit/text.ts'
import type { LensDetail, LensStep } from '#contract/system/permission-lens.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { isDeniedByApiScope, matchesPath } from '../../engine/api-scope-match.ts'
import type { Route } from '../../engine/context.ts'
import { hasAccess, isClosedToDeclarant } from '../../engine/gates.ts'
import { type RoleGrants, rightsFrom } from '../../engine/rights.ts'
import { type MenuRow, menusUnder, type UserMenus } from '../access/user-menus.ts'
import { topMenus } from '../menus/top-menu.ts'
import { detail, placeOf, roleAt, type Subject, step } from './subject.ts'

const roleHasCode = (one: RoleGrants, codes: readonly string[]) =>
  rightsFrom([one], []).administrator || one.menus.some(({ code }) => codes.includes(code))

/** Roles that were granted one of these codes, even if the tenant's package makes it ineffective. */
const grantedTo = async ({ ctx, roleGrants }: Subject, codes: readonly string[]): Promise<ReadonlySet<string>> => {
  const roleIds = roleGrants.map(({ id }) => id)
  const rows = await run<{ id: string }>(
    ctx.db,
    sql`select distinct g.role_id::text as id from role_menu g join menu m on m.id = g.menu_id and m.is_deleted = 0
      where g.role_id = any(${roleIds}::bigint[]) and m.code = any(${codes}::text[])`,
  )
  return new Set(rows.map(({ id }) => id))
}

const grantedText: Text = ['角色“{0}”：已授予', 'Role “{0}”: granted']
const ineffectiveText: Text = [
  '角色“{0}”：已授予，但租户的产品包不含此项，不生效',
  "Role “{0}”: granted, but without effect because the tenant's package does not include it",
]
const notGrantedText: Text = ['角色“{0}”：未授予', 'Role “{0}”: not granted']

const perRole = async (subject: Subject, codes: readonly string[]): Promise<LensDetail[]> => {
  const granted = await grantedTo(subject, codes)
  return subject.roleGrants.map((one) => {
    const isEffective = roleHasCode(one, codes)
    const text = isEffective ? grantedText : granted.has(one.id) ? ineffectiveText : notGrantedText
    return detail(subject.ctx, fill(text, one.name), isEffective, roleAt(one))
  })
}

/** Which of the person's roles grant a menu or button. A menu is also visible if one below it is granted. */
export const menuStep = async (subject: Subject, row: MenuRow, isVisible: boolean): Promise<LensStep> => {
  const { ctx, actor } = subject
  const isGranted = actor.rights.administrator || actor.rights.codes.has(row.code)
  const what: Text = row.category === 1 ? ['菜单', 'menu'] : ['按钮', 'button']
  const text: Text = isGranted
    ? ['{0}“{1}”（{2}）已授予该用户的角色', 'The {0} “{1}” ({2}) is granted to a role of this user']
    : isVisible
      ? [
          '{0}“{1}”（{2}）本身未授予，因其下级已授予而显示',
          'The {0} “{1}” ({2}) is not granted itself, but shown because an item below it is granted',
        ]
      : ['{0}“{1}”（{2}）未授予该用户的任何角色', 'The {0} “{1}” ({2}) is not granted to any role of this user']
  return step(
    ctx,
    'grant',
    isGranted || isVisible,
    fill(text, what, row.name, row.code),
    await perRole(subject, [row.code]),
    placeOf('menu', 'code', row.code),
  )
}

/** Under which entries of the top bar a menu appears; this does not affect access. */
export const topMenuStep = async ({ ctx }: Subject, menus: UserMenus, row: MenuRow): Promise<LensStep | null> => {
  const tops = await topMenus(ctx)
  if (tops.length === 0 || row.category !== 1) return null
  const under = tops.filter(({ menuIds }) => menusUnder(menus, menuIds).some(({ id }) => id === row.id))
  const names = under.map(({ row: top }) => top.name).join('、')
  const text: Text = under.length
    ? fill(
        [
          '列在顶部菜单“{0}”之下，首页菜单中也可找到',
          'It is listed under the top menu “{0}”, and also in the home menu',
        ],
        names,
      )
    : ['未列入任何顶部菜单，可在首页菜单中找到', 'It is not listed under any top menu, but it is in the home menu']
  return step(ctx, 'topMenu', null, text, [], '/system/top-menu')
}

interface ApiScopeRow {
  readonly id: string
  readonly name: string
  readonly path: string
}

const scopesOver = async ({ ctx }: Subject, path: string): Promise<ApiScopeRow[]> =>
  (
    await run<ApiScopeRow>(
      ctx.db,
      sql`select id, scope_name as name, scope_path as path from api_scope where is_deleted = 0 order by id`,
    )
  ).filter((one) => matchesPath(one.path, path))

/** The conditions of an address: one of its permission codes, and no API scope that denies it. */
export const addressStep = async (subject: Subject, { endpoint }: Route): Promise<LensStep> => {
  const { ctx, actor, roleGrants } = subject
  const { access, path, label } = endpoint
  const allowed = hasAccess(actor, endpoint)
  const isForStaff = isClosedToDeclarant(actor, endpoint)
  const closed = isDeniedByApiScope(actor.rights, path)
  const codes = typeof access === 'object' ? access.perm : []
  const needs: Text =
    codes.length === 0
      ? ['登录即可调用', 'Any logged-in user can call it']
      : fill(['要求权限 {0}', 'It requires the permission {0}'], codes.join(' / '))
  const scopes = (await scopesOver(subject, path)).map((one) => {
    const by = roleGrants.filter(({ addresses }) => addresses.some(({ id }) => id === one.id)).map(({ name }) => name)
    const at = placeOf('api-scope', 'scopeName', one.name)
    if (by.length)
      return detail(
        ctx,
        fill(
          ['接口权限“{0}”由角色“{1}”持有', 'The API scope “{0}” is granted to the role “{1}”'],
          one.name,
          by.join('、'),
        ),
        true,
        at,
      )
    return detail(
      ctx,
      fill(
        [
          '接口权限“{0}”限定了该接口，该用户的角色均未持有',
          'The API scope “{0}” restricts it, and no role of this user has that scope',
        ],
        one.name,
      ),
      closed ? false : null,
      at,
    )
  })
  const text: Text = !allowed
    ? [
        '接口“{0}”（{1}）不对该用户开放：缺少权限',
        'The address “{0}” ({1}) is closed to this user: a permission is missing',
      ]
    : isForStaff
      ? [
          '接口“{0}”（{1}）不对该用户开放：仅限工作人员',
          'The address “{0}” ({1}) is closed to this user: it is for staff only',
        ]
      : closed
        ? [
            '接口“{0}”（{1}）不对该用户开放：被接口权限关闭',
            'The address “{0}” ({1}) is closed to this user by an API scope',
          ]
        : ['接口“{0}”（{1}）对该用户开放', 'The address “{0}” ({1}) is open to this user']
  return step(ctx, 'address', allowed && !isForStaff && !closed, fill(text, label, path), [
    detail(ctx, needs, allowed),
    ...(codes.length ? await perRole(subject, codes) : []),
    ...scopes,
  ])
}
