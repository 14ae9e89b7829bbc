import { sql } from 'kysely'
import type { InstanceState } from '#contract/flow/instance-state.ts'
import { run } from '../base/database/db.ts'
import type { Ctx } from '../engine/context.ts'
import { nameInLanguage } from './element-names.ts'

/** The state of an instance with its first open task. */
export const instanceState = async (
  { db, lang }: Ctx,
  instanceId: string | null,
  isRunning: boolean,
): Promise<InstanceState> => {
  const [task] = await run<Pick<InstanceState, 'taskId' | 'taskName' | 'assigneeName'>>(
    db,
    sql`select t.id::text as "taskId", ${nameInLanguage(lang, sql`d.facts`, sql`t.task_key`, sql`t.name`)} as "taskName",
        u.real_name as "assigneeName"
      from flow_task t join flow_instance i on i.id = t.instance_id join flow_definition d on d.id = i.definition_id
        left join "user" u on u.id = t.assignee
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
