import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'

/** The first part of a rule about the task `t` of the instance `i` that does not hold for the task with this id; null if all do. */
export const failingPart = async <Part extends string>(
  { db }: Ctx,
  taskId: string,
  parts: Readonly<Record<Part, Fragment>>,
): Promise<Part | null> => {
  const names = Object.keys(parts) as Part[]
  const [row] = await run<Record<Part, boolean | null>>(
    db,
    sql`select ${sql.join(names.map((name) => sql`${parts[name]} as ${sql.ref(name)}`))}
      from flow_task t join flow_instance i on i.id = t.instance_id where t.id = ${taskId}`,
  )
  return names.find((name) => !row?.[name]) ?? null
}
