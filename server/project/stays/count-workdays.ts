import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { App } from '../../engine/context.ts'
import { systemCtx } from '../../inbox/system-ctx.ts'
import { calendar, workdaysUntil } from '../../system/reference/working-days.ts'

/** Stays that are counted at a time. */
const batchSize = 2000

/** Counts the working days of stays that have ended since the last time; resolves to their number. */
export const countStayWorkdays = async (app: App): Promise<number> => {
  const rows = await run<{ id: string; since: string; until: string }>(
    app.db,
    sql`select id, since, until from stage_stay where until is not null and workdays is null order by id limit ${sql.lit(batchSize)}`,
  )
  if (rows.length === 0) return 0
  const days = await calendar(await systemCtx(app, 'figures'))
  const counts = rows.map(({ since, until }) => workdaysUntil(since, until, days))
  await run(
    app.db,
    sql`update stage_stay s set workdays = c.workdays
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${counts}::integer[]) c (id, workdays) where s.id = c.id`,
  )
  return rows.length
}
