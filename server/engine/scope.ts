import { sql } from 'kysely'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { denied } from '#contract/kit/fail.ts'
import { type Field, isMultiple } from '#contract/kit/field.ts'
import { comparedColumns, type SubjectAttribute, subjectAttributeOf } from '#contract/system/scope-rule.ts'
import { escapeLike, type Fragment, join } from '../base/db.ts'
import { quoted } from './columns.ts'
import type { Actor, Ctx, Scope } from './context.ts'
import { filtersOf } from './filter.ts'

const noRows: Fragment = { text: 'false', values: [] }
const allRows: Fragment = { text: 'true', values: [] }

/** 320500 → 3205%: everything within a province, city or county. */
const regionPattern = (region: string) => `${escapeLike(region.replace(/(00)+$/, ''))}%`

const inDepartments = (column: string, isArray: boolean, { deptIds }: Actor): Fragment => ({
  text: isArray ? `${column} && ?::bigint[]` : `${column} = any(?::bigint[])`,
  values: [deptIds],
})
const deptsBelowQuery =
  "select id from dept where id = any(?::bigint[]) or string_to_array(ancestors, ',') && ?::text[]"
const inDepartmentsBelow = (column: string, isArray: boolean, { deptIds }: Actor): Fragment => ({
  text: isArray ? `${column} && array(${deptsBelowQuery})` : `${column} in (${deptsBelowQuery})`,
  values: [deptIds, deptIds],
})

/** A column against what the caller stands for. What he does not have, he does not see. */
const subjectConditions: Record<SubjectAttribute, (column: string, isArray: boolean, actor: Actor) => Fragment> = {
  user: (column, isArray, { id }) => ({
    text: isArray ? `${column} @> array[?::bigint]` : `${column} = ?`,
    values: [id],
  }),
  dept: inDepartments,
  region: (column, _, { region, operator }) => {
    if (region) return { text: `${column} like ?`, values: [regionPattern(region)] }
    // an operator's head office has no region of its own; an officer without one has none yet
    return operator === null ? noRows : allRows
  },
  operator: (column, isArray, { operator }) => {
    if (operator === null) return noRows
    return { text: isArray ? `${column} @> array[?::integer]` : `${column} = ?`, values: [operator] }
  },
  organization: (column, _, { organizationCode }) =>
    organizationCode ? { text: `${column} = ?`, values: [organizationCode] } : noRows,
}

const compareColumn = (entity: AnyEntity, name: string, actor: Actor, conditions = subjectConditions): Fragment => {
  const attribute = subjectAttributeOf(entity, name)
  const field: Field | undefined = entity.fields[name]
  return attribute ? conditions[attribute](quoted(name), field !== undefined && isMultiple(field.kind), actor) : noRows
}

/** The further conditions of a custom scope, written as list parameters; one that no longer fits lets nothing through. */
const conditionsOf = (entity: AnyEntity, value: string): readonly Fragment[] => {
  const params = Object.fromEntries(new URLSearchParams(value))
  const conditions = filtersOf(entity.fields, params)
  return conditions.length === Object.keys(params).length ? conditions : [noRows]
}

const anyOf = (tests: readonly Fragment[]): Fragment =>
  join(
    tests.map(({ text, values }) => ({ text: `(${text})`, values })),
    ' or ',
  )

/** Which rows of an entity one scope lets somebody see. Of a custom one all columns and conditions must match. */
const scopeCondition = (entity: AnyEntity, scope: Scope, actor: Actor): Fragment => {
  if (scope.type === 1) return allRows
  const columns = comparedColumns(entity, scope)
  if (scope.type === 5) {
    const all = [...columns.map((name) => compareColumn(entity, name, actor)), ...conditionsOf(entity, scope.value)]
    return all.length ? join(all, ' and ') : noRows
  }
  const conditions = scope.type === 4 ? { ...subjectConditions, dept: inDepartmentsBelow } : subjectConditions
  return anyOf(columns.map((name) => compareColumn(entity, name, actor, conditions)))
}

/** A way by which rows come to somebody: one of his data scopes, or that they are his own. */
export interface RowGrant {
  readonly scope: Scope | null
  readonly test: Fragment
}

/** The data scopes that bound an entity for somebody; null where none does. */
export const dataScopesFor = (
  { rights }: Pick<Actor, 'rights'>,
  { code, rows, shared }: AnyEntity,
): readonly Scope[] | null => {
  if (rights.administrator || (shared && rows === 'all')) return null
  const scopes = rows === 'own' ? [] : (rights.scopes.get(code) ?? [])
  return rows === 'all' && (scopes.length === 0 || rights.unbounded.has(code)) ? null : scopes
}

/** Any of these ways lets a row through; null where every row is let through. */
export const grantsFor = (actor: Actor, entity: AnyEntity): readonly RowGrant[] | null => {
  const scopes = dataScopesFor(actor, entity)
  if (!scopes) return null
  if (scopes.length === 0) return [{ scope: null, test: compareColumn(entity, 'createUser', actor) }]
  return scopes.map((scope) => ({ scope, test: scopeCondition(entity, scope, actor) }))
}

/** The tenant that runs the platform: it alone writes what all tenants share. */
export const platformTenant = '000000'

/** Rows shared by all tenants are changed by the platform's own people only. */
export const assertCanWrite = (ctx: Ctx, entity: AnyEntity): void => {
  if (entity.shared && ctx.actor.tenantId !== platformTenant) throw denied()
}

/** Rows that are the tenant's own, or shared by all of them; what is closed is for the platform's own people alone. */
export const tenantFilter = ({ tenantId }: Pick<Actor, 'tenantId'>, { shared }: AnyEntity): Fragment => {
  if (!shared) return { text: 'tenant_id = ?', values: [tenantId] }
  return shared === 'closed' && tenantId !== platformTenant ? noRows : allRows
}

/** What keeps every row from somebody, whatever his scopes: another tenant's, and one that is removed. */
export const tenantRowFilter = (actor: Actor, entity: AnyEntity, isDeleted: 0 | 1 = 0): Fragment =>
  join([{ text: `is_deleted = ${isDeleted}`, values: [] }, tenantFilter(actor, entity)], ' and ')

/**
 * Which rows of an entity the caller reaches: live rows of his tenant, or removed ones, by any of the ways they come to him
 * (the widest wins). List, detail, update, remove, restore, export and counts all pass here.
 */
export const rowFilter = ({ actor }: Pick<Ctx, 'actor'>, entity: AnyEntity, isDeleted: 0 | 1 = 0): Fragment => {
  const tenantRows = tenantRowFilter(actor, entity, isDeleted)
  const grants = grantsFor(actor, entity)
  if (!grants) return tenantRows
  const anyGrant = anyOf(grants.map(({ test }) => test))
  return { text: `${tenantRows.text} and (${anyGrant.text})`, values: [...tenantRows.values, ...anyGrant.values] }
}

/** The same condition for a hand-written Kysely query on the entity's table. */
export const whereVisible = (ctx: Ctx, entity: AnyEntity) => {
  const { text, values } = rowFilter(ctx, entity)
  const parts = text.split('?')
  return sql.join<boolean>(
    parts.flatMap((part, i) => (i < values.length ? [sql.raw(part), sql`${values[i]}`] : [sql.raw(part)])),
    sql.raw(''),
  )
}
