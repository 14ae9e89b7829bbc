import { outbox } from '#contract/inbox/outbox.ts'
import { Fail, notFound } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { auditInsert } from '../engine/audit-entry.ts'
import { type Handlers, tx, type UserCtx } from '../engine/context.ts'
import { rowFilter } from '../engine/scope.ts'
import { readInLanguage } from './english-column.ts'

/** Queues messages again that failed or whose channel was not set up, all of them or none, with an audit entry for each. */
const retry = (ctx: UserCtx, ids: readonly string[]): Promise<null> =>
  tx(ctx, async (inside) => {
    const auditEntry = auditInsert(inside, outbox, { verb: 'retry', row: 'saved', from: 'saved' })
    const rows = await run(
      inside.db,
      sql`with saved as (
          update outbox set state = 'waiting', attempts = 0, next_at = now(), reason = null, reason_en = null, update_user = ${inside.actor.id},
            update_time = now()
          where id = any(${ids}::bigint[]) and state in ('failed', 'unsent') and ${rowFilter(inside, outbox)} returning *),
        ${auditEntry} select id from saved`,
    )
    if (rows.length === new Set(ids).size) return null
    const existing = await run(
      inside.db,
      sql`select id from outbox where id = any(${ids}::bigint[]) and ${rowFilter(inside, outbox)}`,
    )
    if (existing.length < new Set(ids).size) throw notFound()
    throw new Fail(['只能重新发送失败或未发送的消息', 'Only messages that failed or were not sent can be sent again'])
  })

export const outboxHandlers: Handlers<'outbox'> = {
  ...readInLanguage(outbox, 'reason'),
  retry: (ctx, { ids }) => retry(ctx, split(ids)),
}
