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

/**
 * SQL: the matters whose page the caller reads, for all rows at once (`maySeeInstance` says the same of one): the ids of each of the
 * reasons, which have an index, since no index serves conditions that are joined by `or`.
 */
export const isReadableMatter = (ctx: UserCtx): Fragment => {
  const own = sql`id in (select m.id from general_matter m where m.create_user = ${ctx.actor.id}
    union all select m.id from general_matter m join matter_form f on f.id = m.form_id where f.category_key in ${categoriesToRead(ctx)}
    union all select m.id from general_matter m where m.process_instance_id in ${instancesOfHandler(ctx, table)})`
  if (!hasPermission(ctx, 'flow_follow')) return own
  return sql`(${own} or ${isAdministered(ctx, sql`${table}::text`, sql`id`, sql`create_user`)})`
}

export const matterLedgerHandlers: Handlers<'matterLedger'> = {
  list: async (ctx, input) =>
    withElementNames(ctx, await pageOf(ctx, matterLedger, input, { conditions: [isReadableMatter(ctx)] })),
}
