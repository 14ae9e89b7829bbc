import { sql } from 'kysely'
import { declaration } from '#contract/project/declaration.ts'
import type { Fragment } from '../../base/database/db.ts'
import type { Ctx } from '../../engine/context.ts'
import { comparesOnly, dataScopesFor, demandsOwn, grantsFor, tenantRowFilter } from '../../engine/scope.ts'

/** The columns of declarations that each of their operators has in a row of its own, besides the tenant (migration 0193). */
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

/**
 * The declarations that an operator may see, named like their table, with the columns above and the time of creation: those of each data
 * scope that demands its operator from the kept rows, and those of the others, which demand its organisation, from the table. The
 * same tests decide as in the row filter. Null for everybody else.
 */
export const rowsOfOperator = ({ actor }: Pick<Ctx, 'actor'>): Fragment | null => {
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
  const ofOperator = sql`select ${columns} from (select *, 0::smallint as is_deleted from declaration_of_operator) declaration
    where operator = ${operator} and ${live} and ${isNamed}`
  if (others.length === 0 || organizationCode === null) return sql`(${ofOperator}) declaration`
  return sql`(${ofOperator} union all select ${columns} from ${rowsOfOrganisation(organizationCode)}
    where ${live} and ${anyOf(others)} and ${isNamed} is not true) declaration`
}
