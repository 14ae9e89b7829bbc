import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { type Fault, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import { type AddressChoice, apiScope, type RoleCount } from '#contract/system/api-scope.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { isDeniedByApiScope, matchesPath } from '../../engine/api-scope-match.ts'
import { type Ctx, type Handlers, type Route, requirePermission, tx } from '../../engine/context.ts'
import { findRow, removeRows, saveRow } from '../../engine/crud.ts'
import { restoreRows } from '../../engine/deleted-rows.ts'
import { hasAccess } from '../../engine/gates.ts'
import { guardedAddresses, loadRoleGrants, type RoleGrants, rightsFrom } from '../../engine/rights.ts'
import { assertCanDefineAddress } from './grants.ts'
import { menuCountsOf } from './menu-counts.ts'

const wrong = (text: Text) => faulty([{ at: 'scopePath', text } satisfies Fault])

/** Accepts paths with or without /api and the leading slash; returns them as the routes declare them. A few are outside of /api. */
const normalised = (input: string): string => {
  const path = `/${input.trim().replace(/^\/+/, '')}`
  return /^\/(api|openApi)\//.test(path) ? path : `/api${path}`
}

const matching = ({ app }: Ctx, path: string): Route[] =>
  app.routes.filter(({ endpoint }) => matchesPath(path, endpoint.path))

/** The normalised path of an address a scope can close, or of several with `/**`; throws a fault otherwise. */
const checkedPath = (ctx: Ctx, input: string): string => {
  const path = normalised(input)
  if (/[*?#]/.test(path.replace(/\/\*\*$/, '')))
    throw wrong([
      '接口地址只能以 /** 结尾表示一组接口，不能含其他通配符或参数',
      'Only /** at the end can stand for several addresses; other wildcards and parameters are not allowed',
    ])
  const matches = matching(ctx, path)
  if (matches.length === 0)
    throw wrong(['接口地址不存在，请从列表中选择', 'This address does not exist; please choose one from the list'])
  if (matches.every(({ endpoint }) => endpoint.access === 'public'))
    throw wrong([
      '该接口无需登录即可访问，接口权限对它不起作用',
      'This address does not require a login, so an API scope has no effect on it',
    ])
  const alwaysAllowed = matches.find((one) => one.alwaysAllowed)
  if (alwaysAllowed)
    throw wrong(
      fill(
        [
          '其中“{0}”（{1}）是每次登录都要使用的接口，不能关闭',
          'It includes “{0}” ({1}), which every session needs and which cannot be closed',
        ],
        alwaysAllowed.endpoint.label,
        alwaysAllowed.endpoint.path,
      ),
    )
  return path
}

const codeOf = (group: string): string => (entities as Readonly<Record<string, AnyEntity>>)[group]?.code ?? group

const choiceOf = ({ lang }: Ctx, { name, endpoint }: Route): AddressChoice => {
  const { path, method, label } = endpoint
  return { path, method, label: localize(label, lang), owner: codeOf(name.split('.')[0] as string) }
}

/** The same grants with another path for one scope; unchanged if the role does not have it. */
const withPath = (one: RoleGrants, id: string | null, path: string): RoleGrants => ({
  ...one,
  addresses: one.addresses.map((address) => (address.id === id ? { ...address, path } : address)),
})

/** Roles of the caller's tenant with the number of active accounts that have them. */
const rolesWithPeople = (ctx: Ctx): Promise<{ id: string; people: number }[]> =>
  run(
    ctx.db,
    sql`select r.id::text, (select count(*)::int from "user" u where r.id = any(u.role_id) and u.status = 1 and u.is_deleted = 0) as people
      from role r where r.is_deleted = 0 and r.tenant_id = ${ctx.actor.tenantId}`,
  )

/** The roles for which saving would close or open one of these addresses, by the same rules that guard them. */
const effectOf = async (ctx: Ctx, id: string | null, path: string) => {
  const before = id ? await findRow(ctx, apiScope, id) : null
  const guarded = await guardedAddresses(ctx.db)
  const at = before ? guarded.indexOf(before.scopePath) : -1
  const next = [...guarded.filter((_, i) => i !== at), path]
  const affectedAddresses = [...new Set([...matching(ctx, path), ...(before ? matching(ctx, before.scopePath) : [])])]
  const counts = await rolesWithPeople(ctx)
  const roleGrants = await loadRoleGrants(
    ctx,
    counts.map((one) => one.id),
  )
  const opens: RoleCount[] = []
  const closes: RoleCount[] = []
  for (const one of roleGrants) {
    const [rightsBefore, rightsAfter] = [rightsFrom([one], guarded), rightsFrom([withPath(one, id, path)], next)]
    const changes = affectedAddresses
      .filter(({ endpoint }) => endpoint.access !== 'public' && hasAccess({ rights: rightsBefore }, endpoint))
      .map(
        ({ endpoint }) =>
          Number(isDeniedByApiScope(rightsAfter, endpoint.path)) -
          Number(isDeniedByApiScope(rightsBefore, endpoint.path)),
      )
    const roleCount = { id: one.id, name: one.name, people: counts.find(({ id }) => id === one.id)?.people ?? 0 }
    if (changes.includes(1)) closes.push(roleCount)
    if (changes.includes(-1)) opens.push(roleCount)
  }
  return { scopePath: path, addresses: matching(ctx, path).map((one) => choiceOf(ctx, one)), closes, opens }
}

export const apiScopeHandlers: Handlers<'apiScope'> = {
  menuCounts: menuCountsOf(apiScope),
  submit: (ctx, input) =>
    tx(ctx, async (inside) => {
      requirePermission(inside, input.id ? 'api_scope_edit' : 'api_scope_add')
      await assertCanDefineAddress(inside, split(input.id))
      const path = input.scopePath ? { scopePath: checkedPath(inside, input.scopePath) } : {}
      return saveRow(inside, apiScope, { ...input, ...path })
    }),
  remove: (ctx, input) =>
    tx(ctx, async (inside) => {
      await assertCanDefineAddress(inside, split(input.ids))
      return removeRows(inside, apiScope, split(input.ids))
    }),
  restore: (ctx, input) => tx(ctx, (inside) => restoreRows(inside, apiScope, split(input.ids))),
  addresses: async (ctx) =>
    ctx.app.routes
      .filter(({ endpoint, alwaysAllowed }) => endpoint.access !== 'public' && !alwaysAllowed)
      .map((one) => choiceOf(ctx, one)),
  effect: (ctx, input) => effectOf(ctx, input.id ?? null, checkedPath(ctx, String(input.scopePath))),
}
