import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { currentCacheVersions } from '../engine/cache.ts'
import { type App, type Ctx, tx } from '../engine/context.ts'
import { visitor } from '../engine/session.ts'
import { lockInstance } from './instance-row.ts'
import { stepInstance } from './steps.ts'

const perRound = 100

/** A context without a person, in the tenant of an instance. */
export const systemContext = async (app: App, tenantId: string): Promise<Ctx> => ({
  app,
  db: app.db,
  lang: 'zh',
  actor: { ...visitor, tenantId },
  cacheVersions: await currentCacheVersions(app),
  request: { id: 'flow-timer', address: '', agent: '', headers: {} },
})

/** Fires what is due in one instance: loading it lets every overdue timer run. */
const fire = async (app: App, id: string, tenantId: string): Promise<void> =>
  tx(await systemContext(app, tenantId), async (inside) => {
    const instance = await lockInstance(inside, id)
    const [due] = await run(inside.db, sql`select 1 from flow_timer where instance_id = ${id} and due_time <= now()`)
    // another server was faster, or the instance was suspended: its timers fire when it is resumed
    if (!due || instance.hasEnded || instance.isSuspended) return
    await stepInstance(inside, instance, {})
  })

/** Fires what is due in the instance with this id. */
export const fireTimersOf = async (app: App, id: string): Promise<void> => {
  const [row] = await run<{ tenantId: string }>(
    app.db,
    sql`select tenant_id as "tenantId" from flow_instance where id = ${id}`,
  )
  if (row) await fire(app, id, row.tenantId)
}

/**
 * Fires whatever is due, in at most 100 instances, in case its run is missing. A failure of one does not keep the others from firing.
 * Resolves to the number of instances.
 */
export const fireDueTimers = async (app: App): Promise<number> => {
  const rows = await run<{ id: string; tenantId: string }>(
    app.db,
    sql`select i.id::text, i.tenant_id as "tenantId" from flow_instance i join flow_definition d on d.id = i.definition_id
      where i.suspension_state = 1 and d.suspension_state = 1
        and exists (select 1 from flow_timer t where t.instance_id = i.id and t.due_time <= now())
      order by i.id limit ${sql.lit(perRound)}`,
  )
  for (const { id, tenantId } of rows)
    await fire(app, id, tenantId).catch((error) =>
      app.log.warn({ err: error, instance: id }, 'a timer could not be fired'),
    )
  return rows.length
}
