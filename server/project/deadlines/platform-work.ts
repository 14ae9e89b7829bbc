import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type App, type Ctx, tx } from '../../engine/context.ts'
import { platformCtx } from '../../inbox/system-ctx.ts'
import { databaseTime } from '../../job/run/job-plan.ts'

/** What a daily job does with declarations. */
export interface DeclarationWork<R extends string> {
  /** Its processor, which names it in logs and in the audit. */
  readonly name: string
  /** A condition on `declaration`: those that it looks at. */
  readonly of: Fragment
  /** Looks at one declaration, in a transaction of its own. Resolves to what it did, or null. */
  readonly act: (ctx: Ctx, id: string, now: Date) => Promise<R | null>
}

export interface WorkOptions {
  /** The time that counts; by default that of the database. */
  readonly now?: Date | undefined
  /** Called before each declaration; throws if the run must stop. */
  readonly step?: ((done: number, total: number) => void) | undefined
}

/**
 * Looks at each declaration in turn. A failure does not keep the others from their turn; the first one is thrown at the end, so that the
 * run fails and is repeated. Resolves to how often each thing was done.
 */
export const workThrough = async <R extends string>(
  app: App,
  { name, of, act }: DeclarationWork<R>,
  { now, step = () => {} }: WorkOptions = {},
): Promise<Partial<Record<R, number>>> => {
  const at = now ?? (await databaseTime(app.db))
  const rows = await run<{ id: string; tenantId: string }>(
    app.db,
    sql`select id, tenant_id as "tenantId" from declaration where is_deleted = 0 and ${of} order by id`,
  )
  const counts: Partial<Record<R, number>> = {}
  const failures: unknown[] = []
  for (const [i, { id, tenantId }] of rows.entries()) {
    step(i, rows.length)
    try {
      const done = await tx(await platformCtx(app, tenantId, name), (inside) => act(inside, id, at))
      if (done) counts[done] = (counts[done] ?? 0) + 1
    } catch (error) {
      app.log.error({ err: error, declaration: id, job: name }, 'a declaration could not be handled')
      failures.push(error)
    }
  }
  if (failures.length) throw failures[0]
  return counts
}
