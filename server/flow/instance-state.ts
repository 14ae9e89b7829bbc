import type { InstanceState } from '#contract/flow/instance-state.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import { nameInLanguage } from './element-names.ts'

type StoredState = Omit<InstanceState, 'processInstanceId' | 'processIsFinished'>

const nothing: StoredState = {
  taskId: null,
  taskName: null,
  assigneeName: null,
  historyActivityId: null,
  historyActivityType: null,
  endTime: null,
}

/** The state of an instance with its first open task; a row that was not sent has no instance. */
export const instanceState = async ({ db, lang }: Ctx, instanceId: string | null): Promise<InstanceState> => {
  const [state] = await run<StoredState>(
    db,
    sql`select t.id::text as "taskId", ${nameInLanguage(lang, sql`d.facts`, sql`t.task_key`, sql`t.name`)} as "taskName",
        u.real_name as "assigneeName", coalesce(t.task_key, i.end_activity) as "historyActivityId", i.end_time as "endTime",
        case when t.id is not null then 'userTask' when i.end_activity is not null then 'endEvent' end as "historyActivityType"
      from flow_instance i join flow_definition d on d.id = i.definition_id
        left join lateral (select * from flow_task o where o.instance_id = i.id and o.end_time is null
          order by o.create_time, o.id limit 1) t on true
        left join "user" u on u.id = t.assignee
      where i.id = ${instanceId}`,
  )
  return {
    ...(state ?? nothing),
    processInstanceId: instanceId,
    processIsFinished: state && state.endTime === null ? 'unfinished' : 'finished',
  }
}
