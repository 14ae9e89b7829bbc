import { Fail, type Fault, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { maxPreferences, preferenceFields, type preferences } from '#contract/preferences.ts'
import { role } from '#contract/system/role.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type CallHandlers, requirePermission, tx, type UserCtx } from '../../engine/context.ts'
import { addDisplayNames } from '../../engine/labels.ts'
import { rowFilter } from '../../engine/scope.ts'

/** The caller's preferences and those shared with their roles; shared ones end when the owner's account is removed. */
const list = async (ctx: UserCtx) => {
  const isShared = sql<boolean>`p.role_ids && ${ctx.actor.roleIds}::bigint[]`
  const rows = await ctx.db
    .selectFrom('preference as p')
    .innerJoin('user as u', 'u.id', 'p.userId')
    .select(['p.name', 'p.userId', 'p.updateTime'])
    .select([
      sql<string>`p.value::text`.as('value'),
      sql<string | null>`nullif(array_to_string(p.role_ids, ','), '')`.as('roleIds'),
      sql<string | null>`case when p.user_id = ${ctx.actor.id} then null else u.real_name end`.as('owner'),
    ])
    .where((where) => where.or([where('p.userId', '=', ctx.actor.id), isShared]))
    .where('u.isDeleted', '=', 0)
    .orderBy(sql`p.user_id = ${ctx.actor.id}`, 'desc')
    .orderBy(sql`p.name collate pinyin`)
    .execute()
  return addDisplayNames(ctx, preferenceFields, rows)
}

const faultAt = (at: string, text: Text): Fail => faulty([{ at, text } satisfies Fault])

const isDocument = (text: string): boolean => {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  } catch {
    return false
  }
}

/** The name of a saved view. */
const labelIn = (document: string): string | undefined => {
  const { label } = JSON.parse(document) as { readonly label?: unknown }
  return typeof label === 'string' ? label : undefined
}

/** Callers who manage roles may share with holders of a role, if they may see that role. */
const assertCanShare = async (ctx: UserCtx, roleIds: readonly string[]) => {
  if (roleIds.length === 0) return
  requirePermission(ctx, 'role')
  const existingRoles = await ctx.db
    .selectFrom('role')
    .select('id')
    .where('id', 'in', roleIds)
    .where(rowFilter(ctx, role))
    .execute()
  if (existingRoles.length !== new Set(roleIds).size)
    throw faultAt('roleIds', ['所选角色不存在', 'A selected role does not exist'])
}

const put: CallHandlers<typeof preferences>['put'] = (ctx, { name, value, roleIds }) =>
  tx(ctx, async (inside) => {
    if (!isDocument(value ?? '')) throw faultAt('value', ['内容应为 JSON 对象', 'The content must be a JSON object'])
    const roles = split(roleIds)
    await assertCanShare(inside, roles)
    const userId = inside.actor.id
    const result = await sql<{ name: string }>`
      with others as (select count(*) as number from preference where user_id = ${userId} and name <> ${name})
      insert into preference (user_id, name, value, role_ids)
      select ${userId}, ${name}, ${value}::jsonb, ${roles}::bigint[] from others where number < ${maxPreferences}
      on conflict (user_id, name) do update
        set value = excluded.value, role_ids = excluded.role_ids, update_time = now()
      returning name`.execute(inside.db)
    if (result.rows.length === 0)
      throw new Fail([
        '个人设置已达上限，请先删除不用的视图',
        'You have reached the limit of saved preferences; please delete views you no longer use',
      ])
    if (roles.length) {
      const title = labelIn(value ?? '') ?? name ?? ''
      await writeAudit(inside, 'preference', userId, 'share', null, { roleIds }, { title })
    }
    return null
  })

export const preferenceCalls: CallHandlers<typeof preferences> = {
  list,
  put,
  remove: async (ctx, { name }) => {
    await ctx.db
      .deleteFrom('preference')
      .where('userId', '=', ctx.actor.id)
      .where('name', '=', name ?? '')
      .execute()
    return null
  },
}
