import { declaration } from '#contract/project/declaration.ts'
import type { StageCode } from '#contract/project/stages.ts'
import type { Figures } from '#contract/project/status.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, hasPermission } from '../../engine/context.ts'
import { hiddenFields, rowFilter } from '../../engine/scope.ts'
import { declarationsToCount } from '../figures/declared.ts'
import { countVisible } from '../figures/listed.ts'

interface StageFigure {
  readonly status: StageCode
  /** The title of the stage, if all declarations in it have the same. */
  readonly name: string | null
  readonly value: number
}

const countByStage = (ctx: Ctx): Promise<StageFigure[]> => {
  const name = sql`nullif(stage_name, '')`
  const title = ctx.lang === 'en' ? sql`coalesce(nullif(stage_name_en, ''), ${name})` : name
  return run<StageFigure>(
    ctx.db,
    sql`select status, case when min(${name}) = max(${name}) then min(${title}) end as name, sum(n)::int as value
      from (select coalesce(declare_status, 0) as status, stage_name, stage_name_en, sum(declarations) as n
        from ${declarationsToCount(ctx)} where ${rowFilter(ctx, declaration)} group by 1, 2, 3 having sum(declarations) > 0) t
      group by status`,
  )
}

/** The declarations by stage and the listed projects that the caller may see; no stages for callers who may not see them. */
export const countFigures = async (ctx: Ctx): Promise<Figures> => {
  const [byStage, listed] = await Promise.all([
    hiddenFields(ctx.actor, declaration).has('declareStatus') ? [] : countByStage(ctx),
    hasPermission(ctx, 'library') ? countVisible(ctx) : 0,
  ])
  return { listed, byStage }
}
