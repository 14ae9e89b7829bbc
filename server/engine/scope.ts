import type { RawBuilder } from 'kysely'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { denied } from '#contract/kit/fail.ts'
import type { Field } from '#contract/kit/field.ts'
import { isMultiple } from '#contract/kit/kinds.ts'
import { rootCode, stemOf } from '#contract/system/region-code.ts'
import {
  comparedColumns,
  parseColumns,
  type SubjectAttribute,
  subjectAttributeOf,
} from '#contract/system/scope-rule.ts'
import type { Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier } from './column-types.ts'
import type { Actor, Ctx, Scope } from './context.ts'
import { fieldIn, filtersOf } from './filter.ts'

const noRows: Fragment = sql`false`
const allRows: Fragment = sql`true`

type SubjectCondition = (column: Fragment, isArray: boolean, actor: Actor) => Fragment

const inDepartments: SubjectCondition = (column, isArray, { deptIds }) =>
  isArray ? sql`${column} && ${deptIds}::bigint[]` : sql`${column} = any(${deptIds}::bigint[])`

const inDepartmentsBelow: SubjectCondition = (column, isArray, { deptIds }) => {
  const ids = sql`select id from dept where id = any(${deptIds}::bigint[]) or string_to_array(ancestors, ',') && ${deptIds}::text[]`
  return isArray ? sql`${column} && array(${ids})` : sql`${column} in (${ids})`
}

/** Compares a column with an attribute of the caller. A missing attribute matches no row; the whole country is a region, too. */
const subjectConditions: Record<SubjectAttribute, SubjectCondition> = {
  user: (column, isArray, { id }) => (isArray ? sql`${column} @> array[${id}::bigint]` : sql`${column} = ${id}`),
  dept: inDepartments,
  region: (column, _, { region }) => {
    if (region === rootCode) return allRows
    // by value, which has an index; a pattern has none that also has the order of a list
    const stem = region ? stemOf(region) : ''
    return stem ? sql`left(${column}, ${sql.lit(stem.length)}) = ${stem}` : noRows
  },
  operator: (column, isArray, { operator }) => {
    if (operator === null) return noRows
    return isArray ? sql`${column} @> array[${operator}::integer]` : sql`${column} = ${operator}`
  },
  organization: (column, _, { organizationCode }) => (organizationCode ? sql`${column} = ${organizationCode}` : noRows),
}

/** Whether the region in a column lies within that of the caller, as a data scope by region compares them. */
export const isInRegion = (column: Fragment, actor: Actor): Fragment => subjectConditions.region(column, false, actor)

const compareColumn = (entity: AnyEntity, name: string, actor: Actor, conditions = subjectConditions): Fragment => {
  const attribute = subjectAttributeOf(entity, name)
  const field: Field | undefined = entity.fields[name]
  return attribute
    ? conditions[attribute](identifier(name), field !== undefined && isMultiple(field.kind), actor)
    : noRows
}

/** The additional conditions of a custom scope, written as list parameters; an invalid parameter matches no row. */
const conditionsOf = (entity: AnyEntity, value: string): readonly Fragment[] => {
  const params = Object.fromEntries(new URLSearchParams(value))
  const conditions = filtersOf(entity.fields, params)
  return conditions.length === Object.keys(params).length ? conditions : [noRows]
}

const anyOf = (tests: readonly Fragment[]): Fragment =>
  sql.join(
    tests.map((test) => sql`(${test})`),
    sql` or `,
  )

/** Which rows of an entity one scope allows. In a custom scope all columns and conditions must match. */
const scopeCondition = (entity: AnyEntity, scope: Scope, actor: Actor): Fragment => {
  if (scope.type === 1) return allRows
  const columns = comparedColumns(entity, scope)
  if (scope.type === 5) {
    const allConditions = [
      ...columns.map((name) => compareColumn(entity, name, actor)),
      ...conditionsOf(entity, scope.value),
    ]
    return allConditions.length ? sql.join(allConditions, sql` and `) : noRows
  }
  const conditions = scope.type === 4 ? { ...subjectConditions, dept: inDepartmentsBelow } : subjectConditions
  return anyOf(columns.map((name) => compareColumn(entity, name, actor, conditions)))
}

/** One reason why an actor may see rows: a data scope, or null for rows of their own. */
export interface RowGrant {
  readonly scope: Scope | null
  readonly test: Fragment
}

/** The data scopes that restrict an entity for an actor; null where no restriction applies. */
export const dataScopesFor = (
  { rights }: Pick<Actor, 'rights'>,
  { code, rows, shared }: AnyEntity,
): readonly Scope[] | null => {
  if (rights.administrator || (shared && rows === 'all')) return null
  const scopes = rows === 'own' ? [] : (rights.scopes.get(code) ?? [])
  return rows === 'all' && (scopes.length === 0 || rights.unbounded.has(code)) ? null : scopes
}

