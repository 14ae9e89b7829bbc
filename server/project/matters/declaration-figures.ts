import { sql } from 'kysely'
import { declaration } from '#contract/project/declaration.ts'
import { library } from '#contract/project/library.ts'
import type { StageCode } from '#contract/project/stages.ts'
import type { Figures } from '#contract/project/status.ts'
import { type Ctx, hasPermission } from '../../engine/context.ts'
import { hiddenFields, rowFilter } from '../../engine/scope.ts'
import { titleColumn } from '../review/further-review.ts'

/** The declarations by stage and the listed projects that the caller may see; no stages for callers who may not see them. */
export const countFigures = async (ctx: Ctx): Promise<Figures> => {
  const [byStage, listedCount] = await Promise.all([
    hiddenFields(ctx.actor, declaration).has('declareStatus')
      ? []
      : ctx.db
          .selectFrom('declaration')
          .select(({ fn }) => [
            'declareStatus',
            fn.countAll<string>().as('n'),
            sql<
              string | null
            >`case when min(stage_name) = max(stage_name) then min(${titleColumn(ctx.lang, 'stage_name')}) end`.as(
              'name',
            ),
          ])
          .where(rowFilter(ctx, declaration))
          .groupBy('declareStatus')
          .execute(),
    hasPermission(ctx, 'library')
      ? ctx.db
          .selectFrom('library')
          .select(({ fn }) => fn.countAll<string>().as('n'))
          .where(rowFilter(ctx, library))
          .executeTakeFirst()
      : undefined,
  ])
  return {
    listed: Number(listedCount?.n ?? 0),
    byStage: byStage.map(({ declareStatus, name, n }) => ({
      status: (declareStatus ?? 0) as StageCode,
      name,
      value: Number(n),
    })),
  }
}
