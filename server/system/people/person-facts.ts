import type { AnyEntity } from '#contract/kit/entity.ts'
import { isRegionWithin } from '#contract/system/region-code.ts'
import { comparedColumns, type SubjectAttribute, subjectAttributeOf } from '#contract/system/scope-rule.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Actor, Ctx, Rights, Scope } from '../../engine/context.ts'
import { dataScopesFor } from '../../engine/scope.ts'
import { allEntities, seesAll } from '../access/grants.ts'

/** The facts about an account with which data scopes choose rows. */
export interface PersonFacts {
  readonly deptId: readonly string[] | null
  readonly organizationCode: string | null
  readonly operator: number | null
  readonly region: string | null
}

/** The field of an account that holds each fact. */
export const factFields = {
  dept: 'deptId',
  organization: 'organizationCode',
  operator: 'operator',
  region: 'region',
} as const satisfies Partial<Record<SubjectAttribute, keyof PersonFacts>>

export type FactName = keyof typeof factFields

const areDepartmentsWithin = async (
  { db, actor }: Ctx,
  deptIds: readonly string[],
  includesBelow: boolean,
): Promise<boolean> => {
  const below = includesBelow ? sql`or string_to_array(d.ancestors, ',') && ${actor.deptIds}::text[]` : sql``
  const outside = await run(
    db,
    sql`select 1 from unnest(${deptIds}::bigint[]) as own(id) where not exists (select 1 from dept d
      where d.id = own.id and (d.id = any(${actor.deptIds}::bigint[]) ${below})) limit 1`,
  )
  return outside.length === 0
}

/** Whether the caller's own fact includes that of another account, so that the same scope shows the caller at least its rows. */
const includes: Record<FactName, (ctx: Ctx, facts: PersonFacts, scope: Scope) => boolean | Promise<boolean>> = {
  dept: (ctx, { deptId }, { type }) => areDepartmentsWithin(ctx, deptId ?? [], type === 4),
  organization: ({ actor }, { organizationCode }) => actor.organizationCode === organizationCode,
  operator: ({ actor }, { operator }) => actor.operator === operator,
  region: ({ actor }, { region }) => isRegionWithin(region, actor.region),
}

const isFact = (attribute: SubjectAttribute | null): attribute is FactName =>
  attribute !== null && Object.hasOwn(factFields, attribute)

/** The facts that a scope compares. */
export const factsIn = (entity: AnyEntity, scope: Pick<Scope, 'type' | 'column'>): FactName[] =>
  scope.type === 1
    ? []
    : [...new Set(comparedColumns(entity, scope).map((name) => subjectAttributeOf(entity, name)))].filter(isFact)

const isUnset = (facts: PersonFacts, name: FactName): boolean => {
  const value = facts[factFields[name]]
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/**
 * The facts with which an account of these rights sees rows that the caller does not see. A fact that is not set shows no rows.
 * Whether the caller has the scopes themselves is checked with the roles (grants.ts).
 */
export const factsBeyond = async (ctx: Ctx, rights: Rights, facts: PersonFacts): Promise<FactName[]> => {
  const beyond = new Set<FactName>()
  for (const entity of allEntities) {
    if (seesAll(ctx.actor.rights, entity.code)) continue
    for (const scope of dataScopesFor({ rights }, entity) ?? []) {
      const names = factsIn(entity, scope)
      if (names.some((name) => isUnset(facts, name))) continue
      for (const name of names) if (!(await includes[name](ctx, facts, scope))) beyond.add(name)
    }
  }
  return [...beyond]
}

/** Whether the region and the operator lie within those of the caller, who may decide on accounts of all of them without one. */
export const isWithinOwn = ({ region, operator }: Pick<Actor, 'region' | 'operator'>, facts: PersonFacts): boolean =>
  (facts.region === null || isRegionWithin(facts.region, region)) &&
  (facts.operator === null || operator === null || operator === facts.operator)