const noneHidden: ReadonlySet<string> = new Set()

/** Whether data scopes can hide columns of an entity. */
export const canHaveScopes = ({ shared, rows }: AnyEntity): boolean => rows !== 'own' && !(shared && rows === 'all')

/** Fields of an entity but those that are visible whatever the data scope: the title and the parent of a row. */
const fieldsBut = ({ title, fields }: AnyEntity, visible: readonly string[]): ReadonlySet<string> => {
  const visibleNames = new Set([title, 'parentId', ...visible])
  return new Set(Object.keys(fields).filter((name) => !visibleNames.has(name)))
}

/** Fields of an entity that a data scope can hide from somebody, so that an answer may lack them. */
export const hidableFields = (entity: AnyEntity): ReadonlySet<string> =>
  canHaveScopes(entity) ? fieldsBut(entity, []) : noneHidden

/**
 * Fields of an entity that none of the caller's data scopes makes visible: the `fields` of all scopes are combined, `*` shows
 * all. The title and the parent of a row are always visible.
 */
export const hiddenFields = (actor: Actor, entity: AnyEntity): ReadonlySet<string> => {
  const scopes = dataScopesFor(actor, entity) ?? []
  if (scopes.length === 0 || scopes.some(({ fields }) => fields.trim() === '*')) return noneHidden
  return fieldsBut(
    entity,
    scopes.flatMap(({ fields }) => parseColumns(fields)),
  )
}

/** The grants of an actor; a row needs one of them. Null where every row is allowed. */
export const grantsFor = (actor: Actor, entity: AnyEntity): readonly RowGrant[] | null => {
  const scopes = dataScopesFor(actor, entity)
  if (!scopes) return null
  if (scopes.length === 0) return [{ scope: null, test: compareColumn(entity, 'createUser', actor) }]
  return scopes.map((scope) => ({ scope, test: scopeCondition(entity, scope, actor) }))
}

/** Whether the row filter of an entity reads no columns but these, besides the tenant and whether the row is removed. */
export const comparesOnly = (actor: Actor, entity: AnyEntity, names: readonly string[]): boolean => {
  const scopes = dataScopesFor(actor, entity)
  if (scopes?.length === 0) return false
  const columnsOf = (scope: Scope): string[] => {
    if (scope.type === 1) return []
    const parameters = scope.type === 5 ? [...new URLSearchParams(scope.value).keys()] : []
    return [...comparedColumns(entity, scope), ...parameters.map((parameter) => fieldIn(entity.fields, parameter))]
  }
  return (scopes ?? []).every((scope) => columnsOf(scope).every((name) => names.includes(name)))
}

/** Whether a data scope demands the value of the actor in this column. */
export const demandsOwn = (entity: AnyEntity, scope: Scope, name: string): boolean =>
  scope.type === 5 && comparedColumns(entity, scope).includes(name)

/** The tenant that runs the platform: only it may write rows that all tenants share. */
export const platformTenant = '000000'

/** Throws 403 if the entity is shared by all tenants and the caller is not of the platform tenant. */
export const assertCanWrite = (ctx: Ctx, entity: AnyEntity): void => {
  if (entity.shared && ctx.actor.tenantId !== platformTenant) throw denied()
}

/** Rows of the caller's tenant, or shared by all tenants; rows of a `closed` entity are for the platform tenant only. */
export const tenantFilter = ({ tenantId }: Pick<Actor, 'tenantId'>, { shared }: AnyEntity): Fragment => {
  if (!shared) return sql`tenant_id = ${tenantId}`
  return shared === 'closed' && tenantId !== platformTenant ? noRows : allRows
}

/** Conditions that no scope can lift: rows of the actor's tenant, live (or removed if `isDeleted` is 1). */
export const tenantRowFilter = (actor: Actor, entity: AnyEntity, isDeleted: 0 | 1 = 0): RawBuilder<boolean> =>
  sql`is_deleted = ${sql.lit(isDeleted)} and ${tenantFilter(actor, entity)}`

/**
 * Which rows of an entity the caller may see: live or removed rows of their tenant that any of their grants allows (the widest
 * wins). List, detail, update, remove, restore, export and counts all use it; so must every handwritten query.
 */
export const rowFilter = (
  { actor }: Pick<Ctx, 'actor'>,
  entity: AnyEntity,
  isDeleted: 0 | 1 = 0,
): RawBuilder<boolean> => {
  const tenantRows = tenantRowFilter(actor, entity, isDeleted)
  const grants = grantsFor(actor, entity)
  if (!grants) return tenantRows
  return sql`${tenantRows} and (${anyOf(grants.map(({ test }) => test))})`
}
