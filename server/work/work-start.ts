import type { ListInput } from '#contract/kit/verbs.ts'
import { workStart } from '#contract/work/work-start.ts'
import { sql } from '../base/database/sql.ts'
import type { Handlers } from '../engine/context.ts'
import { pageOf } from '../engine/crud.ts'
import { withCategoryNames } from '../flow/category-names.ts'
import { usableBy } from '../flow/definitions.ts'
import { withDefinitionNames } from '../flow/element-names.ts'
import { mayStartDefinition } from './start-rules.ts'

export const workStartHandlers: Handlers<'workStart'> = {
  list: async (ctx, { category, mode, ...input }: ListInput) =>
    withDefinitionNames(
      ctx,
      withCategoryNames(
        await pageOf(ctx, workStart, input, {
          conditions: [
            usableBy(ctx.actor.tenantId),
            mayStartDefinition(ctx),
            ...(category ? [sql`category = ${category}`] : []),
            ...(mode ? [sql`mode = ${mode}`] : []),
          ],
          ...(input.ascs || input.descs ? {} : { order: sql`key, id` }),
        }),
      ),
    ),
}
