import { declaration } from '#contract/project/declaration.ts'
import type { Fragment } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { comparesOnly, dataScopesFor, demandsOwn, grantsFor, tenantRowFilter } from '../../engine/scope.ts'

/** The columns of declarations that each of their operators has in a row of its own, besides the tenant (migrations 0193 and 0210). */
const columnsOfOperators = [
  ...(['operators', 'organizationCode', 'province', 'city', 'declareStatus', 'furthestStage', 'applyTime'] as const),
  ...(['stageSince', 'stageName', 'stageNameEn', 'invitedCode', 'templateId'] as const),
]

const columns = sql`id, tenant_id, operators, organization_code, province, city, declare_status, create_time, furthest_stage, apply_time,
  stage_since, stage_name, stage_name_en, invited_code, template_id, 0::smallint as is_deleted`

/** Declarations of one organisation: few, and found by an index. */
export const rowsOfOrganisation = (code: string): Fragment =>
  sql`(select * from declaration where organization_code = ${code}) declaration`

const anyOf = (tests: readonly Fragment[]): Fragment =>
  sql`(${sql.join(
    tests.map((test) => sql`(${test})`),
    sql` or `,
  )})`

interface Sides {
  /** Kept rows, by the data scopes that demand the operator. */
  readonly named: Fragment
  /** Declarations of its organisation, by the other data scopes, that are not among them; null without such. */
  readonly others: Fragment | null
}

/** Null for everybody else than `rowsOfOperator` is for. */
export const operatorSides = ({ actor }: Pick<Ctx, 'actor'>): Sides | null => {
  const { operator, organizationCode } = actor
  const scopes = dataScopesFor(actor, declaration) ?? []
  if (operator === null || !comparesOnly(actor, declaration, columnsOfOperators)) return null
  const named = scopes.map((scope) => demandsOwn(declaration, scope, 'operators'))
  const isKnown = scopes.every((scope, at) => named[at] || demandsOwn(declaration, scope, 'organizationCode'))
  if (!isKnown || !named.includes(true)) return null
  const tests = (grantsFor(actor, declaration) ?? []).map(({ test }) => test)
  const live = tenantRowFilter(actor, declaration)
  const isNamed = anyOf(tests.filter((_, at) => named[at]))
  const others = tests.filter((_, at) => !named[at])
  return {
    named: sql`(select *, 0::smallint as is_deleted from declaration_of_operator) declaration
      where operator = ${operator} and ${live} and ${isNamed}`,
    others:
      others.length === 0 || organizationCode === null
        ? null
        : sql`${rowsOfOrganisation(organizationCode)} where ${live} and ${anyOf(others)} and ${isNamed} is not true`,
  }
}

/**
 * The declarations that an operator may see, named like their table, with the columns above and the time of creation: those of each data
 * scope that demands its operator from the kept rows, and those of the others, which demand its organisation, from the table. The
 * same tests decide as in the row filter. Null for everybody else.
 */
export const rowsOfOperator = (ctx: Pick<Ctx, 'actor'>): Fragment | null => {
  const sides = operatorSides(ctx)
  if (!sides) return null
  const ofOperator = sql`select ${columns} from ${sides.named}`
  if (!sides.others) return sql`(${ofOperator}) declaration`
  return sql`(${ofOperator} union all select ${columns} from ${sides.others}) declaration`
}

/**
 * The kept rows alone, which have an index in the order of `stage_end` for each stage, and one of `last_step`. Null for whom
 * `rowsOfOperator` is.
 */
export const rowsNaming = (ctx: Pick<Ctx, 'actor'>): Fragment | null => {
  const sides = operatorSides(ctx)
  return sides && sql`(select * from ${sides.named}) declaration`
}
