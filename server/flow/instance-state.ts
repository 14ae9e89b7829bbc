import { sql } from 'kysely'
import type { InstanceState } from '#contract/flow/instance-state.ts'
import { run } from '../base/database/db.ts'
import type { Ctx } from '../engine/context.ts'

/** The state of an instance with its first open task. */
export const instanceState = async (
  { db }: Ctx,
  instanceId: string | null,
  isRunning: boolean,
): Promise<InstanceState> => {
  const [task] = await run<Pick<InstanceState, 'taskId' | 'taskName' | 'assigneeName'>>(
    db,
    sql`select t.id::text as "taskId", t.name as "taskName", u.real_name as "assigneeName"
      from flow_task t left join "user" u on u.id = t.assignee
      where t.instance_id = ${instanceId} and t.end_time is null order by t.create_time, t.id limit 1`,
  )
  return {
    taskId: task?.taskId ?? null,
    taskName: task?.taskName ?? null,
    assigneeName: task?.assigneeName ?? null,
    processInstanceId: instanceId,
    processIsFinished: isRunning ? 'unfinished' : 'finished',
  }
}
