import { groupBy } from '#contract/kit/group-by.ts'
import { declaration } from '#contract/project/declaration.ts'
import { type StageCode, stageOf } from '#contract/project/stages.ts'
import type { Duty } from '#contract/project/transitions.ts'
import { isDeclarant } from '#contract/system/declarants.ts'
import type { Fragment } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { cachedCount } from '../../engine/row-counts.ts'
import { comparesOnly, rowFilter } from '../../engine/scope.ts'
import { rowsOfOperator, rowsOfOrganisation } from '../figures/of-operator.ts'
import { awaitsScore, liveFacts, storedFacts } from './conditions.ts'
import { conditionOfAny, ownDeadline, ownDuties, urgentFirst, waitingFilter } from './waiting.ts'

/**
 * The first declarations that wait for the caller, and how many there are. Those in the stages of reviewers are read from kept rows
 * (migration 0189), which no step relies on.
 */

/** Stages whose declarations have a kept row. Their deadline is the stored one. */
const storedStages: readonly StageCode[] = [10, 20, 30, 40, 50]

/** Whether the kept rows tell what the caller sees: their data scopes compare no other columns, and they can be no party. */
const seesStored = ({ actor }: Ctx): boolean =>
  !isDeclarant(actor) && comparesOnly(actor, declaration, ['province', 'city', 'declareStatus'])

const storedRows = sql`(select *, 0::smallint as is_deleted from declaration_waiting) declaration`
const storedFirst = sql`declaration.stage_until, declaration.stage_since, declaration.id`

/** Declarations that wait for the caller in one stage. No two branches have the same. */
interface Branch {
  readonly source: Fragment
  readonly where: Fragment
  readonly until: Fragment
  readonly order: Fragment
}

/**
 * What waits for an operator: what invites it, from its kept rows, and what its own organisation has to submit. Null for other duties, and
 * for those who are none.
 */
const operatorBranch = (ctx: Ctx, same: readonly [Duty, ...Duty[]]): Branch | null => {
  const [{ stage, by }] = same
  const { organizationCode } = ctx.actor
  const rows = rowsOfOperator(ctx)
  if (!rows || same.some((duty) => duty.by !== by)) return null
  const where = sql`${rowFilter(ctx, declaration)} and ${conditionOfAny(ctx, same)} and declare_status = ${sql.lit(stage)}`
  if (by === 'owner' && organizationCode)
    return { source: rowsOfOrganisation(organizationCode), where, until: ownDeadline(ctx), order: urgentFirst(ctx) }
  if (by !== 'invited' || stageOf(stage).deadline !== 'window') return null
  return {
    source: sql`(select d.*, t.close_at from (select * from ${rows}) d left join template t on t.id = d.template_id) declaration`,
    where,
    until: sql`close_at`,
    order: sql`close_at asc nulls last, stage_since asc nulls last, id`,
  }
}

const branchesOf = (ctx: Ctx, stages: readonly number[] | null): Branch[] => {
  const own = ownDuties(ctx).filter(({ stage }) => stages?.includes(stage) ?? true)
  // a score has a deadline of its own, so it is a branch beside the stage
  return [...groupBy(own, ({ stage, by }) => (by === 'expert' ? -stage : stage))].map(([key, same]) => {
    const ofOperator = operatorBranch(ctx, same)
    if (ofOperator) return ofOperator
    const [{ stage }] = same
    const isStored = key > 0 && storedStages.includes(stage)
    const fromRows = isStored && seesStored(ctx)
    const facts = fromRows ? storedFacts : liveFacts
    const conditions = [
      rowFilter(ctx, declaration),
      conditionOfAny(ctx, same, facts),
      sql`declare_status = ${sql.lit(stage)}`,
    ]
    if (isStored && stage === 40) conditions.push(sql`${awaitsScore(ctx, facts)} is not true`)
    return {
      source: fromRows ? storedRows : sql`declaration`,
      where: sql.join(conditions, sql` and `),
      until: isStored ? sql`stage_until` : ownDeadline(ctx),
      order: isStored ? storedFirst : urgentFirst(ctx),
    }
  })
}

/**
 * The ids of the first declarations that wait for the caller, most urgent first, if need be of some stages: for each stage as many as
 * are needed, from an index where there is one. So it costs the same however many wait.
 */
export const firstWaiting = (ctx: Ctx, limit: number, stages: readonly number[] | null = null): Fragment => {
  const rows = branchesOf(ctx, stages).map(
    ({ source, where, until, order }) => sql`(select id, ${until} as until, stage_since from ${source}
      where ${where} order by ${order} limit ${sql.lit(limit)})`,
  )
  if (rows.length === 0) return sql`(select id from declaration where false)`
  return sql`(select id from (${sql.join(rows, sql` union all `)}) waiting
    order by until asc nulls last, stage_since asc nulls last, id limit ${sql.lit(limit)})`
}

/** The number of declarations that wait for the caller, if need be of some stages, at most 10,001. */
export const countWaiting = async (ctx: Ctx, stages: readonly number[] | null = null): Promise<number> => {
  if (!seesStored(ctx) && !rowsOfOperator(ctx)) {
    const atStages = stages ? sql`declare_status = any(${stages}::integer[])` : sql`true`
    return cachedCount(ctx, sql`declaration`, sql`${waitingFilter(ctx)} and ${atStages}`)
  }
  const rows = branchesOf(ctx, stages).map(({ source, where }) => sql`select 1 from ${source} where ${where}`)
  return rows.length === 0 ? 0 : cachedCount(ctx, sql`(${sql.join(rows, sql` union all `)}) waiting`, sql`true`)
}
