import { sql } from 'kysely'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { denied } from '#contract/kit/fail.ts'
import { type Field, isMultiple } from '#contract/kit/field.ts'
import { comparedColumns, type SubjectAttribute, subjectAttributeOf } from '#contract/system/scope-rule.ts'
import { escapeLike, type Fragment, join } from '../base/db.ts'
import { quoted } from './columns.ts'
import type { Actor, Ctx, Scope } from './context.ts'
import { filtersOf } from './filter.ts'

const nobody: Fragment = { text: 'false', values: [] }
const everybody: Fragment = { text: 'true', values: [] }

/** 320500 → 3205%: everything within a province, city or county. */
const within = (region: string) => `${escapeLike(region.replace(/(00)+$/, ''))}%`

const inDepartments = (column: string, several: boolean, { deptIds }: Actor): Fragment => ({
  text: several ? `${column} && ?::bigint[]` : `${column} = any(?::bigint[])`,
  values: [deptIds],
})
const below = "select id from dept where id = any(?::bigint[]) or string_to_array(ancestors, ',') && ?::text[]"
const inDepartmentsBelow = (column: string, several: boolean, { deptIds }: Actor): Fragment => ({
  text: several ? `${column} && array(${below})` : `${column} in (${below})`,
  values: [deptIds, deptIds],
})

/** A column against what the caller stands for. What he does not have, he does not see. */
const standsFor: Record<SubjectAttribute, (column: string, several: boolean, actor: Actor) => Fragment> = {
  user: (column, several, { id }) => ({
    text: several ? `${column} @> array[?::bigint]` : `${column} = ?`,
    values: [id],
  }),
  dept: inDepartments,
  region: (column, _, { region, operator }) => {
    if (region) return { text: `${column} like ?`, values: [within(region)] }
    // an operator's head office has no region of its own; an officer without one has none yet
    return operator === null ? nobody : everybody
  },
  operator: (column, several, { operator }) => {
    if (operator === null) return nobody
    return { text: several ? `${column} @> array[?::integer]` : `${column} = ?`, values: [operator] }
  },
  organization: (column, _, { organizationCode }) =>
    organizationCode ? { text: `${column} = ?`, values: [organizationCode] } : nobody,
}

const compared = (entity: AnyEntity, name: string, actor: Actor, asks = standsFor): Fragment => {
  const stand = subjectAttributeOf(entity, name)
  const field: Field | undefined = entity.fields[name]
  return stand ? asks[stand](quoted(name), field !== undefined && isMultiple(field.kind), actor) : nobody
}

/** The further conditions of a custom scope, written as list parameters; one that no longer fits lets nothing through. */
const conditionsOf = (entity: AnyEntity, value: string): readonly Fragment[] => {
  const asked = Object.fromEntries(new URLSearchParams(value))
  const found = filtersOf(entity.fields, asked)
  return found.length === Object.keys(asked).length ? found : [nobody]
}

const anyOf = (tests: readonly Fragment[]): Fragment =>
  join(
    tests.map(({ text, values }) => ({ text: `(${text})`, values })),
    ' or ',
  )

/** Which rows of an entity one scope lets somebody see. Of a custom one all columns and conditions must match. */
const granted = (entity: AnyEntity, scope: Scope, actor: Actor): Fragment => {
  if (scope.type === 1) return everybody
  const columns = comparedColumns(entity, scope)
  if (scope.type === 5) {
    const all = [...columns.map((name) => compared(entity, name, actor)), ...conditionsOf(entity, scope.value)]
    return all.length ? join(all, ' and ') : nobody
  }
  const asks = scope.type === 4 ? { ...standsFor, dept: inDepartmentsBelow } : standsFor
  return anyOf(columns.map((name) => compared(entity, name, actor, asks)))
}

/** A way by which rows come to somebody: one of his data scopes, or that they are his own. */
export interface Way {
  readonly scope: Scope | null
  readonly test: Fragment
}

/** The data scopes that bound an entity for somebody; null where none does. */
export const boundsOf = (
  { rights }: Pick<Actor, 'rights'>,
  { code, rows, shared }: AnyEntity,
): readonly Scope[] | null => {
  if (rights.administrator || (shared && rows === 'all')) return null
  const scopes = rows === 'own' ? [] : (rights.scopes.get(code) ?? [])
  return rows === 'all' && (scopes.length === 0 || rights.unbounded.has(code)) ? null : scopes
}

/** Any of these ways lets a row through; null where every row is let through. */
export const waysTo = (actor: Actor, entity: AnyEntity): readonly Way[] | null => {
  const scopes = boundsOf(actor, entity)
  if (!scopes) return null
  if (scopes.length === 0) return [{ scope: null, test: compared(entity, 'createUser', actor) }]
  return scopes.map((scope) => ({ scope, test: granted(entity, scope, actor) }))
}

/** The tenant that runs the platform: it alone writes what all tenants share. */
export const platformTenant = '000000'

/** Rows shared by all tenants are changed by the platform's own people only. */
export const mayWrite = (ctx: Ctx, entity: AnyEntity): void => {
  if (entity.shared && ctx.actor.tenantId !== platformTenant) throw denied()
}

/** Rows that are the tenant's own, or shared by all of them; what is closed is for the platform's own people alone. */
export const ofTenant = ({ tenantId }: Pick<Actor, 'tenantId'>, { shared }: AnyEntity): Fragment => {
  if (!shared) return { text: 'tenant_id = ?', values: [tenantId] }
  return shared === 'closed' && tenantId !== platformTenant ? nobody : everybody
}

/** What keeps every row from somebody, whatever his scopes: another tenant's, and one that is removed. */
export const standing = (actor: Actor, entity: AnyEntity, isDeleted: 0 | 1 = 0): Fragment =>
  join([{ text: `is_deleted = ${isDeleted}`, values: [] }, ofTenant(actor, entity)], ' and ')

/**
 * Which rows of an entity the caller reaches: live rows of his tenant, or removed ones, by any of the ways they come to him
 * (the widest wins). List, detail, update, remove, restore, export and counts all pass here.
 */
export const reach = ({ actor }: Pick<Ctx, 'actor'>, entity: AnyEntity, isDeleted: 0 | 1 = 0): Fragment => {
  const all = standing(actor, entity, isDeleted)
  const ways = waysTo(actor, entity)
  if (!ways) return all
  const any = anyOf(ways.map(({ test }) => test))
  return { text: `${all.text} and (${any.text})`, values: [...all.values, ...any.values] }
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
