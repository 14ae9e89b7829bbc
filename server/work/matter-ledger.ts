import { matterLedger } from '#contract/work/matter-ledger.ts'
import type { Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { type Handlers, hasPermission, type UserCtx } from '../engine/context.ts'
import { pageOf } from '../engine/crud.ts'
import { withElementNames } from '../flow/element-names.ts'
import { instancesOfHandler } from '../flow/instance-access.ts'
import { categoriesToRead } from '../flow/matter-forms.ts'
import { isAdministered } from '../flow/task-access.ts'

const table = 'general_matter'

/** SQL: the matters whose page the caller reads, for all rows at once (`maySeeInstance` says the same of one). */
export const isReadableMatter = (ctx: UserCtx): Fragment => {
  const tests = [
    sql`create_user = ${ctx.actor.id}`,
    sql`category_key in ${categoriesToRead(ctx)}`,
    sql`process_instance_id in ${instancesOfHandler(ctx, table)}`,
    ...(hasPermission(ctx, 'flow_follow') ? [isAdministered(ctx, sql`${table}::text`, sql`id`, sql`create_user`)] : []),
  ]
  return sql`(${sql.join(tests, sql` or `)})`
}

export const matterLedgerHandlers: Handlers<'matterLedger'> = {
  list: async (ctx, input) =>
    withElementNames(ctx, await pageOf(ctx, matterLedger, input, { conditions: [isReadableMatter(ctx)] })),
}
