import type { Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'

/**
 * When a task of the lists of 我的事务 is due; one without a deadline counts as due a week after it began to wait. The indexes
 * flow_task_urgent and flow_task_urgent_open contain the same expression.
 */
const effectiveDue: Fragment = sql`coalesce(due_time at time zone 'UTC', create_time at time zone 'UTC' + interval '7 days')`

/** What is overdue longest first, then by nearness; of the same deadline what arrived first. The id makes pages stable. */
export const mostUrgentFirst: Fragment = sql`${effectiveDue}, create_time, id`
