import { sql } from 'kysely'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { base } from '#contract/kit/verbs.ts'
import { type Fragment, join } from '../base/db.ts'
import { quoted } from './columns.ts'
import type { Actor, Ctx, Scope } from './context.ts'
import { filtersOf } from './filter.ts'

const nobody: Fragment = { text: 'false', values: [] }
const everybody: Fragment = { text: 'true', values: [] }
const own = (actor: Actor): Fragment => ({ text: 'create_user = ?', values: [actor.id] })

const inDepartments = (actor: Actor): Fragment => ({ text: 'create_dept = any(?::bigint[])', values: [actor.deptIds] })
const inDepartmentsBelow = (actor: Actor): Fragment => ({
  text: "create_dept in (select id from dept where id = any(?::bigint[]) or string_to_array(ancestors, ',') && ?::text[])",
  values: [actor.deptIds, actor.deptIds],
})

/** 320500 → 3205%: everything within a province, city or county. */
const within = (region: string) => `${region.replace(/(00)+$/, '').replace(/[\\%_]/g, '\\$&')}%`

/** One declared column against what the caller stands for. What he does not have, he does not see. */
const byColumn = (name: string, field: Field, actor: Actor): Fragment => {
  const column = quoted(name)
  if (field.of === 'region') {
    if (actor.region) return { text: `${column} like ?`, values: [within(actor.region)] }
    // an operator's head office has no region of its own; an officer without one has none yet
    return actor.operator === null ? nobody : everybody
  }
  if (field.of === 'project_facilities_operator') {
    if (actor.operator === null) return nobody
    return field.kind === 'dicts'
      ? { text: `${column} @> array[?::integer]`, values: [actor.operator] }
      : { text: `${column} = ?`, values: [actor.operator] }
  }
  if (field.of === 'user')
    return field.kind === 'refs'
      ? { text: `${column} @> array[?::bigint]`, values: [actor.id] }
      : { text: `${column} = ?`, values: [actor.id] }
  if (field.rule === 'creditCode')
    return actor.organizationCode ? { text: `${column} = ?`, values: [actor.organizationCode] } : nobody
  return nobody
}

/** Type 5: all of its columns must match, and the further conditions of its value, written as list parameters. */
const custom = (fields: Fields, scope: Scope, actor: Actor): Fragment => {
  const known: Fields = { ...base, ...fields }
  const columns = scope.column.split(',').map((name) => {
    const field = Object.hasOwn(known, name) ? known[name] : undefined
    return field ? byColumn(name, field, actor) : nobody
  })
  return join([...columns, ...filtersOf(fields, Object.fromEntries(new URLSearchParams(scope.value)))], ' and ')
}

const granted = (fields: Fields, scope: Scope, actor: Actor): Fragment => {
  if (scope.type === 1) return everybody
  if (scope.type === 3) return inDepartments(actor)
  if (scope.type === 4) return inDepartmentsBelow(actor)
  return scope.type === 5 ? custom(fields, scope, actor) : own(actor)
}

/**
 * Which rows of an entity the caller reaches: live rows of his tenant, within the data scopes his roles grant (the widest
 * wins, none means his own rows). List, detail, update, remove, export and counts all pass here.
 */
export const reach = (ctx: Ctx, entity: AnyEntity): Fragment => {
  const { actor } = ctx
  const live: Fragment = { text: 'is_deleted = 0 and tenant_id = ?', values: [actor.tenantId] }
  if (entity.rows === 'all' || actor.rights.administrator) return live
  const scopes = entity.rows === 'own' ? [] : (actor.rights.scopes.get(entity.code) ?? [])
  const rows = scopes.length ? scopes.map((scope) => granted(entity.fields, scope, actor)) : [own(actor)]
  const any = join(
    rows.map(({ text, values }) => ({ text: `(${text})`, values })),
    ' or ',
  )
  return { text: `${live.text} and (${any.text})`, values: [...live.values, ...any.values] }
}

/** The same condition for a hand-written Kysely query on the entity's table. */
export const reachable = (ctx: Ctx, entity: AnyEntity) => {
  const { text, values } = reach(ctx, entity)
  const pieces = text.split('?')
  return sql.join<boolean>(
    pieces.flatMap((piece, i) => (i < values.length ? [sql.raw(piece), sql`${values[i]}`] : [sql.raw(piece)])),
    sql.raw(''),
  )
}
